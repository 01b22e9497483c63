import type { DeliveryReason } from '@platen/contract/channel-names';
import { priorities } from '@platen/contract/worklist-names';
import { type PlannedSubscription, planMessages, type Step, type WaitingEvent } from '@platen/diagnosis/delivery/plan';
import { type DaysOff, nextDigest } from '@platen/diagnosis/delivery/times';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { inTransaction, isConnectionTrouble } from '../store/transactions.ts';
import { readOrganisation, toDaysOff } from '../worklist/organisation.ts';
import { addNotice } from '../worklist/outbox/add-notice.ts';
import { loadSubjects, type Subject } from './load-subjects.ts';
import { toContent } from './message-content.ts';
import { readOwner } from './owner.ts';
import { seenByDevices } from './seen-by-devices.ts';
import {
  type ChannelRow,
  type EventRow,
  readEvents,
  readSent,
  readSubscriptions,
  type SubscriptionRow,
} from './waiting-work.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

interface ComposeOptions {
  readonly log: Log;
  readonly signal: AbortSignal;
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
    select channel_id as "channelId", kind, owner_id as "ownerId", organisation_id as "organisationId", zone, limit_hour as "limitHour",
      limit_day as "limitDay", deleted_at is not null or state not in ('active', 'failing') as "isGone"
    from channel where channel_id = ${channelId} for update skip locked`.execute(trx);
  const [channel] = rows;
  if (channel === undefined) return false;
  const owner = await readOwner(trx, channel.ownerId, channel.organisationId);
  if (channel.isGone || owner === undefined) {
    await dropAll(trx, channelId, channel.isGone ? 'channelDisabled' : 'ownerGone');
    return true;
  }
  const off = toDaysOff(await readOrganisation(trx, owner.organisationId));
  const subscriptions = await readSubscriptions(trx, channelId, now);
  const events = await readEvents(trx, channelId, now);
  const subjects = await loadSubjects(trx, {
    owner,
    kind: channel.kind,
    conditionIds: events.flatMap(({ conditionId }) => conditionId ?? []),
    now,
  });
  // What the owner may not see leaves no trace in the owner's log.
  const seen = await seenByDevices(
    trx,
    owner,
    events.flatMap(({ visit, device }) => visit ?? device ?? []),
  );
  const isSeen = ({ conditionId, visit, device }: EventRow) => {
    const ofDevices = visit ?? device;
    return ofDevices === null ? subjects.has(conditionId ?? '') : seen.has(ofDevices);
  };
  const hidden = events.filter((event) => !isSeen(event)).map(({ id }) => id);
  if (hidden.length > 0) await sql`delete from delivery where delivery_id = any(${uuids(hidden)})`.execute(trx);
  const paused = events.filter(({ conditionId }) => subjects.get(conditionId ?? '')?.isRulePaused === true);
  await drop(
    trx,
    paused.map(({ id }) => id),
    'rulePaused',
  );
  const left = events.filter((event) => isSeen(event) && !paused.includes(event));
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
  if (content === undefined) return await drop(trx, step.ids, 'superseded');
  if (step.kind !== 'digest' && step.kind !== 'summary') await makeMessage(trx, step.ids, content, now);
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
  const priority = Math.min(...events.map((event) => event.priority ?? priorities.length), priorities.length);
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

function toWaiting(event: EventRow, subjects: ReadonlyMap<string, Subject>): WaitingEvent {
  const subject = subjects.get(event.conditionId ?? '');
  return {
    id: event.id,
    kind: event.kind,
    event: event.event,
    chosen: event.chosen,
    subscriptionId: event.subscriptionId,
    groupKey: event.groupKey,
    at: event.at.getTime(),
    dueAt: event.dueAt?.getTime() ?? null,
    reason: event.reason,
    priority: priorities[(event.priority ?? priorities.length) - 1] ?? 'P4',
    condition: subject?.now ?? null,
    wasSent: event.wasSent,
  };
}

const isOfEndsAlone = (events: SubscriptionRow['form']['events']): boolean =>
  events.includes('deviceReporting') && !events.includes('deviceStopped') && !events.includes('opened');

const toPlanned = ({ form, isDigestDue, lastSent }: SubscriptionRow): PlannedSubscription => ({
  when: form.when,
  quiet: form.quiet,
  ...(isOfEndsAlone(form.events) && { isOfEndsAlone: true }),
  isDigestDue,
  lastSent: new Map(Object.entries(lastSent ?? {}).map(([key, at]) => [key, Date.parse(at)])),
});

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
