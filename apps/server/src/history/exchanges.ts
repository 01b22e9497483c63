import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { markMetersDue } from '../store/mark-meters-due.ts';
import { markUnjudged } from '../store/mark-unjudged.ts';

/**
 * Answers breaks of counters without a cause by what visits recorded (VR-06): an exchange of the board, the
 * memory or the device on the day of the break, the day before or the day after. The hint in the status goes
 * with the last break of the total.
 */
export async function answerBreaks(trx: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    with exchange as (
      select distinct on (r.device_id, r.visit_id) r.device_id, r.recorded_by, r.recorded_at,
        ((r.body ->> 'arrivedAt')::timestamptz at time zone 'UTC')::date as day, e ->> 'what' as what
      from (
        select distinct on (device_id, visit_id) * from visit_record
        where device_id = any(${[...deviceIds]}::uuid[]) order by device_id, visit_id, revision desc
      ) r, jsonb_array_elements(coalesce(r.body -> 'done', '[]')) e
      where e ->> 'done' = 'exchanged'
      order by r.device_id, r.visit_id
    )
    update counter_break b set answered_at = x.recorded_at,
      answered_by = coalesce((select subject from app_user u where u.user_id = x.recorded_by), 'visit'),
      cause = case x.what when 'board' then 'boardExchanged' when 'memory' then 'memoryCleared' else 'deviceExchanged' end
    from exchange x
    where b.device_id = x.device_id and b.cause is null and abs(b.day - x.day) <= 1
    returning b.device_id as id`.execute(trx);
  const ids = [...new Set(rows.map(({ id }) => id))];
  if (ids.length === 0) return;
  await markUnjudged(trx, ids);
  await clearBreakHints(trx, ids);
}

/**
 * Takes the hint of an unexplained break out of the status of devices once every break of their total has a
 * cause; what is billed of them is worked out again.
 */
export async function clearBreakHints(trx: Kysely<Database>, ids: readonly string[]): Promise<void> {
  await markMetersDue(trx, ids);
  const without = (column: string) =>
    sql`(select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(${sql.ref(column)}) r where r->>'source' <> 'counterBreak')`;
  await sql`
    update device d set sign_reasons = ${without('sign_reasons')}, status_reasons = ${without('status_reasons')}
    where d.device_id = any(${ids}::uuid[]) and not exists (select 1 from counter_break b
      where b.device_id = d.device_id and b.key = 'pages.total' and b.cause is null)`.execute(trx);
}
