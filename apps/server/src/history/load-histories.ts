import { familyOfSeries } from '@platen/catalogue/families/models';
import type { ErrorCategory } from '@platen/contract/report-sections';
import { toPapers } from '@platen/diagnosis/components/feed-roller/papers';
import { type Day, type DeviceHistory, type ErrorEvent, Reading, toDays } from '@platen/diagnosis/history/day-reading';
import type { CodesOfDay } from '@platen/diagnosis/judge/models';
import type { StatedCause } from '@platen/diagnosis/meters/continue-meter';
import { type PageFacts, toStatedCause } from '@platen/diagnosis/meters/page-series';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import {
  type DayReadings,
  decodePages,
  decodeReadings,
  type ReadingGroup,
} from '../store/report-format/day-readings.ts';
import type { Stored } from '../store/report-format/lists.ts';
import { decodeCodeVersion } from '../store/report-format/versions.ts';
import { type DeviceFacts, type HistoryParts, type HistoryTexts, loadHistoryTexts } from './history-texts.ts';

/**
 * The histories of these devices from the day `since` (days since 1970, UTC) on, or the parts that are asked
 * for; reported replacements of any age are included, and what was stated of breaks of page counters. Each
 * call of a result parses the history again: a device with 200 full days takes 0.4 MB as text, and 1 MB more
 * once parsed. Devices that are not registered are left out; one without readings has an empty history.
 */
export async function loadHistories(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  since: Day | HistoryParts,
): Promise<Map<string, () => DeviceHistory>> {
  const texts = await loadHistoryTexts(db, deviceIds, since);
  return new Map([...texts].map(([id, one]) => [id, () => toHistory(one)]));
}

/** Always the same of the same texts. */
export function toHistory({ facts, ...texts }: HistoryTexts): DeviceHistory {
  const { model, firmware, perMinute, inputs } = facts;
  return {
    family: familyOf(facts),
    model,
    firmware,
    days: toHistoryDays(parse<ReadingRow>(texts.readings), parse<PagesRow>(texts.pages), {
      causes: toCauses(parse<CauseRow>(texts.causes)),
      ...(perMinute !== null && { perMinute }),
    }),
    errors: parse<ErrorRow>(texts.errors).map(toError),
    replacements: parse<ReplacementRow>(texts.replacements).map(([item, day, origin]) => ({
      item,
      day,
      ...(origin === 'recorded' && { isRecorded: true as const }),
    })),
    ...(texts.foundGood !== undefined && {
      foundGood: parse<FoundGoodRow>(texts.foundGood).map(([item, day]) => ({ item, day })),
    }),
    ...(inputs !== null && { papers: toPapers(inputs) }),
  };
}

export const familyOf = ({ series }: DeviceFacts): string | null =>
  (series === null ? undefined : familyOfSeries(series)) ?? null;

type ErrorRow = [
  at: number,
  code: string,
  category: ErrorCategory,
  counter: number | null,
  conditions: Record<string, string>,
];
type FoundGoodRow = [item: string, day: Day];
type ReplacementRow = [item: string, day: Day, origin: 'reported' | 'recorded'];

const toError = ([at, code, category, counter, conditions]: ErrorRow): ErrorEvent => ({
  at,
  code,
  category,
  counter,
  conditions,
});

type CauseRow = [key: string, day: string, cause: StatedCause['cause']];

function toCauses(rows: readonly CauseRow[]): Map<string, StatedCause[]> {
  const causes = new Map<string, StatedCause[]>();
  for (const [key, day, cause] of rows) causes.set(key, [...(causes.get(key) ?? []), toStatedCause(day, cause)]);
  return causes;
}

function parse<Row>(text: string | undefined): Row[] {
  return text === undefined ? [] : JSON.parse(text);
}

type StoredGroup<G extends ReadingGroup> = NonNullable<DayReadings[G]> | null;
type ReadingRow = [
  day: Day,
  counters: StoredGroup<'counters'>,
  supplies: StoredGroup<'supplies'>,
  parts: StoredGroup<'parts'>,
  sensors: StoredGroup<'sensors'>,
  storage: StoredGroup<'storage'>,
];
type PagesRow = [day: Day, total: number | null, color: number | null, black: number | null];

/**
 * The days of a history from its rows, both ascending by day. A day on which only codes, firmware or network
 * were reported is left out.
 */
function toHistoryDays(
  readings: readonly ReadingRow[],
  pages: readonly PagesRow[],
  facts: PageFacts,
): DeviceHistory['days'] {
  const days: Day[] = [];
  const series = new Map<string, Reading[]>();
  let day = 0;
  const sink = {
    set: (key: string, value: number) => {
      if (days.at(-1) !== day) days.push(day);
      const reading = new Reading(day, value);
      const known = series.get(key);
      if (known === undefined) series.set(key, [reading]);
      else known.push(reading);
    },
  };
  let next = 0;
  const addPagesUpTo = (last: Day) => {
    for (let row = pages[next]; row !== undefined && row[0] <= last; row = pages[++next]) {
      day = row[0];
      decodePages({ total: row[1], color: row[2], black: row[3] }, sink);
    }
  };
  for (const [at, counters, supplies, parts, sensors, storage] of readings) {
    addPagesUpTo(at);
    day = at;
    decodeReadings({ counters, supplies, parts, sensors, storage }, sink);
  }
  addPagesUpTo(Number.POSITIVE_INFINITY);
  return toDays(days, series, facts);
}

/**
 * The codes of these devices from the day `since` (days since 1970, UTC) on: the first day with codes and
 * each day on which the table changed, ascending. Devices without codes are left out.
 */
export async function loadCodes(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  since: Day,
): Promise<Map<string, CodesOfDay[]>> {
  if (deviceIds.length === 0) return new Map();
  const [days, tables] = await Promise.all([readDays(db, deviceIds, since), readTables(db, deviceIds, since)]);
  return new Map([...days].map(([id, list]) => [id, toCodes(list, tables.get(id) ?? [])]));
}

type CodeDay = [day: Day, digest: string];
type CodeTable = [digest: string, body: Stored<'codeVersion'>];

function toCodes(days: readonly CodeDay[], tables: readonly CodeTable[]): CodesOfDay[] {
  const byDigest = new Map(tables.map(([digest, body]) => [digest, decodeCodeVersion(body)]));
  const result: CodesOfDay[] = [];
  let last: string | undefined;
  for (const [day, digest] of days) {
    const values = byDigest.get(digest);
    if (values === undefined || digest === last) continue;
    last = digest;
    result.push({ day, values });
  }
  return result;
}

async function readDays(db: Kysely<Database>, ids: readonly string[], since: Day) {
  return await readByDevice<CodeDay>(
    db,
    sql`select device_id, json_agg(json_build_array(day - date '1970-01-01', codes_digest::text) order by day) as list
        from reading_day where device_id = any(${ids}::uuid[]) and day >= date '1970-01-01' + ${since}::int
          and codes_digest is not null group by device_id`,
  );
}

/** The tables of these days, each once. */
async function readTables(db: Kysely<Database>, ids: readonly string[], since: Day) {
  return await readByDevice<CodeTable>(
    db,
    sql`select v.device_id, json_agg(json_build_array(v.digest::text, v.body)) as list
        from (select distinct device_id, codes_digest from reading_day where device_id = any(${ids}::uuid[])
                and day >= date '1970-01-01' + ${since}::int and codes_digest is not null) r
        join section_version v on v.device_id = r.device_id and v.section = 'codes' and v.digest = r.codes_digest
        group by v.device_id`,
  );
}

async function readByDevice<T>(db: Kysely<Database>, query: ReturnType<typeof sql>): Promise<Map<string, T[]>> {
  const { rows } = await sql<{ device_id: string; list: T[] }>`${query}`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.list]));
}

/**
 * The system firmware of these devices from the day `since` (days since 1970, UTC) on: the first day with it
 * and each day on which it changed, ascending.
 */
export async function loadFirmware(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  since: Day,
): Promise<Map<string, { day: Day; version: string }[]>> {
  if (deviceIds.length === 0) return new Map();
  const days = await readByDevice<[day: Day, version: string | null]>(
    db,
    sql`select r.device_id, json_agg(json_build_array(r.day - date '1970-01-01', v.body ->> 'system') order by r.day) as list
        from (
          select device_id, day, firmware_digest,
            lag(firmware_digest) over (partition by device_id order by day) as before
          from reading_day where device_id = any(${deviceIds}::uuid[]) and day >= date '1970-01-01' + ${since}::int
            and firmware_digest is not null
        ) r
        join section_version v on v.device_id = r.device_id and v.section = 'firmware' and v.digest = r.firmware_digest
        where r.before is distinct from r.firmware_digest group by r.device_id`,
  );
  return new Map(
    [...days].map(([id, list]) => [id, list.flatMap(([day, version]) => (version === null ? [] : [{ day, version }]))]),
  );
}
