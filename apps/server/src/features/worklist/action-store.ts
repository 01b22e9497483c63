import type { VisitHours } from '@platen/contract/visit-hours';
import type { Action } from '@platen/diagnosis/conditions/model';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { actableBy } from './allowed.ts';
import { type ConditionRow, conditionColumns } from './condition-store.ts';
import { toHoursText } from './visits/hours.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Entities of these conditions, by condition; those that the user may not act on are left out. */
export async function readTargets(
  db: Db,
  user: SignedInUser,
  conditionIds: readonly string[],
): Promise<Map<string, string>> {
  const isTarget = sql<boolean>`c.condition_id = any(${conditionIds}::uuid[])`;
  const { rows } = await sql<{ conditionId: string; entityId: string }>`
    select c.condition_id as "conditionId", c.entity_id as "entityId" from condition c
    where ${isTarget} and ${actableBy(user, isTarget)}`.execute(db);
  return new Map(rows.map(({ conditionId, entityId }) => [conditionId, entityId]));
}

/** These conditions as they are now, by id. */
export async function readConditions(db: Db, conditionIds: readonly string[]): Promise<Map<string, ConditionRow>> {
  const { rows } = await sql<ConditionRow>`
    select ${conditionColumns} from condition c where c.condition_id = any(${conditionIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.conditionId, row]));
}

/** Who changed these conditions last; null: the server. Notes change none. */
export async function readChangers(db: Db, conditionIds: readonly string[]): Promise<Map<string, string | null>> {
  if (conditionIds.length === 0) return new Map();
  const { rows } = await sql<{ conditionId: string; by: string | null }>`
    select distinct on (e.condition_id) e.condition_id as "conditionId", e.user_id as by
    from condition c join condition_event e on e.entity_id = c.entity_id and e.condition_id = c.condition_id
    where c.condition_id = any(${conditionIds}::uuid[]) and e.change <> 'note'
    order by e.condition_id, e.at desc, e.event_id desc`.execute(db);
  return new Map(rows.map(({ conditionId, by }) => [conditionId, by]));
}

export interface NewEvent {
  readonly entityId: string;
  readonly conditionId: string;
  readonly change: string;
  readonly from: string | null;
  /** In the form of the actions of packages/diagnosis. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Records what a person does; returns the ids of the entries. */
export async function addEvents(
  trx: Trx,
  events: readonly NewEvent[],
  { user, actionId, at }: { user: SignedInUser; actionId: string; at: Date },
): Promise<string[]> {
  if (events.length === 0) return [];
  const ids = events.map(() => newId());
  await trx
    .insertInto('condition_event')
    .values(
      events.map(({ entityId, conditionId, change, from, detail }, n) => ({
        entity_id: entityId,
        event_id: ids[n] ?? '',
        condition_id: conditionId,
        at,
        user_id: user.userId,
        action_id: actionId,
        change,
        work_from: sql<null>`${from}`,
        work_to: null,
        detail: JSON.stringify(detail),
        undone_by: null,
      })),
    )
    .execute();
  return ids;
}

/** Notes where the action led, once the conditions were evaluated. */
export async function settleEvents(trx: Trx, actionId: string): Promise<void> {
  await sql`
    update condition_event e set work_to = c.work from condition c
    where e.action_id = ${actionId} and c.entity_id = e.entity_id and c.condition_id = e.condition_id`.execute(trx);
}

/** Entries of an action that were not taken back and may be, by condition. */
export async function readUndoable(
  trx: Trx,
  actionId: string,
  mayUndo: (entry: Pick<Action, 'action' | 'by' | 'at'>) => boolean,
): Promise<Map<string, string>> {
  const { rows } = await sql<Pick<Action, 'action' | 'by' | 'at' | 'conditionId' | 'eventId'>>`
    select condition_id as "conditionId", event_id as "eventId", user_id as by, change as action,
      extract(epoch from at)::float8 * 1000 as at
    from condition_event where action_id = ${actionId} and undone_by is null`.execute(trx);
  return new Map(rows.filter(mayUndo).map(({ conditionId, eventId }) => [conditionId, eventId]));
}

/** Notes of steps which step took them back. */
export async function markUndone(trx: Trx, eventIds: readonly string[], undoneBy: readonly string[]): Promise<void> {
  await sql`
    update condition_event e set undone_by = taken.by
    from unnest(${eventIds}::uuid[], ${undoneBy}::uuid[]) as taken(event_id, by)
    where e.event_id = taken.event_id`.execute(trx);
}

interface Plan {
  readonly user: SignedInUser;
  readonly actionId: string;
  /** When the action was asked for, by the clock of the database where it goes on as a job. */
  readonly askedAt: Date;
  readonly plannedDay: string;
  /** Left out: a visit of that day and person at any hours will do. */
  readonly hours?: VisitHours | undefined;
  readonly assignee: string | null;
  /** Left out: our own people go there. */
  readonly kind?: 'elsewhere';
}

/**
 * The visit of each of these entities (WL-23): the planned one of that device, day, hours and person, or a
 * new one, for all devices of a customer together, also those of other parts of the action. Nothing else is
 * put into it (XC-04).
 */
export async function findVisits(
  trx: Trx,
  entityIds: readonly string[],
  { user, actionId, askedAt, plannedDay, hours, assignee, kind }: Plan,
): Promise<Map<string, string>> {
  const hoursText = toHoursText(hours ?? null);
  const known = await sql<{ deviceId: string; visitId: string }>`
    select distinct on (vd.device_id) vd.device_id as "deviceId", v.visit_id as "visitId"
    from visit_device vd join visit v on v.visit_id = vd.visit_id
    where vd.device_id = any(${entityIds}::uuid[]) and v.state = 'planned' and v.planned_day = ${plannedDay}::date
      and v.assignee is not distinct from ${assignee}::uuid and (v.kind = 'elsewhere') = ${kind === 'elsewhere'}
      and (${hoursText}::text is null or v.planned_hours = ${hoursText})
    order by vd.device_id, v.made_at`.execute(trx);
  const visits = new Map(known.rows.map(({ deviceId, visitId }) => [deviceId, visitId]));
  const others = entityIds.filter((id) => !visits.has(id));
  const devices = await sql<{ id: string; number: string | null; name: string | null }>`
    select device_id as id, customer_number as number, customer_name as name from device d
    where d.device_id = any(${others}::uuid[]) and ${visibleTo(user)}`.execute(trx);
  const customers = new Map(devices.rows.map(({ id, ...customer }) => [id, customer]));
  const former = await sql<{ number: string; visitId: string }>`
    select distinct on (v.customer_number) v.customer_number as number, v.visit_id as "visitId"
    from condition_event e join visit v on v.visit_id = (e.detail ->> 'visitId')::uuid
    where e.action_id = ${actionId} and v.state = 'planned' and v.made_at >= ${askedAt}
      and v.customer_number = any(${[...customers.values()].map(({ number }) => number)}::text[])
    order by v.customer_number, v.made_at`.execute(trx);
  const made = new Map(former.rows.map(({ number, visitId }) => [number, visitId]));
  for (const id of others) {
    const { number = null, name = null } = customers.get(id) ?? {};
    const key = number ?? id;
    const visitId = made.get(key) ?? newId();
    if (!made.has(key))
      await trx
        .insertInto('visit')
        .values({
          visit_id: visitId,
          ...(kind !== undefined && { kind }),
          state: 'planned',
          customer_number: number,
          customer_name: name,
          planned_day: plannedDay,
          place: null,
          access: null,
          planned_hours: hoursText,
          assignee,
          note: null,
          external_key: null,
          former_id: null,
          made_by: user.userId,
          started_at: null,
          recorded_at: null,
          seen_at: null,
          done_at: null,
        })
        .execute();
    made.set(key, visitId);
    visits.set(id, visitId);
    if (customers.has(id))
      await sql`
        insert into visit_device (device_id, visit_id, serial, model)
        select device_id, ${visitId}, serial, model from device where device_id = ${id}`.execute(trx);
  }
  return visits;
}

/**
 * Takes conditions into the plans of visits: of a condition at most one visit is ahead (decision 0455). Each
 * visit is then another plan (VP-24).
 */
export async function listConditions(
  trx: Trx,
  conditions: readonly { readonly deviceId: string; readonly conditionId: string; readonly visitId: string }[],
): Promise<void> {
  if (conditions.length === 0) return;
  const ids = conditions.map(({ conditionId }) => conditionId);
  const visitIds = conditions.map(({ visitId }) => visitId);
  await sql`
    delete from visit_condition vc using visit v where v.visit_id = vc.visit_id and v.state in ('draft', 'planned')
      and (vc.condition_id, v.visit_id) in (
        select o.condition_id, o.visit_id from visit_condition o
          join unnest(${ids}::uuid[], ${visitIds}::uuid[]) as wanted(condition_id, visit_id) using (condition_id)
        where o.visit_id <> wanted.visit_id)`.execute(trx);
  await trx
    .insertInto('visit_condition')
    .values(
      conditions.map(({ deviceId, conditionId, visitId }) => ({
        device_id: deviceId,
        condition_id: conditionId,
        visit_id: visitId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    update visit set version = version + 1, plan_version = version + 1
    where visit_id = any(${visitIds}::uuid[]) and made_at < now() and state in ('planned', 'underWay')`.execute(trx);
}

/**
 * Takes conditions that went out of their visits, and what was resolved otherwise, from the plans of these;
 * then devices that nothing is left of, and cancels visits without a device. What has tasks or parts of its
 * own stays. `rows`: the conditions as they were.
 */
export async function tidyVisits(
  trx: Trx,
  rows: readonly Pick<ConditionRow, 'conditionId' | 'entityId' | 'visitId'>[],
): Promise<void> {
  const ofVisits = rows.filter(({ visitId }) => visitId !== null);
  if (ofVisits.length === 0) return;
  const visits = [...new Set(ofVisits.flatMap(({ visitId }) => visitId ?? []))];
  const devices = [...new Set(ofVisits.map(({ entityId }) => entityId))];
  const isAhead = sql`v.state = 'planned' and v.visit_id = any(${visits}::uuid[])`;
  await sql`
    delete from visit_condition vc using visit v, condition c
    where v.visit_id = vc.visit_id and ${isAhead} and c.entity_id = vc.device_id and c.condition_id = vc.condition_id
      and vc.condition_id = any(${ofVisits.map(({ conditionId }) => conditionId)}::uuid[])
      and (c.visit_id is distinct from v.visit_id or c.work = 'resolved')`.execute(trx);
  await sql`
    delete from visit_device vd using visit v where v.visit_id = vd.visit_id and ${isAhead}
      and vd.device_id = any(${devices}::uuid[]) and vd.tasks = '[]' and vd.bring = '[]'
      and not exists (select from visit_condition vc where vc.visit_id = v.visit_id and vc.device_id = vd.device_id)`.execute(
    trx,
  );
  await sql`
    update visit v set state = 'cancelled', cancelled = '{"reason": "nothingLeft", "note": null}', version = version + 1,
      plan_version = version + 1
    where ${isAhead} and v.visit_id not in (
      select visit_id from visit_device where visit_id = any(${visits}::uuid[])
      union all select visit_id from visit_condition where visit_id = any(${visits}::uuid[])
      union all select visit_id from condition where visit_id = any(${visits}::uuid[]) and work = 'planned')`.execute(
    trx,
  );
}
