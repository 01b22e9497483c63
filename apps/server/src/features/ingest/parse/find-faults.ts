import type { Fault } from '@platen/contract/leave-out';
import type { DeviceReport } from '@platen/contract/report';
import { correctTime, dayMs } from '../../../base/time.ts';

export interface FaultLimits {
  now: Date;
  /** Months for which errors of devices are stored. */
  eventMonths: number;
  /** Seconds that the sender's clock is ahead of ours. */
  clockOffset?: number;
}

/** No device prints as much in its life: a counter beyond it was misread. */
const mostPages = 1e10;
/** 114 years. */
const mostHours = 1e6;
/** Drums turn a few times a page. */
const mostRotations = 1e12;
/** A part at ten times its life was replaced without its counter being reset. */
const mostLifePercent = 1000;
/** NVMe reports wear up to 255 %. */
const mostWearPercent = 255;
const mostOfSensor = 1e15;
/** No device in use was made before. */
const firstYear = Date.UTC(1990);
/** How much later than its report an entry may be dated: the device may use another clock than the reader. */
const laterMs = 10 * 60 * 1000;
/**
 * Bytes of the texts that identify devices and are indexed: an index entry holds 2,704 in all. Real ones have
 * some 40.
 */
const mostBytes = { serial: 256, manufacturer: 256, model: 512 } as const;

/**
 * What is wrong in a report although each value fits the schema: figures that no device reaches, impossible
 * times, texts that the database cannot store. All such rules are here. `isPlain`: its texts cannot hold such
 * characters.
 */
export function findFaults(report: DeviceReport, isPlain: boolean, limits: FaultLimits): Fault[] {
  const faults: Fault[] = isPlain ? [] : findBadText(report);
  checkIdentity(report, faults);
  checkCounters(report, faults);
  checkParts(report, limits, faults);
  checkErrors(report, limits, faults);
  report.sensors?.forEach(({ reading }, index) => above(reading, mostOfSensor, ['sensors', index], faults));
  report.storage?.forEach(({ wearPercent }, index) => above(wearPercent, mostWearPercent, ['storage', index], faults));
  return faults;
}

type Figure = { state: string; value?: number } | undefined;

function above(figure: Figure, limit: number, path: PropertyKey[], faults: Fault[]): void {
  if (figure?.value !== undefined && Math.abs(figure.value) > limit)
    faults.push({ path, message: `${figure.value} is more than any device reaches (${limit})` });
}

function checkIdentity({ identity, observedAt }: DeviceReport, faults: Fault[]): void {
  for (const name of ['serial', 'manufacturer', 'model'] as const) {
    const reading = identity[name];
    const most = mostBytes[name];
    // Each character takes at most 3 bytes of each unit of its length.
    if (reading?.state !== 'measured' || reading.value.length * 3 <= most) continue;
    // As it is stored: a key is in capitals, which may be longer.
    if (Buffer.byteLength(reading.value.toUpperCase()) > most)
      faults.push({ path: ['identity', name], message: `longer than ${most} bytes`, isDispensable: true });
  }
  if (identity.unpackingDate === undefined) return;
  const day = Date.parse(identity.unpackingDate);
  const isAfter = day > Date.parse(observedAt) + dayMs;
  if (isAfter || !(day >= firstYear))
    faults.push({
      path: ['identity', 'unpackingDate'],
      message: isAfter ? 'after the report itself' : 'before any device of today was made',
    });
}

function checkCounters({ counters }: DeviceReport, faults: Fault[]): void {
  if (counters === undefined) return;
  const { paperSources, markers, byFunction, labelled, ...rest } = counters;
  for (const [name, counter] of Object.entries(rest)) above(counter?.reading, mostPages, ['counters', name], faults);
  for (const [name, counter] of Object.entries(paperSources ?? {}))
    above(counter?.reading, mostPages, ['counters', 'paperSources', name], faults);
  byFunction?.forEach(({ reading }, index) => above(reading, mostPages, ['counters', 'byFunction', index], faults));
  labelled?.forEach(({ reading }, index) => above(reading, mostPages, ['counters', 'labelled', index], faults));
  markers?.forEach(({ lifeCount }, index) => above(lifeCount, mostPages, ['counters', 'markers', index], faults));
}

function checkParts({ parts, observedAt }: DeviceReport, { clockOffset = 0 }: FaultLimits, faults: Fault[]): void {
  if (parts === undefined) return;
  const last = Date.parse(observedAt) + laterMs;
  parts.forEach((part, index) => {
    const at: PropertyKey[] = ['parts', index];
    above(part.pages, mostPages, at, faults);
    above(part.lifePages, mostPages, at, faults);
    above(part.driveHours, mostHours, at, faults);
    above(part.rotations, mostRotations, at, faults);
    above(part.consumedLife, mostLifePercent, at, faults);
    if (part.replacedAt === undefined) return;
    const time = Date.parse(part.replacedAt);
    if (time > last) faults.push({ path: [...at, 'replacedAt'], message: 'after the report itself' });
    else if (correctTime(new Date(time), clockOffset).getTime() < firstYear)
      faults.push({ path: [...at, 'replacedAt'], message: 'before any device of today was made' });
  });
}

/** Devices with a wrong clock date their errors into other centuries: only these errors are left out. */
function checkErrors({ errors, observedAt }: DeviceReport, limits: FaultLimits, faults: Fault[]): void {
  if (errors === undefined) return;
  const { now, eventMonths, clockOffset = 0 } = limits;
  const first = monthsBefore(now, eventMonths).getTime();
  const last = Date.parse(observedAt) + laterMs;
  errors.forEach(({ occurredAt, counter }, index) => {
    const path: PropertyKey[] = ['errors', index, 'occurredAt'];
    const at = Date.parse(occurredAt);
    if (!(at <= last)) faults.push({ path, message: 'after the report itself' });
    else if (correctTime(new Date(at), clockOffset).getTime() < first)
      faults.push({ path, message: `older than the ${eventMonths} months that errors are kept` });
    if (counter !== undefined && counter > mostPages)
      faults.push({ path: ['errors', index, 'counter'], message: `more than any device reaches (${mostPages})` });
  });
}

/** The same day and time, `months` months earlier. */
export function monthsBefore(time: Date, months: number): Date {
  const result = new Date(time);
  result.setUTCMonth(result.getUTCMonth() - months);
  return result;
}

/** PostgreSQL cannot store U+0000, and half a surrogate pair is no character. */
const badCharacter = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const maybeBad = /\\u(0000|d[89a-f])/;

/** The texts and field names of a report that the database cannot store. */
function findBadText(report: object): Fault[] {
  const faults: Fault[] = [];
  // JSON writes such characters as escapes: one fast test of the whole text before the walk.
  if (maybeBad.test(JSON.stringify(report))) walk(report, [], faults);
  return faults;
}

function walk(value: unknown, path: readonly PropertyKey[], faults: Fault[]): void {
  if (typeof value === 'string') {
    if (badCharacter.test(value))
      faults.push({ path, message: 'the text holds U+0000 or half a surrogate pair, which cannot be kept' });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, inner] of entries) {
    if (typeof key === 'string' && badCharacter.test(key))
      faults.push({ path, message: 'a field name holds a character that cannot be kept' });
    walk(inner, [...path, key], faults);
  }
}
