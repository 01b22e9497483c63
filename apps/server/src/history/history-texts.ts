import type { DeviceReport } from '@platen/contract/report';
import type { Day } from '@platen/diagnosis/history/day-reading';
import { type Kysely, sql } from 'kysely';
import { pagesPerMinute } from '../device/model-speed.ts';
import type { Database } from '../store/database.ts';
import { type ReadingGroup, readingGroups } from '../store/report-format/day-readings.ts';

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

/** What the device itself says, besides its days. */
export interface DeviceFacts {
  readonly series: string | null;
  readonly model: string | null;
  readonly firmware: string | null;
  readonly perMinute: number | null;
  readonly inputs: NonNullable<DeviceReport['inputs']> | null;
}

/**
 * All that a history is made of, as it comes from the store: lists as JSON, undefined where the device has
 * none. Equal texts make equal histories.
 */
export interface HistoryTexts {
  readonly facts: DeviceFacts;
  readonly readings: string | undefined;
  readonly pages: string | undefined;
  readonly errors: string | undefined;
  readonly replacements: string | undefined;
  readonly foundGood: string | undefined;
  readonly causes: string | undefined;
}

/** Seven statements for any number of devices; those that are not registered are left out. */
export async function loadHistoryTexts(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  since: Day | HistoryParts,
): Promise<Map<string, HistoryTexts>> {
  const parts = typeof since === 'number' ? wholeSince(since) : since;
  const nothing = new Map<string, string>();
  const ids = [...new Set(deviceIds)];
  if (ids.length === 0) return new Map();
  const [devices, readings, pages, errors, replacements, foundGood, causes] = await Promise.all([
    readFacts(db, ids),
    parts.readings === null ? nothing : readReadings(db, ids, parts.readings),
    parts.pages === null ? nothing : readPages(db, ids, parts.pages),
    parts.errors === null ? nothing : readErrors(db, ids, parts.errors),
    parts.replacements ? readReplacements(db, ids) : nothing,
    parts.replacements ? readFoundGood(db, ids) : nothing,
    parts.pages === null ? nothing : readCauses(db, ids),
  ]);
  return new Map(
    devices.map(({ device_id: id, ...facts }) => [
      id,
      {
        facts,
        readings: readings.get(id),
        pages: pages.get(id),
        errors: errors.get(id),
        replacements: replacements.get(id),
        foundGood: foundGood.get(id),
        causes: causes.get(id),
      },
    ]),
  );
}

async function readFacts(db: Kysely<Database>, ids: readonly string[]) {
  const { rows } = await sql<DeviceFacts & { device_id: string }>`
    select d.device_id, d.series, d.model, d.firmware_version as firmware, ${pagesPerMinute} as "perMinute", s.body as inputs
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

async function readCauses(db: Kysely<Database>, ids: readonly string[]) {
  return await readTexts(
    db,
    sql`select device_id, json_agg(json_build_array(key, day, cause) order by key, day)::text as list
        from counter_break where device_id = any(${ids}::uuid[]) and cause is not null and key like 'pages.%' group by device_id`,
  );
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
