import { hash } from 'node:crypto';
import type { DeviceReport } from '@platen/contract/report';
import { firmwareFields, nicFields } from '@platen/contract/report-sections';
import type { Reading } from '@platen/contract/values';
import { toSensorKey } from './sensor-keys.ts';

// Forms of the bodies of reading_day and section_version. Short, as a fleet writes one of each a day: places instead of
// names, nothing for what was not measured. `unpack.ts` reads them.

export const readingGroups = ['counters', 'supplies', 'parts', 'sensors', 'storage'] as const;
export type ReadingGroup = (typeof readingGroups)[number];
export const versionedSections = ['codes', 'firmware', 'network'] as const;
export type VersionedSection = (typeof versionedSections)[number];

/** Counters beside the pages, which lie in counter_day. */
export interface PackedCounters {
  sources?: Record<string, number>;
  scanLarge?: number;
  scanSmall?: number;
}
/** By colour: percent left, and 1 where the level comes in wide steps. */
export type PackedSupplies = Record<string, (number | null)[]>;
/** By part code: pages, drive hours, rotations, consumed life (percent), life in pages; nulls at the end are left out. */
export type PackedParts = Record<string, (number | null)[]>;
/** By sensor and colour, as `sensor-keys.ts` calls them. */
export type PackedSensors = Record<string, number>;
/** By port: kind (1 HDD, 2 SSD), wear (percent), 1 while a self test runs, SMART attributes by number. */
export type PackedStorage = Record<
  string,
  [kind: number | null, wear: number | null, selfTest: number | null, smart: Record<string, number>]
>;

export interface PackedReadings {
  counters?: PackedCounters;
  supplies?: PackedSupplies;
  parts?: PackedParts;
  sensors?: PackedSensors;
  storage?: PackedStorage;
}

/** The measured values of a report, by group. A group in which nothing was measured is absent. Pure. */
export function packReadings(report: DeviceReport): PackedReadings {
  const counters = unlessEmpty(packCounters(report.counters));
  const supplies = unlessEmpty(packSupplies(report.supplies));
  const parts = unlessEmpty(packParts(report.parts));
  const sensors = unlessEmpty(packSensors(report.sensors));
  const storage = unlessEmpty(packStorage(report.storage));
  return {
    ...(counters && { counters }),
    ...(supplies && { supplies }),
    ...(parts && { parts }),
    ...(sensors && { sensors }),
    ...(storage && { storage }),
  };
}

function unlessEmpty<T extends object>(packed: T | undefined): T | undefined {
  for (const _ in packed) return packed;
  return undefined;
}

function packCounters(counters: DeviceReport['counters']): PackedCounters | undefined {
  if (counters === undefined) return undefined;
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

/** Of several supplies of one colour the lowest measured one: it runs out first. */
function packSupplies(supplies: DeviceReport['supplies']): PackedSupplies | undefined {
  if (supplies === undefined) return undefined;
  const result: PackedSupplies = {};
  for (const { tonerColor, percent, coarse } of supplies) {
    if (tonerColor === undefined || percent.state !== 'measured') continue;
    const before = result[tonerColor]?.[0];
    if (typeof before === 'number' && before <= percent.value) continue;
    result[tonerColor] = coarse === true ? [percent.value, 1] : [percent.value];
  }
  return result;
}

function packParts(parts: DeviceReport['parts']): PackedParts | undefined {
  if (parts === undefined) return undefined;
  const result = new Map<string, (number | null)[]>();
  for (const part of parts) {
    const values = [
      toNumber(part.pages),
      toNumber(part.driveHours),
      toNumber(part.rotations),
      toNumber(part.consumedLife),
      toNumber(part.lifePages),
    ];
    while (values.length > 0 && values.at(-1) === null) values.pop();
    if (values.length > 0 && !result.has(part.partsCode)) result.set(part.partsCode, values);
  }
  return Object.fromEntries(result);
}

function packSensors(sensors: DeviceReport['sensors']): PackedSensors | undefined {
  if (sensors === undefined) return undefined;
  const result = new Map<string, number>();
  for (const { name, color, reading } of sensors) {
    const key = toSensorKey(color === undefined ? name : `${name}.${color}`);
    if (reading.state === 'measured' && !result.has(key)) result.set(key, reading.value);
  }
  return Object.fromEntries(result);
}

function packStorage(storage: DeviceReport['storage']): PackedStorage | undefined {
  if (storage === undefined) return undefined;
  const result: PackedStorage = {};
  for (const { sataPort, type, smart, wearPercent, selfTestRunning } of storage)
    result[sataPort] ??= [
      type === 'HDD' ? 1 : type === 'SSD' ? 2 : null,
      toNumber(wearPercent),
      selfTestRunning === true ? 1 : null,
      smart ?? {},
    ];
  return result;
}

/** One state of a section that seldom changes. */
export interface Version {
  /** The first 64 bits of a digest of the body, as a signed decimal number. */
  digest: string;
  /** JSON text, the same for the same content whatever the order of its parts. */
  body: string | Buffer;
}

/**
 * The versioned sections of a report, measured values only and without their evidence, so that only a change of content
 * makes another version. A section in which nothing was measured is absent. Pure.
 * Bodies: codes `{"05-3612-0": "5", "13-100": "1"}`, firmware `{"system": "…"}`, network `{"hostName": "…", "interfaces": [{…}]}`.
 */
export function packVersions(report: DeviceReport): Partial<Record<VersionedSection, Version>> {
  const { codes, firmware, network } = report;
  const versions: Partial<Record<VersionedSection, Version>> = {};
  const put = (name: VersionedSection, version: Version | undefined) => {
    if (version !== undefined) versions[name] = version;
  };
  put('codes', codes && packCodes(codes));
  put('firmware', firmware && toTextVersion(toTexts(firmware, firmwareFields)));
  put('network', network && toTextVersion(packNetwork(network)));
  return versions;
}

function toTextVersion(entries: [string, unknown][]): Version | undefined {
  return entries.length === 0 ? undefined : toVersion(JSON.stringify(Object.fromEntries(entries)));
}

/** `body`: JSON as `packVersions` writes it. */
export const toVersion = (body: string | Buffer): Version => ({
  digest: hash('sha1', body, 'buffer').readBigInt64BE().toString(),
  body,
});

/** Sorted by kind, main and sub code. Of a code told twice the last counts. An object of hundreds of names would cost more than its text. */
function packCodes({ code05 = [], code08 = [], code13 = [] }: NonNullable<DeviceReport['codes']>): Version | undefined {
  const values = new Map<string, string>();
  for (const { main, sub, value } of sorted(code05)) values.set(`05-${main}-${sub}`, value);
  for (const { main, sub, value } of sorted(code08)) values.set(`08-${main}-${sub}`, value);
  for (const { main, value } of sorted(code13)) values.set(`13-${main}`, value);
  const entries = Array.from(values, ([name, value]) => `"${name}":${JSON.stringify(value)}`);
  return entries.length === 0 ? undefined : toVersion(`{${entries.join()}}`);
}

function sorted<T extends { main: number; sub?: number }>(codes: readonly T[]): T[] {
  return [...codes].sort((a, b) => a.main - b.main || (a.sub ?? 0) - (b.sub ?? 0));
}

function packNetwork(network: NonNullable<DeviceReport['network']>): [string, unknown][] {
  const interfaces = network.interfaces.map((nic) => toTexts(nic, nicFields)).filter((texts) => texts.length > 0);
  const hostName = toText(network.hostName);
  return [
    ...(hostName === null ? [] : [['hostName', hostName] satisfies [string, unknown]]),
    ...(interfaces.length === 0
      ? []
      : [['interfaces', interfaces.map((texts) => Object.fromEntries(texts))] satisfies [string, unknown]]),
  ];
}

function toTexts<F extends string>(
  fields: Partial<Record<F, Reading<string> | undefined>>,
  names: readonly F[],
): [string, unknown][] {
  return names.flatMap((name): [string, unknown][] => {
    const text = toText(fields[name]);
    return text === null ? [] : [[name, text]];
  });
}

const toNumber = (reading: Reading<number> | undefined): number | null =>
  reading?.state === 'measured' ? reading.value : null;

function toText(reading: Reading<string> | undefined): string | null {
  if (reading?.state !== 'measured') return null;
  const text = reading.value.trim();
  return text === '' ? null : text;
}
