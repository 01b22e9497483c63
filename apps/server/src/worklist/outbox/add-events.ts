import {
  type ChannelKind,
  isForMachines,
  type NamedChoice,
  type SubscriptionEvent,
} from '@platen/contract/channel-names';
import type { SubscriptionForm } from '@platen/contract/channels';
import { priorities } from '@platen/contract/worklist-names';
import { type ConditionEvent, toEvents } from '@platen/diagnosis/delivery/events';
import { choicesOf, mayLeave, takenUpBy } from '@platen/diagnosis/delivery/match';
import { groupWaitMs } from '@platen/diagnosis/delivery/plan';
import { type Insertable, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import type { StoredEntity } from '../load-stored.ts';
import type { Evaluated } from '../save-evaluations.ts';
import { updateTickets } from './add-ticket.ts';
import { findFallbacksOf, findOwnChannels } from './notice-channels.ts';

type Trx = Transaction<Database>;
type NewDelivery = Insertable<Database['delivery']>;

interface Found extends ConditionEvent {
  readonly entityId: string;
  readonly entity: Evaluated['entity'];
  readonly customerNumber: string | null;
  readonly hasPersonActed: boolean;
}

/** A subscription that is in force, and its channel. */
export interface Listener {
  readonly subscriptionId: string;
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly ownerId: string | null;
  readonly form: SubscriptionForm;
  readonly zone: string;
  /** Null: the owner, or the organisation, sees every device. */
  readonly groupIds: readonly number[] | null;
}

/** Rows of one statement. */
const rowsAtOnce = 500;

/**
 * Writes what subscriptions want of these evaluations into the outbox, in the transaction of the change
 * (DE-16). Without an event no statement is made. `stored`: what was known before.
 */
export async function addEvents(
  trx: Trx,
  evaluated: readonly Evaluated[],
  stored: ReadonlyMap<string, StoredEntity>,
  now: Date,
): Promise<void> {
  const found = evaluated.flatMap(({ entityId, entity, customerNumber, evaluation }): Found[] => {
    const before = stored.get(entityId);
    return toEvents(before?.conditions ?? [], before?.actions ?? [], evaluation).map((event) => ({
      ...event,
      entityId,
      entity,
      customerNumber,
      hasPersonActed: (before?.actions ?? []).some(
        ({ conditionId, action }) => conditionId === event.conditionId && takenUpBy.some((one) => one === action),
      ),
    }));
  });
  if (found.length === 0) return;
  await settleJudged(trx, found, now);
  const resolutions = new Map(
    evaluated.flatMap(({ evaluation }) =>
      evaluation.conditions.map((one) => [one.conditionId, one.resolution] as const),
    ),
  );
  await updateTickets(trx, found, stored, ({ conditionId }) => resolutions.get(conditionId) ?? null, now);
  const listeners = await readListeners(trx);
  const groups = await readGroups(trx, found, listeners);
  const rows = found.flatMap((event) =>
    listeners.flatMap((listener) => {
      const groupIds = groups.get(event.entityId) ?? [];
      const isHidden = event.entity === 'device' && listener.groupIds?.some((id) => groupIds.includes(id)) === false;
      const choices = isHidden ? [] : choicesOf(listener, event, { ...event, groupIds });
      return choices.map((choice) => toRow(event, listener, choice, now));
    }),
  );
  await insertRows(trx, [...rows, ...(await toAssignees(trx, found, rows, now))]);
}

/** An event for a subscription: to machines at once, to people after some time for more (DE-06). */
function toRow(
  event: Found,
  { kind, channelId, subscriptionId, form }: Pick<Listener, 'kind' | 'channelId' | 'subscriptionId' | 'form'>,
  choice: NamedChoice | null,
  now: Date,
): NewDelivery {
  const row = { ...toBare(event, now), channel_id: channelId, subscription_id: subscriptionId, chosen: choice };
  if (!mayLeave(kind, event)) return { ...row, state: 'held', reason: 'judged', due_at: null };
  if (isForMachines(kind)) return row;
  if (form.when.at === 'digest') return { ...row, state: 'held', reason: 'digest', due_at: null };
  return { ...row, state: 'held', reason: 'group', due_at: new Date(now.getTime() + groupWaitMs) };
}

const toBare = (event: Found, now: Date) =>
  ({
    delivery_id: newId(),
    kind: 'change',
    event: event.event,
    at: new Date(event.at),
    entity_id: event.entityId,
    entity: event.entity,
    condition_id: event.conditionId,
    group_key: event.customerNumber ?? event.entityId,
    priority: priorities.indexOf(event.priority) + 1,
    is_judged: event.isJudged,
    state: 'waiting',
    due_at: now,
  }) as const;

/** Overdue and forgotten go once to the assignee, else to the fallback channel (DE-08). */
async function toAssignees(
  trx: Trx,
  found: readonly Found[],
  rows: readonly NewDelivery[],
  now: Date,
): Promise<NewDelivery[]> {
  const late = found.filter(({ event }) => event === 'overdue' || event === 'forgotten');
  if (late.length === 0) return [];
  const own = await findOwnChannels(trx, [...new Set(late.flatMap(({ assignee }) => assignee ?? []))]);
  const fallbacks = await findFallbacksOf(
    trx,
    late.map(({ entityId }) => entityId),
  );
  return late.flatMap((event) => {
    const channelId = (event.assignee === null ? undefined : own.get(event.assignee)) ?? fallbacks.get(event.entityId);
    const has = rows.some(
      (row) => row.channel_id === channelId && row.condition_id === event.conditionId && row.event === event.event,
    );
    return channelId === undefined || has ? [] : [{ ...toBare(event, now), channel_id: channelId }];
  });
}

/**
 * What waits for machines because it rests on a judgement goes once a person acknowledged or planned it
 * (XC-02); what was resolved before never goes.
 */
async function settleJudged(trx: Trx, found: readonly Found[], now: Date): Promise<void> {
  const idsOf = (wanted: (event: Found) => boolean) =>
    uuids([...new Set(found.filter((one) => one.isJudged && wanted(one)).map(({ conditionId }) => conditionId))]);
  if (!found.some(({ isJudged }) => isJudged)) return;
  await sql`
    update delivery set state = 'waiting', reason = null, due_at = ${now}::timestamptz
    where reason = 'judged' and state = 'held' and condition_id = any(${idsOf((one) => one.hasPersonActed && one.event !== 'resolved')})`.execute(
    trx,
  );
  await sql`
    update delivery set state = 'dropped', reason = 'superseded', due_at = null
    where reason = 'judged' and state = 'held' and condition_id = any(${idsOf(({ event }) => event === 'resolved')})`.execute(
    trx,
  );
}

/** All subscriptions in force, or those that choose one of `events`, each with the groups of its owner. */
export async function readListeners(trx: Trx, events?: readonly SubscriptionEvent[]): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select s.subscription_id as "subscriptionId", c.channel_id as "channelId", c.kind, c.owner_id as "ownerId", s.form, c.zone,
      case when c.owner_id is null then (select array[o.group_id] from organisation o
          where o.organisation_id = c.organisation_id and o.group_id is not null)
        when not u.sees_all
        then array(select g.group_id from user_group g where g.user_id = c.owner_id) end as "groupIds"
    from subscription s join channel c using (channel_id) left join app_user u on u.user_id = c.owner_id
    where s.stopped_at is null and c.deleted_at is null and c.state in ('active', 'failing')
      and (c.owner_id is null or u.disabled_at is null)
      and (${events === undefined}::boolean or s.form -> 'events' ?| ${[...(events ?? [])]}::text[])
    order by s.subscription_id`.execute(trx);
  return rows;
}

/** Groups of the devices, where a subscription or its owner asks for them. */
async function readGroups(
  trx: Trx,
  found: readonly Found[],
  listeners: readonly Listener[],
): Promise<ReadonlyMap<string, number[]>> {
  if (listeners.every(({ groupIds, form }) => groupIds === null && form.scope.groupIds === undefined)) return new Map();
  const ids = [...new Set(found.flatMap(({ entity, entityId }) => (entity === 'device' ? entityId : [])))];
  const { rows } = await sql<{ id: string; groups: number[] }>`
    select device_id as id, group_ids as groups from device where device_id = any(${uuids(ids)})`.execute(trx);
  return new Map(rows.map(({ id, groups }) => [id, groups]));
}

/** Adds rows to the outbox. */
export async function insertRows(trx: Trx, rows: readonly NewDelivery[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await trx
      .insertInto('delivery')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
}
