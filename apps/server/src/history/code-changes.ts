import type { WorklistDetail } from '@platen/contract/worklist';
import { type CodeTableOfDay, toCodeChanges } from '@platen/diagnosis/codes/code-changes';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Stored } from '../store/report-format/lists.ts';
import { decodeCodeVersion } from '../store/report-format/versions.ts';

type Db = Kysely<Database>;
type CodeChanges = NonNullable<WorklistDetail['codeChanges']>;

/** Days that are looked at without a visit, and tables and changes at most. */
const most = { days: 30, tables: 40, changes: 20 };

/**
 * Codes that changed since the last visit that was made, or without one within the last 30 days (CH-09).
 * `isVisit` says which.
 */
export async function readCodeChanges(db: Db, deviceId: string): Promise<CodeChanges> {
  const { rows } = await sql<{ since: string; isVisit: boolean }>`
    select coalesce(last.day, current_date - ${sql.lit(most.days)}) as since, last.day is not null as "isVisit"
    from (
      select max(coalesce((v.done_at at time zone 'utc')::date, v.planned_day)) as day
      from visit_device vd join visit v on v.visit_id = vd.visit_id
      where vd.device_id = ${deviceId} and v.state = 'done'
    ) last`.execute(db);
  const { since, isVisit } = rows[0] ?? { since: '', isVisit: false };
  const { changes, adjusted } = toCodeChanges(await readTables(db, deviceId, since));
  return { since, isVisit, changes: changes.slice(0, most.changes), count: changes.length, adjusted: adjusted.length };
}

/** The tables by day from the last one before that day on; of very many the newest. */
async function readTables(db: Db, deviceId: string, since: string): Promise<CodeTableOfDay[]> {
  const { rows } = await sql<{ day: string; digest: string; body: Stored<'codeVersion'> }>`
    with days as materialized (
      select day, codes_digest from reading_day
      where device_id = ${deviceId} and codes_digest is not null and day >= ${since}::date - ${sql.lit(most.days)}
    ), tables as (
      -- Of each stretch with one table its first and last day.
      select day, codes_digest from (
        select day, codes_digest, lag(codes_digest) over w as before, lead(codes_digest) over w as after
        from days where day >= coalesce((select max(day) from days where day <= ${since}::date), ${since}::date)
        window w as (order by day)
      ) stretch where before is distinct from codes_digest or after is distinct from codes_digest
      order by day desc limit ${sql.lit(most.tables)}
    )
    select t.day, t.codes_digest::text as digest, v.body
    from tables t join section_version v
      on v.device_id = ${deviceId} and v.section = 'codes' and v.digest = t.codes_digest
    order by t.day`.execute(db);
  return rows.map(({ day, digest, body }) => ({ day, digest, codes: decodeCodeVersion(body) }));
}
