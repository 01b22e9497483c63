import type { BodyOf } from '@platen/contract/endpoint';
import type { enterCall } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { requireRight } from '../../identity/signed-in-user.ts';
import { hiddenText, recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { lockEntities, reevaluate } from '../../worklist/evaluate-entities.ts';
import type { Caller } from './act.ts';
import { addEvents, settleEvents } from './action-store.ts';
import { actionsFor } from './allowed.ts';
import { type ConditionRow, conditionColumns, toCondition } from './condition-store.ts';
import { readNames } from './people.ts';

/**
 * Enters a customer's call (WL-19) about a device that the user may see: it opens a condition of its matter,
 * or adds to the one that is open.
 */
export async function enter(
  trx: Transaction<Database>,
  { user, offlineHours }: Caller,
  { deviceId, matter, unusable, text }: BodyOf<typeof enterCall>,
): Promise<{ condition: Condition }> {
  requireRight(user, 'actOnWorklist');
  await lockEntities(trx, [deviceId]);
  const now = new Date();
  const actionId = newId();
  const newest = async () => {
    const { rows } = await sql<ConditionRow>`
      select ${conditionColumns} from condition c
      where c.entity_id = ${deviceId} and c.kind = 'person' and c.subject = ${matter} and not c.is_final
      order by c.opened_at desc limit 1`.execute(trx);
    return rows[0];
  };
  const before = await newest();
  const facts = { matter, unusable, ...(text === undefined ? {} : { text }) };
  const event = {
    entityId: deviceId,
    conditionId: before?.conditionId ?? newId(),
    change: 'call',
    from: before?.work ?? null,
    detail: { subject: matter, facts },
  };
  await addEvents(trx, [event], { user, actionId, at: now });
  await reevaluate(trx, [deviceId], { now, offlineHours });
  await settleEvents(trx, actionId);
  const row = await newest();
  if (row === undefined) throw new Error('the call opened no condition');
  await recordChange(trx, {
    actor: user,
    action: 'worklist call',
    subject: `condition:${row.conditionId}`,
    detail: { device: deviceId, matter, unusable, ...(text && { text: hiddenText }) },
  });
  return { condition: toCondition(row, await readNames(trx, [row.assignee]), actionsFor(user, [row])) };
}
