import type { Day } from '@platen/diagnosis/history/day-reading';
import type { CodesOfDay } from '@platen/diagnosis/judge/models';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Stored } from '../store/report-format/stored-list.ts';
import { decodeCodeVersion } from '../store/report-format/versions.ts';

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
