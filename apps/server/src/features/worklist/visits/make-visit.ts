import type { BodyOf } from '@platen/contract/endpoint';
import { can } from '@platen/contract/rights';
import type { makeVisit as makeCall, PlannedDevice, Visit } from '@platen/contract/visits';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../../base/errors.ts';
import { toDayText } from '../../../base/time.ts';
import { requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { visibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';
import { lockEntities } from '../../../worklist/evaluate-entities.ts';
import { readOrganisation } from '../../../worklist/organisation.ts';
import { addVisitEvents } from '../../../worklist/outbox/add-visit-events.ts';
import { listConditions } from '../action-store.ts';
import { findUnseen, mayAssignTo } from '../people.ts';
import { toHoursText } from './hours.ts';
import { actorOf, type Caller, checkConditions, planConditions } from './plan-conditions.ts';
import { readVisit, readVisitRow } from './read-visit.ts';
import { auditVisit } from './visit-audit.ts';

type Trx = Transaction<Database>;

/** Today in the zone of the organisation. */
export async function readToday(db: Kysely<Database>, user: SignedInUser, now: Date): Promise<string> {
  const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
  return toDayText(toWorkTime(calendar).dayOf(now.getTime()));
}

/** Refuses 202001 for a person to whom this user may not assign, and for a day that has passed. */
export async function checkPlan(
  trx: Trx,
  { user, now }: Caller,
  plan: { readonly assignee?: string | null | undefined; readonly plannedDay?: string | null | undefined },
): Promise<void> {
  const { assignee = null, plannedDay = null } = plan;
  if (assignee !== null && !(await mayAssignTo(trx, user, assignee)))
    throw new Refusal(202001, 'body.assignee: not a person to whom you may assign');
  if (plannedDay !== null && plannedDay < (await readToday(trx, user, now)))
    throw new Refusal(202001, 'body.plannedDay: this day has passed');
}

/** Refuses 202001 where the person who goes does not see each device: no list would show them the visit. */
export async function checkSeen(trx: Trx, assignee: string | null, deviceIds: readonly string[]): Promise<void> {
  if (assignee !== null && (await findUnseen(trx, assignee, deviceIds)).size > 0)
    throw new Refusal(202001, 'body.assignee: does not see each of these devices');
}

export interface VisitCustomer {
  readonly number: string | null;
  readonly name: string | null;
}

/** The customer of these devices, which the user sees all. Refuses 202001 for those of several customers. */
export async function readCustomer(
  db: Kysely<Database>,
  user: SignedInUser,
  devices: readonly PlannedDevice[],
): Promise<VisitCustomer> {
  const ids = devices.map(({ deviceId }) => deviceId);
  if (new Set(ids).size < ids.length) throw new Refusal(202001, 'body.devices: a device stands twice');
  const { rows } = await sql<VisitCustomer>`
    select customer_number as number, max(customer_name) as name from device d
    where d.device_id = any(${ids}::uuid[]) and ${visibleTo(user)}
    group by customer_number, case when customer_number is null then customer_name end`.execute(db);
  const [customer] = rows;
  if (customer === undefined || rows.length > 1) throw new Refusal(202001, 'body.devices: a visit is to one customer');
  return customer;
}

/** Writes the devices of a visit in their order; serial and model stay with it (GE-16). */
export async function writeDevices(trx: Trx, visitId: string, devices: readonly PlannedDevice[]): Promise<void> {
  for (const [place, { deviceId, tasks, bring }] of devices.entries())
    await sql`
      insert into visit_device as x (device_id, visit_id, serial, model, place, tasks, bring)
      select device_id, ${visitId}, serial, model, ${place}, ${JSON.stringify(tasks ?? [])}, ${JSON.stringify(bring ?? [])}
      from device where device_id = ${deviceId}
      on conflict (device_id, visit_id) do update set place = excluded.place,
        tasks = case when ${tasks !== undefined} then excluded.tasks else x.tasks end,
        bring = case when ${bring !== undefined} then excluded.bring else x.bring end`.execute(trx);
}

/** The day of a visit that is made: who may record alone is called to it, today and for itself (VR-09). */
async function readDay(
  trx: Trx,
  { user, now }: Caller,
  { plannedDay = null, assignee = null }: Pick<BodyOf<typeof makeCall>, 'plannedDay' | 'assignee'>,
): Promise<string | null> {
  if (can(user, 'planVisits')) return plannedDay;
  const today = await readToday(trx, user, now);
  if (assignee !== user.userId || (plannedDay !== null && plannedDay !== today))
    throw new Refusal(200002, 'without the right planVisits only a visit of today, for yourself');
  return today;
}

/**
 * Makes a visit (VP-18): with a day it is planned, else a draft. The devices were checked to be visible.
 * Nothing is added to what the person chose (XC-04).
 */
export async function makeVisit(trx: Trx, caller: Caller, body: BodyOf<typeof makeCall>): Promise<Visit> {
  const { user, now } = caller;
  requireRight(user, 'recordVisits');
  const { kind, devices, place = null, access = null, note = null, externalKey = null } = body;
  const { assignee = null, hours = null } = body;
  if (kind === 'elsewhere' && user.tokenId === undefined)
    throw new Refusal(202001, 'body.kind: elsewhere is for other systems, with an API token');
  const plannedDay = await readDay(trx, caller, body);
  await checkPlan(trx, caller, { assignee, plannedDay });
  const customer = await readCustomer(trx, user, devices);
  await checkSeen(
    trx,
    assignee,
    devices.map(({ deviceId }) => deviceId),
  );
  const visitId = newId();
  await lockEntities(trx, [...new Set(devices.map(({ deviceId }) => deviceId))]);
  await checkConditions(trx, user, devices);
  await trx
    .insertInto('visit')
    .values({
      visit_id: visitId,
      kind,
      state: plannedDay === null ? 'draft' : 'planned',
      customer_number: customer.number,
      customer_name: customer.name,
      place,
      access,
      planned_day: plannedDay,
      planned_hours: toHoursText(hours),
      assignee,
      note,
      external_key: externalKey,
      former_id: null,
      made_by: user.userId,
      made_at: now,
      started_at: null,
      recorded_at: null,
      seen_at: null,
      done_at: null,
    })
    .execute();
  await writeDevices(trx, visitId, devices);
  await listConditions(
    trx,
    devices.flatMap(({ deviceId, conditionIds }) =>
      conditionIds.map((conditionId) => ({ deviceId, conditionId, visitId })),
    ),
  );
  if (plannedDay !== null)
    await planConditions(
      trx,
      caller,
      devices.flatMap(({ conditionIds }) => conditionIds),
      { visitId, plannedDay, assignee },
    );
  const after = await readVisitRow(trx, user, visitId);
  await auditVisit(trx, caller, 'make', visitId, { after, hasText: note !== null || access !== null });
  await addVisitEvents(trx, new Map(), [visitId], { by: actorOf(caller), now });
  return await readVisit(trx, user, visitId, now);
}
