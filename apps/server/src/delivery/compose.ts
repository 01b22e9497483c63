import type { ChannelKind, DeliveryEvent, DeliveryReason } from '@platen/contract/channel-names';
import { mostDigestRows } from '@platen/contract/channel-names';
import type { SubscriptionForm } from '@platen/contract/channels';
import { dayMs, hourMs } from '@platen/contract/constants';
import { priorities } from '@platen/contract/worklist-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { type PlannedSubscription, planMessages, type Step, type WaitingEvent } from '@platen/diagnosis/delivery/plan';
import { type DaysOff, nextDigest, startOfDay } from '@platen/diagnosis/delivery/times';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { inTransaction, isConnectionTrouble } from '../store/transactions.ts';
import { type Organisation, readOrganisation } from '../worklist/organisation.ts';
import { addNotice } from '../worklist/outbox/add-notice.ts';
import { readOpen } from './digest-rows.ts';
import { loadSubjects, type Subject } from './load-subjects.ts';
import type { MessageItem } from './message.ts';
import { readOwner } from './owner.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Events of a channel in one transaction; more follow in the next. */
const mostEvents = 2000;
/** Items of a message; the rest is a number. */
const mostItems = mostDigestRows;

interface ComposeOptions {
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface ChannelRow {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly ownerId: string | null;
  readonly zone: string;
  readonly limitHour: number;
  readonly limitDay: number;
}

interface EventRow {
  readonly id: string;
  readonly kind: 'change' | 'reminder';
  readonly event: DeliveryEvent;
  readonly at: Date;
  readonly dueAt: Date | null;
  readonly reason: DeliveryReason | null;
  readonly subscriptionId: string | null;
  readonly conditionId: string;
  readonly groupKey: string;
  readonly priority: number;
  readonly wasSent: boolean;
}

interface SubscriptionRow {
  readonly id: string;
  readonly form: Omit<SubscriptionForm, 'subscriptionId'>;
  readonly isDigestDue: boolean;
  readonly digestAt: Date | null;
  readonly lastSent: Readonly<Record<string, string>> | null;
}

/**
 * Turns due events into messages, channel by channel, each in a transaction that holds the channel: a channel
 * that another server holds is left to it. Returns the number of channels.
 */
export async function composeDue(db: Db, now: Date, { log, signal }: ComposeOptions): Promise<number> {
  let composed = 0;
  const done = new Set<string>();
  while (!signal.aborted) {
    const { rows } = await sql<{ id: string }>`
      select distinct channel_id as id from delivery
        where message_id is null and due_at <= ${now}::timestamptz and state in ('waiting', 'held')
      union select channel_id from subscription where digest_due <= ${now}::timestamptz and stopped_at is null`.execute(
      db,
    );
    const ids = rows.map(({ id }) => id).filter((id) => !done.has(id));
    if (ids.length === 0) return composed;
    for (const id of ids) {
      if (signal.aborted) return composed;
      done.add(id);
      try {
        if (await inTransaction(db, (trx) => composeChannel(trx, id, now))) composed += 1;
      } catch (error) {
        // One channel stops no other; it is looked at again in the next round.
        if (isConnectionTrouble(error)) throw error;
        log.error({ channel: id, reason: toMessage(error) }, 'messages of a channel could not be put together');
      }
    }
  }
  return composed;
}

async function composeChannel(trx: Trx, channelId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<ChannelRow & { isGone: boolean }>`
    select channel_id as "channelId", kind, owner_id as "ownerId", zone, limit_hour as "limitHour",
      limit_day as "limitDay", deleted_at is not null or state not in ('active', 'failing') as "isGone"
    from channel where channel_id = ${channelId} for update skip locked`.execute(trx);
  const [channel] = rows;
  if (channel === undefined) return false;
  const owner = await readOwner(trx, channel.ownerId);
  if (channel.isGone || owner === undefined) {
    await dropAll(trx, channelId, channel.isGone ? 'channelDisabled' : 'ownerGone');
    return true;
  }
  const organisation = await readOrganisation(trx);
  const off = toDaysOff(organisation);
  const subscriptions = await readSubscriptions(trx, channelId, now);
  const events = await readEvents(trx, channelId, now);
  const subjects = await loadSubjects(trx, {
    owner,
    kind: channel.kind,
    conditionIds: events.map(({ conditionId }) => conditionId),
    time: toWorkTime(organisation.settings.calendar),
    now,
  });
  // What the owner may not see leaves no trace in the owner's log.
  const hidden = events.filter(({ conditionId }) => !subjects.has(conditionId)).map(({ id }) => id);
  if (hidden.length > 0) await sql`delete from delivery where delivery_id = any(${uuids(hidden)})`.execute(trx);
  const paused = events.filter(({ conditionId }) => subjects.get(conditionId)?.isRulePaused === true);
  await drop(
    trx,
    paused.map(({ id }) => id),
    'rulePaused',
  );
  const left = events.filter((event) => subjects.has(event.conditionId) && !paused.includes(event));
  const steps = planMessages(
    left.map((event) => toWaiting(event, subjects)),
    {
      kind: channel.kind,
      zone: channel.zone,
      limits: { hour: channel.limitHour, day: channel.limitDay },
      ...(await readSent(trx, channel, now)),
      subscriptions: new Map(subscriptions.map((row) => [row.id, toPlanned(row)])),
    },
    off,
    now.getTime(),
  );
  const context = {
    channel,
    owner,
    organisation,
    subscriptions,
    subjects,
    now,
    events: new Map(left.map((one) => [one.id, one])),
  };
  for (const step of steps) await take(trx, step, context);
  await planDigests(trx, channel, subscriptions, off, now);
  return true;
}

interface Context {
  readonly channel: ChannelRow;
  readonly owner: SignedInUser;
  readonly organisation: Organisation;
  readonly subscriptions: readonly SubscriptionRow[];
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly events: ReadonlyMap<string, EventRow>;
  readonly now: Date;
}

async function take(trx: Trx, step: Step, context: Context): Promise<void> {
  if (step.step === 'drop') return await drop(trx, step.ids, step.reason);
  if (step.step === 'hold') return await hold(trx, step.ids, step.reason, step.until);
  const { channel, now } = context;
  if (step.step === 'limit') {
    const content = { kind: 'limit', limit: step.limit, count: step.count, until: new Date(step.until).toISOString() };
    await addNotice(trx, { channelId: channel.channelId, kind: 'limit', content }, now);
    return undefined;
  }
  const events = step.ids.flatMap((id) => context.events.get(id) ?? []);
  const content = await toContent(trx, step, events, context);
  if (step.kind === 'change' || step.kind === 'reminder') await makeMessage(trx, step.ids, content, now);
  else await makeGathered(trx, step, events, content, context);
}

/** The first event becomes the message: its id is that of the message. */
async function makeMessage(trx: Trx, ids: readonly string[], content: object, now: Date): Promise<void> {
  const [first] = ids;
  if (first === undefined) return;
  await sql`
    update delivery set message_id = ${first}, reason = null, composed_at = ${now}::timestamptz,
      state = case when delivery_id = ${first} then 'waiting' else 'merged' end,
      due_at = case when delivery_id = ${first} then ${now}::timestamptz end,
      content = case when delivery_id = ${first} then ${JSON.stringify(content)}::jsonb else content end
    where delivery_id = any(${uuids(ids)})`.execute(trx);
}

/** A digest or summary is a message of its own. */
async function makeGathered(
  trx: Trx,
  step: Extract<Step, { step: 'send' }>,
  events: readonly EventRow[],
  content: object,
  { channel, now }: Context,
): Promise<void> {
  const messageId = newId();
  const priority = Math.min(...events.map((event) => event.priority), priorities.length);
  await trx
    .insertInto('delivery')
    .values({
      delivery_id: messageId,
      channel_id: channel.channelId,
      subscription_id: step.subscriptionId,
      kind: step.kind,
      at: now,
      priority,
      state: 'waiting',
      due_at: now,
      message_id: messageId,
      composed_at: now,
      content: JSON.stringify(content),
    })
    .execute();
  if (step.ids.length > 0)
    await sql`
      update delivery set message_id = ${messageId}, reason = null, state = 'merged', due_at = null,
        composed_at = ${now}::timestamptz
      where delivery_id = any(${uuids(step.ids)})`.execute(trx);
}

/** What a message says, without what is known only at sending. */
async function toContent(
  trx: Trx,
  step: Extract<Step, { step: 'send' }>,
  events: readonly EventRow[],
  { owner, channel, subjects, subscriptions, now }: Context,
): Promise<object> {
  const all = events.flatMap((event) => toItem(event, subjects.get(event.conditionId)));
  const sorted = step.kind === 'digest' ? byPriority(all) : all;
  const items = sorted.slice(0, mostItems);
  const common = { kind: step.kind, at: now.toISOString(), firstId: await findFirst(trx, channel.channelId, events) };
  if (step.kind === 'summary')
    return {
      ...common,
      count: all.length,
      kinds: toCounts(all, ({ condition }) => condition.kind).map(([kind, count]) => ({ kind, count })),
      customers: toCounts(all, ({ place }) => place.customerName ?? '')
        .slice(0, 10)
        .map(([name, count]) => ({ name: name === '' ? null : name, count })),
    };
  if (step.kind !== 'digest') return { ...common, items, more: all.length - items.length };
  const subscription = subscriptions.find(({ id }) => id === step.subscriptionId);
  const open = await readOpen(trx, owner, subscription?.form);
  return {
    ...common,
    why: step.why ?? 'time',
    items,
    more: sorted.length - items.length,
    open: open.count,
    p1: sorted.filter(({ priority }) => priority === 'P1').length,
    since: subscription?.digestAt?.toISOString() ?? null,
  };
}

function toItem({ id, event, at, priority }: EventRow, subject: Subject | undefined): MessageItem[] {
  if (subject === undefined) return [];
  const { place, condition, assignee, isJudged, rule, bring } = subject;
  return [
    {
      eventId: id,
      event,
      at: at.toISOString(),
      place,
      condition,
      priority: event === 'resolved' ? (priorities[priority - 1] ?? 'P4') : subject.priority,
      assignee,
      isJudged,
      ...(rule === undefined ? {} : { rule }),
      bring,
    },
  ];
}

/** Each condition once, the most pressing first. */
const byPriority = (items: readonly MessageItem[]): MessageItem[] =>
  [...new Map(items.toReversed().map((item) => [item.condition.conditionId, item])).values()].toSorted(
    (a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority) || Date.parse(a.at) - Date.parse(b.at),
  );

function toCounts<K extends string>(items: readonly MessageItem[], keyOf: (item: MessageItem) => K): [K, number][] {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

/** The first message about the same condition on this channel, for threads of mail programs. */
async function findFirst(trx: Trx, channelId: string, events: readonly EventRow[]): Promise<string | null> {
  const [first] = events;
  if (events.length !== 1 || first === undefined) return null;
  const { rows } = await sql<{ id: string }>`
    select message_id as id from delivery
    where channel_id = ${channelId} and condition_id = ${first.conditionId} and message_id is not null
    order by composed_at, delivery_id limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

function toWaiting(event: EventRow, subjects: ReadonlyMap<string, Subject>): WaitingEvent {
  const subject = subjects.get(event.conditionId);
  return {
    id: event.id,
    kind: event.kind,
    event: event.event,
    subscriptionId: event.subscriptionId,
    groupKey: event.groupKey,
    at: event.at.getTime(),
    dueAt: event.dueAt?.getTime() ?? null,
    reason: event.reason,
    priority: priorities[event.priority - 1] ?? 'P4',
    condition: subject?.now ?? null,
    wasSent: event.wasSent,
  };
}

const toPlanned = ({ form, isDigestDue, lastSent }: SubscriptionRow): PlannedSubscription => ({
  when: form.when,
  quiet: form.quiet,
  isDigestDue,
  lastSent: new Map(Object.entries(lastSent ?? {}).map(([key, at]) => [key, Date.parse(at)])),
});

/** Due events, those that wait for more of their customer, and those of due digests. */
async function readEvents(trx: Trx, channelId: string, now: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select d.delivery_id as id, d.kind, d.event, d.at, d.due_at as "dueAt", d.reason, d.subscription_id as "subscriptionId",
      d.condition_id as "conditionId", d.group_key as "groupKey", d.priority,
      exists (
        select from delivery m join delivery o on o.delivery_id = m.message_id
        where m.condition_id = d.condition_id and m.channel_id = d.channel_id and m.delivery_id <> d.delivery_id
          and m.event in ('opened', 'cameBack', 'worse') and o.attempts > 0) as "wasSent"
    from delivery d left join subscription s using (subscription_id)
    where d.channel_id = ${channelId} and d.message_id is null and d.state in ('waiting', 'held')
      and (d.due_at <= ${now}::timestamptz or d.reason = 'group'
        or (d.reason = 'digest' and (s.subscription_id is null or s.stopped_at is not null or s.digest_due <= ${now}::timestamptz
          or s.form -> 'when' ->> 'at' <> 'digest')))
    order by d.at, d.delivery_id limit ${sql.lit(mostEvents)}`.execute(trx);
  return rows;
}

async function readSubscriptions(trx: Trx, channelId: string, now: Date): Promise<SubscriptionRow[]> {
  const since = new Date(now.getTime() - dayMs);
  const { rows } = await sql<SubscriptionRow>`
    select s.subscription_id as id, s.form, coalesce(s.digest_due <= ${now}::timestamptz, false) as "isDigestDue",
      s.digest_at as "digestAt",
      (select json_object_agg(key, at) from (
        select d.group_key as key, max(d.composed_at) as at from delivery d
        where d.subscription_id = s.subscription_id and d.group_key is not null and d.composed_at > ${since}::timestamptz
        group by d.group_key) sent) as "lastSent"
    from subscription s where s.channel_id = ${channelId} and s.stopped_at is null
    order by s.place`.execute(trx);
  return rows;
}

/** Messages of this hour and day, and whether their limit was announced. */
async function readSent(trx: Trx, { channelId, zone }: ChannelRow, now: Date) {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const day = new Date(startOfDay(zone, now.getTime()));
  const { rows } = await sql<{ hour: number; day: number; announcedHour: boolean; announcedDay: boolean }>`
    select count(*) filter (where kind in ('change', 'reminder', 'digest', 'summary') and composed_at >= ${hour}::timestamptz)::int as hour,
      count(*) filter (where kind in ('change', 'reminder', 'digest', 'summary') and composed_at >= ${day}::timestamptz)::int as day,
      coalesce(bool_or(kind = 'limit' and content ->> 'limit' = 'hour' and composed_at >= ${hour}::timestamptz), false) as "announcedHour",
      coalesce(bool_or(kind = 'limit' and content ->> 'limit' = 'day' and composed_at >= ${day}::timestamptz), false) as "announcedDay"
    from delivery where channel_id = ${channelId} and message_id = delivery_id
      and at >= least(${hour}::timestamptz, ${day}::timestamptz) - interval '90 days'
      and composed_at >= least(${hour}::timestamptz, ${day}::timestamptz)`.execute(trx);
  const [found = { hour: 0, day: 0, announcedHour: false, announcedDay: false }] = rows;
  return {
    sent: { hour: found.hour, day: found.day },
    isLimitAnnounced: { hour: found.announcedHour, day: found.announcedDay },
  };
}

/** The times of the next digests, after those that are due (DE-11): missed ones are one. */
async function planDigests(
  trx: Trx,
  { zone }: ChannelRow,
  subscriptions: readonly SubscriptionRow[],
  off: DaysOff,
  now: Date,
): Promise<void> {
  for (const { id, form, isDigestDue } of subscriptions) {
    if (!isDigestDue || form.when.at !== 'digest') continue;
    const next = nextDigest(form.when, zone, off, now.getTime());
    await trx
      .updateTable('subscription')
      .set({ digest_due: next === null ? null : new Date(next), digest_at: now })
      .where('subscription_id', '=', id)
      .execute();
  }
}

/** Holidays and days of work of the organisation. */
export function toDaysOff({ settings: { calendar } }: Organisation): DaysOff {
  return {
    holidays: calendar.holidays,
    isWorkingWeekday: (weekday) => (calendar.week[weekday] ?? []).length > 0,
  };
}

async function drop(trx: Trx, ids: readonly string[], reason: DeliveryReason): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update delivery set state = 'dropped', reason = ${reason}, due_at = null
    where delivery_id = any(${uuids(ids)})`.execute(trx);
}

async function hold(trx: Trx, ids: readonly string[], reason: DeliveryReason, until: number | null): Promise<void> {
  await sql`
    update delivery set state = 'held', reason = ${reason}, due_at = ${until === null ? null : new Date(until)}::timestamptz
    where delivery_id = any(${uuids(ids)})`.execute(trx);
}

const dropAll = async (trx: Trx, channelId: string, reason: DeliveryReason): Promise<void> => {
  await sql`
    update delivery set state = 'dropped', reason = ${reason}, due_at = null
    where channel_id = ${channelId} and message_id is null and state in ('waiting', 'held')`.execute(trx);
  await sql`update subscription set digest_due = null where channel_id = ${channelId}`.execute(trx);
};
