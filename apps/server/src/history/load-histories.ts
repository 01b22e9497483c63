import { familyOfSeries } from '@platen/catalogue/families/models';
import type { DeviceReport } from '@platen/contract/report';
import type { ErrorCategory } from '@platen/contract/report-sections';
import { toPapers } from '@platen/diagnosis/components/feed-roller/papers';
import { type Day, type DeviceHistory, type ErrorEvent, Reading, toDays } from '@platen/diagnosis/history/day-reading';
import type { CodesOfDay } from '@platen/diagnosis/judge/models';
import type { StatedCause } from '@platen/diagnosis/meters/continue-meter';
import { type PageFacts, toStatedCause } from '@platen/diagnosis/meters/page-series';
import { type Kysely, sql } from 'kysely';
import { pagesPerMinute } from '../device/model-speed.ts';
import type { Database } from '../store/database.ts';
import {
  type DayReadings,
  decodePages,
  decodeReadings,
  type ReadingGroup,
  readingGroups,
} from '../store/report-format/day-readings.ts';
import type { Stored } from '../store/report-format/lists.ts';
import { decodeCodeVersion } from '../store/report-format/versions.ts';

/** Which parts of histories are loaded, each from a day on (days since 1970, UTC); null: not at all. */
export interface HistoryParts {
  readonly readings: { readonly since: Day; readonly groups: readonly ReadingGroup[] } | null;
  readonly pages: Day | null;
  readonly errors: Day | null;
  /** Reported and recorded ones, and parts found good, of any age. */
  readonly replacements: boolean;
}

const wholeSince = (since: Day): HistoryParts => ({
  readings: { since, groups: readingGroups },
  pages: since,
  errors: since,
  replacements: true,
});

/**
 * The histories of these devices from the day `since` (days since 1970, UTC) on, or the parts that are asked
 * for; reported replacements of any age are included, and what was stated of breaks of page counters. Seven
 * statements for any number of devices. Each call of
 * a result parses the history again: a device with 200 full days takes 0.4 MB as text, and 1 MB more once
 * parsed. Devices that are not registered are left out; one without readings has an empty history.
 */
export async function loadHistories(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  since: Day | HistoryParts,
): Promise<Map<string, () => DeviceHistory>> {
  const parts = typeof since === 'number' ? wholeSince(since) : since;
  const nothing = new Map<string, string>();
  const ids = [...new Set(deviceIds)];
  if (ids.length === 0) return new Map();
  const [devices, readings, pages, errors, replacements, foundGood, causes] = await Promise.all([
    readDevices(db, ids),
    parts.readings === null ? nothing : readReadings(db, ids, parts.readings),
    parts.pages === null ? nothing : readPages(db, ids, parts.pages),
    parts.errors === null ? nothing : readErrors(db, ids, parts.errors),
    parts.replacements ? readReplacements(db, ids) : nothing,
    parts.replacements ? readFoundGood(db, ids) : nothing,
    parts.pages === null ? nothing : readCauses(db, ids),
  ]);
  return new Map(
    devices.map(({ device_id: id, series, model, firmware_version: firmware, inputs, perMinute }) => {
      const family = (series === null ? undefined : familyOfSeries(series)) ?? null;
      const make = (): DeviceHistory => ({
        family,
        model,
        firmware,
        days: toHistoryDays(parse<ReadingRow>(readings.get(id)), parse<PagesRow>(pages.get(id)), {
          causes: toCauses(parse<CauseRow>(causes.get(id))),
          ...(perMinute !== null && { perMinute }),
        }),
        errors: parse<ErrorRow>(errors.get(id)).map(toError),
        replacements: parse<ReplacementRow>(replacements.get(id)).map(([item, day, origin]) => ({
          item,
          day,
          ...(origin === 'recorded' && { isRecorded: true as const }),
        })),
        ...(foundGood.has(id) && {
          foundGood: parse<FoundGoodRow>(foundGood.get(id)).map(([item, day]) => ({ item, day })),
        }),
        ...(inputs !== null && { papers: toPapers(inputs) }),
      });
      return [id, make];
    }),
  );
}

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

async function readDevices(db: Kysely<Database>, ids: readonly string[]) {
  const { rows } = await sql<{
    device_id: string;
    series: string | null;
    model: string | null;
    firmware_version: string | null;
    perMinute: number | null;
    inputs: NonNullable<DeviceReport['inputs']> | null;
  }>`select d.device_id, d.series, d.model, d.firmware_version, ${pagesPerMinute} as "perMinute", s.body as inputs
    from device d left join device_section s on s.device_id = d.device_id and s.section = 'inputs'
    where d.device_id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** One JSON text for all days of a device: JSON.parse is far faster than the driver's rows. */
async function readReadings(
  db: Kysely<Database>,
  ids: readonly string[],
  { since, groups }: NonNullable<HistoryParts['readings']>,
) {
  const columns = readingGroups.map((group) => (groups.includes(group) ? sql.ref(group) : sql`null`));
  return await readTexts(
    db,
    sql`select device_id, json_agg(json_build_array(day - date '1970-01-01', ${sql.join(columns)})
          order by day)::text as list
        from reading_day where device_id = any(${ids}::uuid[]) and day >= date '1970-01-01' + ${since}::int group by device_id`,
  );
}

async function readPages(db: Kysely<Database>, ids: readonly string[], since: Day) {
  return await readTexts(
    db,
    sql`select device_id, json_agg(json_build_array(day - date '1970-01-01', total, color, black) order by day)::text as list
        from counter_day where device_id = any(${ids}::uuid[]) and day >= date '1970-01-01' + ${since}::int group by device_id`,
  );
}

type CauseRow = [key: string, day: string, cause: StatedCause['cause']];

async function readCauses(db: Kysely<Database>, ids: readonly string[]) {
  return await readTexts(
    db,
    sql`select device_id, json_agg(json_build_array(key, day, cause) order by key, day)::text as list
        from counter_break where device_id = any(${ids}::uuid[]) and cause is not null and key like 'pages.%' group by device_id`,
  );
}

function toCauses(rows: readonly CauseRow[]): Map<string, StatedCause[]> {
  const causes = new Map<string, StatedCause[]>();
  for (const [key, day, cause] of rows) causes.set(key, [...(causes.get(key) ?? []), toStatedCause(day, cause)]);
  return causes;
}

async function readErrors(db: Kysely<Database>, ids: readonly string[], since: Day) {
  return await readTexts(
    db,
    sql`select device_id, json_agg(json_build_array(extract(epoch from occurred_at) * 1000, code, category, counter, conditions)
          order by occurred_at, code)::text as list
        from device_error where device_id = any(${ids}::uuid[])
          and occurred_at >= timestamptz '1970-01-01 00:00:00+00' + ${since}::int * interval '24 hours' group by device_id`,
  );
}

async function readReplacements(db: Kysely<Database>, ids: readonly string[]) {
  return await readTexts(
    db,
    sql`select device_id, json_agg(json_build_array(item, replaced_on - date '1970-01-01', origin) order by replaced_on, item)::text as list
        from device_replacement where device_id = any(${ids}::uuid[]) and origin <> 'seen' group by device_id`,
  );
}

async function readFoundGood(db: Kysely<Database>, ids: readonly string[]) {
  return await readTexts(
    db,
    sql`select device_id, json_agg(json_build_array(item, found_on - date '1970-01-01') order by found_on, item)::text as list
        from part_found_good where device_id = any(${ids}::uuid[]) group by device_id`,
  );
}

/**
 * Unparsed texts: devices are parsed one at a time, so that each tree can be collected before the next is
 * made.
 */
async function readTexts(db: Kysely<Database>, query: ReturnType<typeof sql>): Promise<Map<string, string>> {
  const { rows } = await sql<{ device_id: string; list: string }>`${query}`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.list]));
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
