import type { DeviceReport } from '@platen/contract/report';
import type { ErrorCategory } from '@platen/contract/report-sections';
import { decideErrorCategory } from '@platen/diagnosis/error-category';
import { toNumber } from './to-text.ts';

/** Page counters as a report says them. */
export interface SaidPages {
  total: number | null;
  color: number | null;
  black: number | null;
}

/** Quarter of a UTC day: 1 is 00:00 to before 06:00. */
export const quarters = [1, 2, 3, 4] as const;
export type Quarter = (typeof quarters)[number];

export interface CounterReading extends SaidPages {
  device_id: string;
  day: string;
  quarter: Quarter;
  observed_at: string;
}

/** An error as a report tells of it. */
export interface SaidError {
  occurred_at: string;
  code: string;
  category: ErrorCategory;
  counter: number | null;
  conditions: Record<string, string>;
}

export interface DeviceError extends SaidError {
  device_id: string;
}

/** Undefined where the report has no figure. */
export function toPages({ counters: { total, color, black } = {} }: DeviceReport): SaidPages | undefined {
  const pages = { total: toNumber(total?.reading), color: toNumber(color?.reading), black: toNumber(black?.reading) };
  return pages.total === null && pages.color === null && pages.black === null ? undefined : pages;
}

export function toErrors({ errors = [] }: DeviceReport): SaidError[] {
  return errors.map((error) => ({
    occurred_at: new Date(error.occurredAt).toISOString(),
    code: error.code,
    category: decideErrorCategory(error.code),
    counter: error.counter ?? null,
    conditions: toConditions(error.conditions),
  }));
}

interface Source {
  deviceId: string;
  observedAt: Date;
  said: { pages: SaidPages | undefined; errors: readonly SaidError[] };
}

/** The last counters of each device and quarter of a day (UTC); reports without any figure are left out. */
export function toCounterReadings(sources: readonly Source[]): CounterReading[] {
  const readings = new Map<string, CounterReading>();
  for (const { deviceId, observedAt, said } of sources) {
    if (said.pages === undefined) continue;
    const at = observedAt.toISOString();
    const quarter = toQuarter(observedAt);
    const row = { device_id: deviceId, day: at.slice(0, 10), quarter, observed_at: at, ...said.pages };
    const key = `${deviceId} ${row.day} ${quarter}`;
    const before = readings.get(key);
    if (before === undefined || before.observed_at < row.observed_at) readings.set(key, row);
    else if (before.observed_at === row.observed_at) readings.set(key, toGreater(before, row));
  }
  return [...readings.values()];
}

function toQuarter(time: Date): Quarter {
  const hour = time.getUTCHours();
  return hour < 6 ? 1 : hour < 12 ? 2 : hour < 18 ? 3 : 4;
}

/** Two reports of one time: of each counter the greater. */
function toGreater(one: CounterReading, other: CounterReading): CounterReading {
  const greater = (name: keyof SaidPages) => toMost([one[name], other[name]]);
  return { ...one, total: greater('total'), color: greater('color'), black: greater('black') };
}

/** Null where there is none. */
function toMost(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Every error once: a device may tell of one in several reports. Of two tellings the fuller stays. */
export function toDeviceErrors(sources: readonly Source[]): DeviceError[] {
  const errors = new Map<string, DeviceError>();
  for (const { deviceId, said } of sources)
    for (const error of said.errors) {
      const row: DeviceError = { device_id: deviceId, ...error };
      const key = `${deviceId} ${row.occurred_at} ${row.code}`;
      const before = errors.get(key);
      errors.set(key, before === undefined ? row : join(before, row));
    }
  return [...errors.values()];
}

/** The same choice as the store's upsert makes, so that the order of the tellings does not matter. */
function join(one: DeviceError, other: DeviceError): DeviceError {
  return {
    ...one,
    counter: toMost([one.counter, other.counter]),
    conditions: isFuller(other.conditions, one.conditions) ? other.conditions : one.conditions,
  };
}

/** More conditions; of equally many the greater text. */
function isFuller(one: Record<string, string>, other: Record<string, string>): boolean {
  const difference = Object.keys(one).length - Object.keys(other).length;
  return difference > 0 || (difference === 0 && JSON.stringify(one) > JSON.stringify(other));
}

/** Names in the order that jsonb keeps them in, so that texts compare as jsonb values do. */
function toConditions(conditions: Readonly<Record<string, string | undefined>> | undefined): Record<string, string> {
  const entries = Object.entries(conditions ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
}
