import type { BroughtItem } from '@platen/contract/visits';
import { whatItDoes, withMissing } from '@platen/diagnosis/visit-record/what-it-does';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../../../store/database.ts';
import type { LockedVisit, Recorder } from './locked-visit.ts';
import type { RecordRow } from './stored-records.ts';

type Trx = Transaction<Database>;

/**
 * The draft of the next visit (VR-08): what was missing goes on top of its bring list, whatever the result,
 * and what stays open of the visit goes into it. One visit has at most one draft of its own; a visit that
 * was made of it and planned stays as it is, and further missing parts make another draft. Null: nothing was
 * missing.
 */
export async function makeNextDraft(
  trx: Trx,
  { user, now }: Recorder,
  { visitId }: LockedVisit,
  records: readonly RecordRow[],
): Promise<string | null> {
  const wanted = records.flatMap(({ deviceId, body }) => {
    const { missing } = whatItDoes(body);
    return missing.length === 0 ? [] : [{ deviceId, missing }];
  });
  const known = await sql<{ id: string; state: string }>`
    select visit_id as id, state from visit where former_id = ${visitId} and state <> 'cancelled'
    order by state = 'draft' desc, made_at desc limit 1`.execute(trx);
  const [next] = known.rows;
  if (wanted.length === 0) return next?.id ?? null;
  // What a planned one already brings needs no further draft.
  const draftId = next?.id ?? (await addDraft(trx, visitId, user.userId, now));
  for (const { deviceId, missing } of wanted) {
    const { rows } = await sql<{ bring: BroughtItem[] }>`
      select bring from visit_device where visit_id = ${draftId} and device_id = ${deviceId}`.execute(trx);
    const bring = JSON.stringify(withMissing(rows[0]?.bring ?? [], missing));
    await sql`
      insert into visit_device (device_id, visit_id, serial, model, bring)
      select device_id, ${draftId}, serial, model, ${bring}::jsonb from device where device_id = ${deviceId}
      on conflict (device_id, visit_id) do update set bring = excluded.bring`.execute(trx);
    await sql`
      insert into visit_condition (device_id, condition_id, visit_id)
      select vc.device_id, vc.condition_id, ${draftId} from visit_condition vc
        join condition c on c.entity_id = vc.device_id and c.condition_id = vc.condition_id
      where vc.visit_id = ${visitId} and vc.device_id = ${deviceId} and c.work <> 'resolved'
      on conflict do nothing`.execute(trx);
  }
  if (next !== undefined) await sql`update visit set version = version + 1 where visit_id = ${draftId}`.execute(trx);
  return draftId;
}

async function addDraft(trx: Trx, visitId: string, userId: string, now: Date): Promise<string> {
  const draftId = newId();
  await sql`
    insert into visit (visit_id, kind, state, customer_number, customer_name, place, access, assignee, former_id, made_by, made_at)
    select ${draftId}, case kind when 'elsewhere' then 'repair' else kind end, 'draft', customer_number, customer_name, place,
      access, assignee, visit_id, ${userId}::uuid, ${now}
    from visit where visit_id = ${visitId}`.execute(trx);
  return draftId;
}
