import type { Fault } from '@platen/contract/leave-out';
import type { DeviceReport } from '@platen/contract/report';
import { correctTime } from '../../base/clock-offset.ts';
import { findBadText } from './storable-text.ts';

export interface FaultLimits {
  now: Date;
  /** Months that errors of devices are kept. */
  eventMonths: number;
  /** Seconds that the sender's clock is ahead of ours. */
  clockOffset?: number;
}

/** No device lives to print as much; a counter beyond it was misread. */
const mostPages = 1e10;
/** 114 years. */
const mostHours = 1e6;
/** Drums turn a few times a page. */
const mostRotations = 1e12;
/** A part in use at ten times its life was never exchanged in the books. */
const mostLifePercent = 1000;
/** NVMe tells wear up to 255 %. */
const mostWearPercent = 255;
const mostOfSensor = 1e15;
/** Before this no device of today was made. */
const firstYear = Date.UTC(1990);
const dayMs = 24 * 3600 * 1000;
/** How much later than its report anything in it may be dated; a device may date it by another clock than the reader of the report. */
const laterMs = 10 * 60 * 1000;
/** Bytes of the texts by which devices are told apart and listed: an index entry holds 2,704 of all. Real ones have some 40. */
const mostBytes = { serial: 256, manufacturer: 256, model: 512 } as const;

/**
 * What is wrong in a report though each value fits the schema: figures that no device reaches, times that cannot be,
 * texts that no database keeps. All such rules are here. `plain`: its texts were looked at before.
 */
export function findFaults(report: DeviceReport, plain: boolean, limits: FaultLimits): Fault[] {
  const faults: Fault[] = plain ? [] : findBadText(report);
  checkIdentity(report, faults);
  checkCounters(report, faults);
  checkParts(report, limits, faults);
  checkErrors(report, limits, faults);
  report.sensors?.forEach(({ reading }, place) => above(reading, mostOfSensor, ['sensors', place], faults));
  report.storage?.forEach(({ wearPercent }, place) => above(wearPercent, mostWearPercent, ['storage', place], faults));
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
    // As it is kept: a key is in capitals, which may be longer.
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
  const { paperSources, markers, byFunction, ...rest } = counters;
  for (const [name, counter] of Object.entries(rest)) above(counter?.reading, mostPages, ['counters', name], faults);
  for (const [name, counter] of Object.entries(paperSources ?? {}))
    above(counter?.reading, mostPages, ['counters', 'paperSources', name], faults);
  byFunction?.forEach(({ reading }, place) => above(reading, mostPages, ['counters', 'byFunction', place], faults));
  markers?.forEach(({ lifeCount }, place) => above(lifeCount, mostPages, ['counters', 'markers', place], faults));
}

function checkParts({ parts, observedAt }: DeviceReport, { clockOffset = 0 }: FaultLimits, faults: Fault[]): void {
  if (parts === undefined) return;
  const last = Date.parse(observedAt) + laterMs;
  parts.forEach((part, place) => {
    const at: PropertyKey[] = ['parts', place];
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

/** Devices with a wrong clock date their errors into other centuries: the report is not lost for them. */
function checkErrors({ errors, observedAt }: DeviceReport, limits: FaultLimits, faults: Fault[]): void {
  if (errors === undefined) return;
  const { now, eventMonths, clockOffset = 0 } = limits;
  const first = monthsBefore(now, eventMonths).getTime();
  const last = Date.parse(observedAt) + laterMs;
  errors.forEach(({ occurredAt, counter }, place) => {
    const path: PropertyKey[] = ['errors', place, 'occurredAt'];
    const at = Date.parse(occurredAt);
    if (!(at <= last)) faults.push({ path, message: 'after the report itself' });
    else if (correctTime(new Date(at), clockOffset).getTime() < first)
      faults.push({ path, message: `older than the ${eventMonths} months that errors are kept` });
    if (counter !== undefined && counter > mostPages)
      faults.push({ path: ['errors', place, 'counter'], message: `more than any device reaches (${mostPages})` });
  });
}

/** The same day and time so many months earlier. */
export function monthsBefore(time: Date, months: number): Date {
  const result = new Date(time);
  result.setUTCMonth(result.getUTCMonth() - months);
  return result;
}
