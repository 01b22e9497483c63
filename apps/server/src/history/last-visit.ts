import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';

/**
 * When a device was last visited: the recorded departure, else when the visit was done, else its day. Null:
 * no visit is known. `except`: a visit that does not count.
 */
export async function readLastVisit(
  db: Kysely<Database>,
  deviceId: string,
  except: string | null = null,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(coalesce((select max((r.body ->> 'leftAt')::timestamptz) from visit_record r
        where r.device_id = vd.device_id and r.visit_id = vd.visit_id), v.done_at, v.planned_day::timestamptz)) as at
    from visit_device vd join visit v on v.visit_id = vd.visit_id
    where vd.device_id = ${deviceId} and v.visit_id is distinct from ${except} and v.state = 'done'`.execute(db);
  return rows[0]?.at ?? null;
}
