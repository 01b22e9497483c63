import { readingGroups } from '../../../store/report-format/day-readings.ts';
import { type VersionedSection, versionedSections } from '../../../store/report-format/versions.ts';
import type { Pages, ReportedError } from '../parse/report-content.ts';
import type { IdentifiedReport } from './resolve-devices.ts';

/** Quarter of a UTC day: 1 is 00:00 to before 06:00. */
export const quarters = [1, 2, 3, 4] as const;
export type Quarter = (typeof quarters)[number];

/** Counters of a row of `counter_day`: of the day, or of one of its quarters. */
export interface CounterRow extends Pages {
  device_id: string;
  day: string;
  quarter: Quarter;
  observed_at: string;
}
export interface ErrorRow extends ReportedError {
  device_id: string;
}
/**
 * A row of `reading_day`: by column the last reported value, JSON of a group or digest of a section's
 * version.
 */
export interface ReadingRow {
  device_id: string;
  day: string;
  values: Map<string, { at: string; value: string }>;
}
export interface VersionRow {
  device_id: string;
  section: VersionedSection;
  digest: string;
  body: string;
}
export interface ReplacementRow {
  device_id: string;
  item: string;
  replaced_on: string;
}
/** What reports add to the history of their devices. */
export interface DayRows {
  counters: CounterRow[];
  errors: ErrorRow[];
  readings: ReadingRow[];
  versions: VersionRow[];
  replacements: ReplacementRow[];
}

/** The rows of the history that follow from these reports. Pure; the order of the reports does not matter. */
export function toDayRows(reports: readonly IdentifiedReport[]): DayRows {
  const counters = new Map<string, CounterRow>();
  const errors = new Map<string, ErrorRow>();
  const readings = new Map<string, ReadingRow>();
  const versions = new Map<string, VersionRow>();
  const replacements = new Map<string, ReplacementRow>();
  for (const report of reports) {
    addCounters(counters, report);
    addReadings(readings, report);
    const { deviceId } = report;
    for (const name of versionedSections) {
      const version = report.sections.get(name)?.version;
      if (version !== undefined)
        versions.set(`${deviceId} ${name} ${version.digest}`, { device_id: deviceId, section: name, ...version });
    }
    for (const { partsCode, replacedAt } of report.replacements) {
      const row = { device_id: deviceId, item: `part.${partsCode}`, replaced_on: replacedAt.slice(0, 10) };
      replacements.set(`${deviceId} ${row.item} ${row.replaced_on}`, row);
    }
    for (const error of report.errors) {
      const row: ErrorRow = { device_id: deviceId, ...error };
      const key = `${deviceId} ${row.occurred_at} ${row.code}`;
      const before = errors.get(key);
      errors.set(key, before === undefined ? row : mergeErrors(before, row));
    }
  }
  return {
    counters: [...counters.values()],
    errors: [...errors.values()],
    readings: [...readings.values()],
    versions: [...versions.values()],
    replacements: [...replacements.values()],
  };
}

/** The last counters of each device and quarter of a day (UTC) count. */
function addCounters(rows: Map<string, CounterRow>, { deviceId, observedAt, pages }: IdentifiedReport): void {
  if (pages === undefined) return;
  const at = observedAt.toISOString();
  const quarter = toQuarter(observedAt);
  const row = { device_id: deviceId, day: at.slice(0, 10), quarter, observed_at: at, ...pages };
  const key = `${deviceId} ${row.day} ${quarter}`;
  const before = rows.get(key);
  if (before === undefined || before.observed_at < row.observed_at) rows.set(key, row);
  else if (before.observed_at === row.observed_at) {
    const greater = (name: keyof Pages) => maxOf(before[name], row[name]);
    rows.set(key, { ...before, total: greater('total'), color: greater('color'), black: greater('black') });
  }
}

function toQuarter(time: Date): Quarter {
  const hour = time.getUTCHours();
  return hour < 6 ? 1 : hour < 12 ? 2 : hour < 18 ? 3 : 4;
}

/** The columns that are written together: a value, and when it was reported. */
export const readingColumns: readonly { at: string; value: string; isBody: boolean }[] = [
  ...readingGroups.map((name) => ({ at: `${name}_at`, value: name, isBody: true })),
  ...versionedSections.map((name) => ({ at: `${name}_at`, value: toDigestColumn(name), isBody: false })),
];

/** The last value of each column on a day (UTC) counts, as in the upsert of the store. */
function addReadings(rows: Map<string, ReadingRow>, { deviceId, observedAt, sections }: IdentifiedReport): void {
  const at = observedAt.toISOString();
  const day = at.slice(0, 10);
  const key = `${deviceId} ${day}`;
  const row: ReadingRow = rows.get(key) ?? { device_id: deviceId, day, values: new Map() };
  const offer = (column: string, value: string | undefined) => {
    if (value === undefined) return;
    const before = row.values.get(column);
    if (before === undefined || before.at < at || (before.at === at && isGreater(value, before.value)))
      row.values.set(column, { at, value });
  };
  for (const name of readingGroups) offer(name, sections.get(name)?.reading);
  for (const name of versionedSections) offer(toDigestColumn(name), sections.get(name)?.version?.digest);
  if (row.values.size > 0) rows.set(key, row);
}

/** If two reports have the same time, the value with the greater bytes counts. */
const isGreater = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0;

function toDigestColumn(name: VersionedSection): string {
  return `${name}_digest`;
}

/** If an error is reported twice, the more complete entry counts, as in the upsert of the store. */
function mergeErrors(one: ErrorRow, other: ErrorRow): ErrorRow {
  return {
    ...one,
    counter: maxOf(one.counter, other.counter),
    conditions: isMoreComplete(other.conditions, one.conditions) ? other.conditions : one.conditions,
  };
}

/** More conditions; of equally many the greater text. */
function isMoreComplete(one: Record<string, string>, other: Record<string, string>): boolean {
  const difference = Object.keys(one).length - Object.keys(other).length;
  return difference > 0 || (difference === 0 && JSON.stringify(one) > JSON.stringify(other));
}

function maxOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
