import type { DeviceReport } from '@platen/contract/report';
import type { TonerColor } from '@platen/contract/report-sections';
import { toSensorKey, toSensorName } from './lists.ts';
import { toNumber } from './sections.ts';

// Columns of reading_day. Compact, as a fleet stores one of each a day: positions instead of names, nothing
// for values that were not measured.

export const readingGroups = ['counters', 'supplies', 'parts', 'sensors', 'storage'] as const;
export type ReadingGroup = (typeof readingGroups)[number];

/** The measured values of a day. Page counters are in counter_day instead. */
export interface DayReadings {
  readonly counters?: DayCounters | null;
  readonly supplies?: DaySupplies | null;
  readonly parts?: DayParts | null;
  readonly sensors?: DaySensors | null;
  readonly storage?: DayStorage | null;
}
interface DayCounters {
  sources?: Record<string, number>;
  scanLarge?: number;
  scanSmall?: number;
}
/** By colour: percent left, and 1 where the device reports the level in wide steps. */
export type DaySupplies = Record<string, (number | null)[]>;
/**
 * By part code: pages, drive hours, rotations, consumed life (percent), life in pages, without the nulls at
 * the end.
 */
type DayParts = Record<string, (number | null)[]>;
/** By key of sensor and colour (`sensors.ts`). */
type DaySensors = Record<string, number>;
/** By port: kind (1 HDD, 2 SSD), wear (percent), 1 while a self test runs, SMART attributes by number. */
type DayStorage = Record<
  string,
  [kind: number | null, wear: number | null, selfTest: number | null, smart: Record<string, number>]
>;

/** The measured values of a report. A group in which nothing was measured is absent. Pure. */
export function encodeReadings({ counters, supplies, parts, sensors, storage }: DeviceReport): DayReadings {
  return {
    ...unlessEmpty('counters', counters && encodeCounters(counters)),
    ...unlessEmpty('supplies', supplies && encodeSupplies(supplies)),
    ...unlessEmpty('parts', parts && encodeParts(parts)),
    ...unlessEmpty('sensors', sensors && encodeSensors(sensors)),
    ...unlessEmpty('storage', storage && encodeStorage(storage)),
  };
}

function unlessEmpty(group: ReadingGroup, values: object | undefined): DayReadings {
  for (const _ in values) return { [group]: values };
  return {};
}

function encodeCounters(counters: NonNullable<DeviceReport['counters']>): DayCounters {
  const sources: Record<string, number> = {};
  for (const [name, counter] of Object.entries(counters.paperSources ?? {})) {
    const value = toNumber(counter?.reading);
    if (value !== null) sources[name] = value;
  }
  const scanLarge = toNumber(counters.scanLarge?.reading);
  const scanSmall = toNumber(counters.scanSmall?.reading);
  return {
    ...(Object.keys(sources).length > 0 ? { sources } : {}),
    ...(scanLarge === null ? {} : { scanLarge }),
    ...(scanSmall === null ? {} : { scanSmall }),
  };
}

/** If a colour has several supplies, the lowest measured one: it runs out first. */
function encodeSupplies(supplies: NonNullable<DeviceReport['supplies']>): DaySupplies {
  const result: DaySupplies = {};
  for (const { tonerColor, percent, coarse } of supplies) {
    if (tonerColor === undefined || percent.state !== 'measured') continue;
    const before = result[tonerColor]?.[0];
    if (typeof before === 'number' && before <= percent.value) continue;
    result[tonerColor] = coarse === true ? [percent.value, 1] : [percent.value];
  }
  return result;
}

function encodeParts(parts: NonNullable<DeviceReport['parts']>): DayParts {
  const result = new Map<string, (number | null)[]>();
  for (const part of parts) {
    const values = [part.pages, part.driveHours, part.rotations, part.consumedLife, part.lifePages].map(toNumber);
    while (values.length > 0 && values.at(-1) === null) values.pop();
    if (values.length > 0 && !result.has(part.partsCode)) result.set(part.partsCode, values);
  }
  return Object.fromEntries(result);
}

function encodeSensors(sensors: NonNullable<DeviceReport['sensors']>): DaySensors {
  const result = new Map<string, number>();
  for (const { name, color, reading } of sensors) {
    const key = toSensorKey(color === undefined ? name : `${name}.${color}`);
    if (reading.state === 'measured' && !result.has(key)) result.set(key, reading.value);
  }
  return Object.fromEntries(result);
}

function encodeStorage(storage: NonNullable<DeviceReport['storage']>): DayStorage {
  const result: DayStorage = {};
  for (const { sataPort, type, smart, wearPercent, selfTestRunning } of storage)
    result[sataPort] ??= [
      type === 'HDD' ? 1 : type === 'SSD' ? 2 : null,
      toNumber(wearPercent),
      selfTestRunning === true ? 1 : null,
      smart ?? {},
    ];
  return result;
}

/** Receives the readings of a day, by telemetry key. */
export interface ValueSink {
  set: (key: string, value: number) => unknown;
}

/** Page counters of a day, from counter_day. */
export interface DayPages {
  total: number | null;
  color: number | null;
  black: number | null;
}

/** Adds the readings of one day to `values`, by telemetry key (packages/diagnosis: day-reading). */
export function decodeReadings({ counters, supplies, parts, sensors, storage }: DayReadings, values: ValueSink): void {
  if (counters) decodeCounters(counters, values);
  for (const color in supplies) {
    const [percent, coarse] = supplies[color] ?? [];
    const keys = tonerKeys(color);
    if (typeof percent === 'number') values.set(keys.level, percent);
    if (typeof coarse === 'number') values.set(keys.coarse, coarse);
  }
  for (const code in parts) {
    const keys = partKeys(code);
    parts[code]?.forEach((value, index) => {
      const key = keys[index];
      if (value !== null && key !== undefined) values.set(key, value);
    });
  }
  for (const key in sensors) {
    const value = sensors[key];
    if (value !== undefined) values.set(sensorKeys(key), value);
  }
  for (const port in storage) {
    const drive = storage[port];
    if (drive !== undefined) decodeDrive(port, drive, values);
  }
}

/** `pages.total`, `pages.color`, `pages.black`. */
export function decodePages({ total, color, black }: DayPages, values: ValueSink): void {
  if (total !== null) values.set('pages.total', total);
  if (color !== null) values.set('pages.color', color);
  if (black !== null) values.set('pages.black', black);
}

/** The toner level of a day in percent; null where none was measured. */
export const levelOf = (supplies: DaySupplies, color: TonerColor): number | null => supplies[color]?.[0] ?? null;

function decodeCounters({ sources, scanLarge, scanSmall }: DayCounters, values: ValueSink): void {
  for (const name in sources) {
    const value = sources[name];
    if (value !== undefined) values.set(sourceKeys(name), value);
  }
  if (scanLarge !== undefined) values.set('scan.large', scanLarge);
  if (scanSmall !== undefined) values.set('scan.small', scanSmall);
}

function decodeDrive(port: string, [kind, wear, selfTest, smart]: DayStorage[string], values: ValueSink): void {
  if (kind !== null) values.set(`drive.${port}`, kind);
  if (wear !== null) values.set(`wear.${port}`, wear);
  if (selfTest !== null) values.set(`selfTest.${port}`, selfTest);
  for (const attribute in smart) {
    const value = smart[attribute];
    if (value !== undefined) values.set(smartKeys(`${port}.${attribute}`), value);
  }
}

/**
 * A fleet has few names and millions of readings, so each key is built once. Names come from devices: the
 * cache is bounded.
 */
function cached<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    if (known.size >= 5000) known.clear();
    const made = make(name);
    known.set(name, made);
    return made;
  };
}
const sourceKeys = cached((name) => `source.${name}`);
const sensorKeys = cached((key) => `sensor.${toSensorName(key)}`);
const smartKeys = cached((name) => `smart.${name}`);
const tonerKeys = cached((color) => ({ level: `toner.${color}`, coarse: `coarse.${color}` }));
const partKeys = cached((code) => [
  `part.${code}.pages`,
  `part.${code}.hours`,
  `part.${code}.rotations`,
  `part.${code}.life`,
  `part.${code}.lifePages`,
]);
