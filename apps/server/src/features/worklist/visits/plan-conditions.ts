import type { PlannedDevice } from '@platen/contract/visits';
import { targetOf } from '@platen/diagnosis/conditions/transitions';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../../base/errors.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import type { Database } from '../../../store/database.ts';
import { lockEntities, reevaluate } from '../../../worklist/evaluate-entities.ts';
import { addEvents, readConditions, readTargets, settleEvents } from '../action-store.ts';
import { isActable } from '../allowed.ts';

type Trx = Transaction<Database>;

export interface Caller {
  readonly user: SignedInUser;
  readonly now: Date;
  readonly offlineHours: number;
}

/** User who is not notified of an own action; null: a program with a token did it. */
export const actorOf = ({ user }: Pick<Caller, 'user'>): string | null =>
  user.tokenId === undefined ? user.userId : null;

interface Planned {
  readonly visitId: string;
  readonly plannedDay: string;
  readonly assignee: string | null;
}

/**
 * Refuses 202001 for a condition that stands twice, is of another device, is resolved, or that this user may
 * not act on (GE-05: alike for foreign and unknown ones).
 */
export async function checkConditions(
  trx: Trx,
  user: SignedInUser,
  devices: readonly PlannedDevice[],
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  const ids = devices.flatMap(({ conditionIds }) => conditionIds);
  if (new Set(ids).size < ids.length) throw new Refusal(202001, 'body.devices: a condition stands twice');
  const added = ids.filter((id) => !known.has(id));
  const targets = await readTargets(trx, user, added);
  const rows = await readConditions(trx, [...targets.keys()]);
  for (const [n, { deviceId, conditionIds }] of devices.entries())
    for (const id of conditionIds.filter((one) => !known.has(one))) {
      const row = rows.get(id);
      const isOwn = row !== undefined && row.work !== 'resolved' && isActable(user, row);
      if (!isOwn || targets.get(id) !== deviceId)
        throw new Refusal(202001, `body.devices.${n}.conditionIds: ${id} is no open condition of this device`);
    }
}

/** Gives these conditions the day and person of a visit (WL-23); what cannot be planned stays as it is. */
export async function planConditions(trx: Trx, caller: Caller, ids: readonly string[], plan: Planned): Promise<void> {
  await step(trx, caller, ids, 'plan', { ...plan });
}

/** Takes conditions out of a visit: they wait in the worklist again (WL-24). */
export async function unplanConditions(
  trx: Trx,
  caller: Caller,
  ids: readonly string[],
  visitId: string,
): Promise<void> {
  await step(trx, caller, ids, 'unplan', {}, visitId);
}

async function step(
  trx: Trx,
  { user, now, offlineHours }: Caller,
  ids: readonly string[],
  change: 'plan' | 'unplan',
  detail: Readonly<Record<string, unknown>>,
  ofVisit?: string,
): Promise<void> {
  const rows = [...(await readConditions(trx, ids)).values()].filter(
    ({ work, visitId }) => targetOf(work, change) !== undefined && (ofVisit === undefined || visitId === ofVisit),
  );
  if (rows.length === 0) return;
  const actionId = newId();
  await addEvents(
    trx,
    rows.map(({ entityId, conditionId, work }) => ({ entityId, conditionId, change, from: work, detail })),
    { user, actionId, at: now },
  );
  await reevaluate(trx, [...new Set(rows.map(({ entityId }) => entityId))], { now, offlineHours });
  await settleEvents(trx, actionId);
}

/** Locks the devices of a visit, and those that come in, in the order that all other changes take them. */
export async function lockVisit(trx: Trx, visitId: string, more: readonly string[] = []): Promise<void> {
  const devices = await trx.selectFrom('visit_device').select('device_id').where('visit_id', '=', visitId).execute();
  await lockEntities(trx, [...new Set([...devices.map(({ device_id }) => device_id), ...more])]);
  await sql`select 1 from visit where visit_id = ${visitId} for update`.execute(trx);
}
