import { targetOf } from '@platen/diagnosis/conditions/transitions';
import { whatItDoes } from '@platen/diagnosis/visit-record/what-it-does';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../../base/errors.ts';
import type { Database } from '../../../store/database.ts';
import { reevaluate } from '../../../worklist/evaluate-entities.ts';
import { addEvents, markUndone, type NewEvent, readConditions, settleEvents } from '../action-store.ts';
import type { LockedVisit, Recorder } from './locked-visit.ts';
import type { RecordRow } from './stored-records.ts';

type Trx = Transaction<Database>;

/**
 * What people say became of the conditions of the devices (VR-07): fixed ones are resolved by the visit
 * (WL-32), what was nothing by the person, the rest waits in the worklist again. The steps that a former
 * record of the visit took are taken back first. A condition that is not of its device is refused.
 */
export async function applyConditions(
  trx: Trx,
  { user, now, offlineHours }: Recorder,
  { visitId }: LockedVisit,
  records: readonly Pick<RecordRow, 'deviceId' | 'body'>[],
): Promise<void> {
  const actionId = newId();
  const deviceIds = records.map(({ deviceId }) => deviceId);
  await takeBack(trx, visitId, deviceIds);
  await reevaluate(trx, deviceIds, { now, offlineHours });
  const events: NewEvent[] = [];
  for (const { deviceId, body } of records) {
    if ('notDone' in body) continue;
    const rows = await readConditions(
      trx,
      body.conditions.map(({ conditionId }) => conditionId),
    );
    const { fixed, nothing } = whatItDoes(body);
    for (const [n, { conditionId, reason }] of body.conditions.entries()) {
      const row = rows.get(conditionId);
      if (row?.entityId !== deviceId)
        throw new Refusal(202001, `conditions.${n}.conditionId: no condition of this device`);
      const isOwn = row.visitId === visitId;
      const change = (() => {
        if (fixed.includes(conditionId)) return isOwn ? 'visitFixed' : 'resolve';
        if (nothing.includes(conditionId)) return 'resolve';
        return isOwn && row.work === 'planned' ? 'unplan' : 'note';
      })();
      // The device, or somebody else, may have settled it meanwhile: then there is nothing left to do.
      if (targetOf(row.work, change) === undefined || (change !== 'note' && row.work === 'resolved')) continue;
      const detail = {
        ofVisit: visitId,
        ...(change === 'visitFixed' && { visitId }),
        ...(change === 'resolve' && { reason: nothing.includes(conditionId) ? 'noFaultFound' : 'fixed' }),
        ...(reason !== undefined && { note: reason }),
      };
      events.push({ entityId: deviceId, conditionId, change, from: row.work, detail });
    }
  }
  await addEvents(trx, events, { user, actionId, at: now });
  await reevaluate(trx, deviceIds, { now, offlineHours });
  await settleEvents(trx, actionId);
}

/** Steps that a former record of the visit took with conditions of these devices do not count any more. */
async function takeBack(trx: Trx, visitId: string, deviceIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from condition_event
    where entity_id = any(${[...deviceIds]}::uuid[]) and detail ->> 'ofVisit' = ${visitId} and undone_by is null`.execute(
    trx,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await markUndone(trx, ids, ids);
}
