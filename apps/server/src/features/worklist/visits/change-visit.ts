import type { BodyOf } from '@platen/contract/endpoint';
import type { VisitAction } from '@platen/contract/visit-names';
import type {
  cancelVisit as cancelCall,
  changeVisit as changeCall,
  planVisit as planCall,
  Visit,
} from '@platen/contract/visits';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { dayMs, minuteMs } from '../../../base/time.ts';
import { requireRight } from '../../../identity/signed-in-user.ts';
import type { Database } from '../../../store/database.ts';
import { addVisitEvents } from '../../../worklist/outbox/add-visit-events.ts';
import { listConditions } from '../action-store.ts';
import { toHoursText } from './hours.ts';
import { checkPlan, checkSeen, readCustomer, writeDevices } from './make-visit.ts';
import {
  actorOf,
  type Caller,
  checkConditions,
  lockVisit,
  planConditions,
  unplanConditions,
} from './plan-conditions.ts';
import { readVisit } from './read-visit.ts';
import { auditVisit } from './visit-audit.ts';

type Trx = Transaction<Database>;

/** Clocks of telephones may be ahead; what lies further back than this is no time of today's visit. */
const startBounds = { aheadMs: 10 * minuteMs, backMs: 7 * dayMs };

interface Change {
  readonly action: VisitAction;
  readonly version?: number | undefined;
  readonly devices?: readonly string[];
}

/**
 * The visit, locked, once the user may do this with it. Refuses 204001 as unknown, 202002 with the present
 * visit where it was changed meanwhile (GE-06), 200002 without the right and 202003 in another state.
 */
async function open(
  trx: Trx,
  caller: Caller,
  visitId: string,
  { action, version, devices = [] }: Change,
): Promise<Visit> {
  const { user, now } = caller;
  requireRight(user, action === 'start' ? 'recordVisits' : 'planVisits');
  await readVisit(trx, user, visitId, now);
  await lockVisit(trx, visitId, devices);
  const visit = await readVisit(trx, user, visitId, now);
  if (version !== undefined && visit.version !== version)
    throw new Refusal(202002, 'the visit was changed meanwhile', { body: { current: { visit } } });
  if (!visit.actions.includes(action)) throw new Refusal(202003, `not possible with a visit that is ${visit.state}`);
  return visit;
}

/** Answers with the visit after a change, which it records. */
async function finish(trx: Trx, caller: Caller, before: Visit, what: string, hasText = false): Promise<Visit> {
  const { visitId } = before;
  const isPlan = what === 'change' || what === 'plan' || what === 'cancel';
  await sql`
    update visit set version = version + 1, plan_version = case when ${isPlan} then version + 1 else plan_version end
    where visit_id = ${visitId}`.execute(trx);
  const after = await readVisit(trx, caller.user, visitId, caller.now);
  await auditVisit(trx, caller, what, visitId, { before: toPlan(before), after: toPlan(after), hasText });
  const former = {
    ...toPlan(before),
    assigneeName: before.assignee?.name ?? null,
    deviceIds: before.devices.map(({ deviceId }) => deviceId),
  };
  await addVisitEvents(trx, new Map([[visitId, former]]), [visitId], { by: actorOf(caller), now: caller.now });
  return after;
}

const toPlan = (visit: Visit) => ({
  ...visit,
  hours: toHoursText(visit.hours),
  assignee: visit.assignee?.userId ?? null,
});

const conditionsOf = ({ devices }: Visit) =>
  devices.flatMap(({ deviceId, conditions }) => conditions.map(({ conditionId }) => ({ deviceId, conditionId })));

/** Changes what was planned; what is left out stays (VP-18). */
export async function changeVisit(
  trx: Trx,
  caller: Caller,
  visitId: string,
  body: BodyOf<typeof changeCall>,
): Promise<Visit> {
  const { user } = caller;
  const devices = body.devices?.map(({ deviceId }) => deviceId) ?? [];
  const before = await open(trx, caller, visitId, { action: 'change', version: body.version, devices });
  await checkPlan(trx, caller, { assignee: body.assignee });
  await checkNewlySeen(trx, before, body.assignee, devices);
  const { kind, place, access, note, externalKey, hours, assignee } = body;
  const wanted = {
    ...(kind !== undefined && { kind }),
    ...(place !== undefined && { place }),
    ...(access !== undefined && { access }),
    ...(note !== undefined && { note }),
    ...(externalKey !== undefined && { external_key: externalKey }),
    ...(hours !== undefined && { planned_hours: toHoursText(hours) }),
    ...(assignee !== undefined && { assignee }),
  };
  if (Object.keys(wanted).length > 0)
    await trx.updateTable('visit').set(wanted).where('visit_id', '=', visitId).execute();
  if (body.devices !== undefined) await changeDevices(trx, caller, before, body.devices);
  await replan(trx, caller, before);
  const hasText = [access, note].some((text) => text !== undefined);
  return await finish(trx, { ...caller, user }, before, 'change', hasText);
}

/** Another person must see all devices of the visit, the present one those that come in (`checkSeen`). */
async function checkNewlySeen(
  trx: Trx,
  before: Visit,
  assignee: string | null | undefined,
  devices: readonly string[],
): Promise<void> {
  const known = before.devices.map(({ deviceId }) => deviceId);
  const present = before.assignee?.userId ?? null;
  const wanted = assignee === undefined ? present : assignee;
  const staying = devices.length > 0 ? devices : known;
  await checkSeen(trx, wanted, wanted === present ? devices.filter((id) => !known.includes(id)) : staying);
}

/** Puts devices and conditions in and takes others out; a device that was recorded stays. */
async function changeDevices(
  trx: Trx,
  caller: Caller,
  before: Visit,
  devices: NonNullable<BodyOf<typeof changeCall>['devices']>,
): Promise<void> {
  const { visitId } = before;
  const present = devices.filter(({ deviceId }) => !before.devices.some((one) => one.deviceId === deviceId));
  if (present.length > 0) {
    const customer = await readCustomer(trx, caller.user, devices);
    if (customer.number !== before.customerNumber)
      throw new Refusal(202001, 'body.devices: a visit is to one customer');
  }
  const staying = new Set(devices.map(({ deviceId }) => deviceId));
  const gone = before.devices.filter(({ deviceId }) => !staying.has(deviceId));
  if (gone.some(({ record }) => record !== null))
    throw new Refusal(202003, 'a device that was recorded cannot be taken out');
  const former = conditionsOf(before);
  await checkConditions(trx, caller.user, devices, new Set(former.map(({ conditionId }) => conditionId)));
  const wanted = new Set(devices.flatMap(({ conditionIds }) => conditionIds));
  const dropped = former.flatMap(({ conditionId }) => (wanted.has(conditionId) ? [] : conditionId));
  await unplanConditions(trx, caller, dropped, visitId);
  await sql`delete from visit_condition where visit_id = ${visitId} and condition_id = any(${dropped}::uuid[])`.execute(
    trx,
  );
  await sql`
    delete from visit_device where visit_id = ${visitId}
      and device_id = any(${gone.map(({ deviceId }) => deviceId)}::uuid[])`.execute(trx);
  await writeDevices(trx, visitId, devices);
  await listConditions(
    trx,
    devices.flatMap(({ deviceId, conditionIds }) =>
      conditionIds.map((conditionId) => ({ deviceId, conditionId, visitId })),
    ),
  );
}

/** The conditions of a visit that has a day follow its day and person, and those that came in are planned. */
async function replan(trx: Trx, caller: Caller, before: Visit): Promise<void> {
  const visit = await readVisit(trx, caller.user, before.visitId, caller.now);
  if (visit.plannedDay === null || visit.state === 'draft') return;
  const assignee = visit.assignee?.userId ?? null;
  const isMoved = visit.plannedDay !== before.plannedDay || assignee !== (before.assignee?.userId ?? null);
  const known = new Set(before.state === 'draft' || isMoved ? [] : conditionsOf(before).map((one) => one.conditionId));
  const ids = conditionsOf(visit).flatMap(({ conditionId }) => (known.has(conditionId) ? [] : conditionId));
  await planConditions(trx, caller, ids, { visitId: visit.visitId, plannedDay: visit.plannedDay, assignee });
}

/** Sets the day: a draft becomes planned, a planned visit moves (VP-02). */
export async function planVisit(
  trx: Trx,
  caller: Caller,
  visitId: string,
  body: BodyOf<typeof planCall>,
): Promise<Visit> {
  const before = await open(trx, caller, visitId, { action: 'plan', version: body.version });
  const { plannedDay, hours, assignee } = body;
  await checkPlan(trx, caller, { assignee, plannedDay });
  await checkNewlySeen(trx, before, assignee, []);
  await trx
    .updateTable('visit')
    .set({
      state: 'planned',
      planned_day: plannedDay,
      ...(hours !== undefined && { planned_hours: toHoursText(hours) }),
      ...(assignee !== undefined && { assignee }),
    })
    .where('visit_id', '=', visitId)
    .execute();
  await replan(trx, caller, before);
  return await finish(trx, caller, before, 'plan');
}

/** 'I am there' (VP-02). A visit of no user becomes the user's own. Repeated, it changes nothing. */
export async function startVisit(trx: Trx, caller: Caller, visitId: string, at: string | undefined): Promise<Visit> {
  const { user, now } = caller;
  const present = await readVisit(trx, user, visitId, now);
  if (present.state === 'underWay') return present;
  const before = await open(trx, caller, visitId, { action: 'start' });
  const asked = at === undefined ? now.getTime() : Date.parse(at);
  if (asked > now.getTime() + startBounds.aheadMs || asked < now.getTime() - startBounds.backMs)
    throw new Refusal(202001, 'body.at: not a time of this visit');
  await trx
    .updateTable('visit')
    .set({ state: 'underWay', started_at: new Date(asked), assignee: before.assignee?.userId ?? user.userId })
    .where('visit_id', '=', visitId)
    .execute();
  await replan(trx, caller, before);
  return await finish(trx, caller, before, 'start');
}

/** Cancels a visit (VP-02); what it was for waits in the worklist again (WL-24, WL-30). */
export async function cancelVisit(
  trx: Trx,
  caller: Caller,
  visitId: string,
  { reason, note, version }: BodyOf<typeof cancelCall>,
): Promise<Visit> {
  if (reason === 'other' && note === undefined) throw new Refusal(202001, 'body.note: say what the reason is');
  const before = await open(trx, caller, visitId, { action: 'cancel', version });
  await trx
    .updateTable('visit')
    .set({ state: 'cancelled', cancelled: JSON.stringify({ reason, note: note ?? null }) })
    .where('visit_id', '=', visitId)
    .execute();
  await unplanConditions(
    trx,
    caller,
    conditionsOf(before).map(({ conditionId }) => conditionId),
    visitId,
  );
  return await finish(trx, caller, before, 'cancel', note !== undefined);
}

/** The record was read (VP-24). */
export async function seeVisit(trx: Trx, caller: Caller, visitId: string): Promise<Visit> {
  const { user, now } = caller;
  const present = await readVisit(trx, user, visitId, now);
  if (present.seenAt !== null && !present.actions.includes('see')) return present;
  const before = await open(trx, caller, visitId, { action: 'see' });
  await trx.updateTable('visit').set({ seen_at: now }).where('visit_id', '=', visitId).execute();
  return await finish(trx, caller, before, 'see');
}
