import type { BrandName } from '@platen/contract/brands';
import type { ChannelKind, ChannelState, MessageKind, MessageLanguage } from '@platen/contract/channel-names';
import type { DeliveryTry } from '@platen/contract/channels';
import { mayLeave } from '@platen/diagnosis/delivery/match';
import { whySuperseded } from '@platen/diagnosis/delivery/plan';
import { nextTry } from '@platen/diagnosis/delivery/retries';
import { type Kysely, sql } from 'kysely';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { readBrand } from '../identity/brand-of-user.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Database } from '../store/database.ts';
import type { SealedParts } from '../store/tables/delivery-tables.ts';
import { inTransaction, isConnectionTrouble } from '../store/transactions.ts';
import { failTicket, type StoredTicketMessage } from '../worklist/outbox/add-ticket.ts';
import { noteFailure, noteGone, noteSuccess } from './channel-health.ts';
import { loadSubjects } from './load-subjects.ts';
import type { AttachedFile, Message, MessageItem } from './message.ts';
import { readOwner } from './owner.ts';
import { addReminders } from './reminders.ts';
import type { Secrets } from './secrets.ts';
import { seenByDevices } from './seen-by-devices.ts';
import { loadTicket } from './ticket-content.ts';
import type { Attempt, SendingChannel, Ways } from './ways/way.ts';

type Db = Kysely<Database>;

export interface SendOptions {
  readonly ways: Ways;
  readonly secrets: Secrets;
  /** Origin of the calls: `https://platen.example`. */
  readonly origin: string;
  /** Address of the portal under a brand. */
  readonly toPortal: (brand: BrandName | null) => string;
  /** A file that a message has attached; undefined: the owner of the channel may not have it. */
  readonly readFile: (
    db: Kysely<Database>,
    owner: SignedInUser,
    file: { readonly closeId: string; readonly runId: string },
  ) => Promise<AttachedFile | undefined>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** A try that takes longer failed (DE-18). */
const timeoutMs = 15_000;
/** Messages taken at once. */
const atOnce = 8;
/**
 * From then on a message that is being sent is tried again: its server has died. All that was taken may be of
 * one channel, which is sent to one after the other.
 */
const leaseMs = (atOnce + 1) * timeoutMs;
const answerLimit = 1024;
const reasonLimit = 500;
/** Tries that the log keeps of a message. */
const mostTries = 40;

interface Claimed {
  readonly deliveryId: string;
  readonly kind: MessageKind;
  readonly attempts: number;
  readonly firstAt: Date;
  readonly content: Exclude<Message, { kind: 'ticket' }> | StoredTicketMessage;
  readonly subscriptionId: string | null;
  readonly subscriptionName: string | null;
  readonly isStopped: boolean;
  readonly channelId: string;
  readonly channelKind: ChannelKind;
  readonly channelName: string;
  readonly channelState: ChannelState;
  readonly isDeleted: boolean;
  readonly ownerId: string | null;
  readonly organisationId: string;
  readonly address: string;
  readonly sealed: SealedParts;
  readonly language: MessageLanguage;
  readonly zone: string;
}

/** Sends what is due until nothing is left; returns the number of tries. */
export async function sendDue(db: Db, options: SendOptions): Promise<number> {
  let tries = 0;
  while (!options.signal.aborted) {
    const claimed = await claim(db, options.now());
    if (claimed.length === 0) return tries;
    // One after the other on a channel, channels at the same time.
    const byChannel = new Map<string, Claimed[]>();
    for (const one of claimed) byChannel.set(one.channelId, [...(byChannel.get(one.channelId) ?? []), one]);
    await Promise.all(
      [...byChannel.values()].map(async (messages) => {
        for (const message of messages)
          await sendOne(db, message, options).catch((error: unknown) => {
            // It is tried again when its lease ends; one message stops no other.
            if (isConnectionTrouble(error)) throw error;
            options.log.error(
              { delivery: message.deliveryId, reason: toMessage(error) },
              'a message could not be sent',
            );
          });
      }),
    );
    tries += claimed.length;
  }
  return tries;
}

/**
 * Takes messages whose time has come, so that no other server takes them meanwhile; one that is killed
 * meanwhile leaves them to be tried again with the same id.
 */
async function claim(db: Db, now: Date): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with taken as (
      select delivery_id from delivery
      where message_id = delivery_id and state in ('waiting', 'failed', 'sending') and due_at <= ${now}::timestamptz
      order by due_at, delivery_id limit ${sql.lit(atOnce)} for update skip locked
    ), marked as (
      update delivery d set state = 'sending', attempts = d.attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}::timestamptz
      from taken where d.delivery_id = taken.delivery_id returning d.*
    )
    select d.delivery_id as "deliveryId", d.kind, d.attempts, coalesce((d.tries -> (jsonb_array_length(d.tries) - d.attempts + 1) ->> 'at')::timestamptz, ${now}::timestamptz) as "firstAt",
      d.content, d.subscription_id as "subscriptionId", s.form ->> 'name' as "subscriptionName",
      s.stopped_at is not null as "isStopped", c.channel_id as "channelId", c.kind as "channelKind", c.name as "channelName",
      c.state as "channelState", c.deleted_at is not null as "isDeleted", c.owner_id as "ownerId", c.organisation_id as "organisationId", c.address, c.sealed, c.language, c.zone
    from marked d join channel c using (channel_id) left join subscription s using (subscription_id)
    order by d.composed_at, d.delivery_id`.execute(db);
  return rows;
}

async function sendOne(db: Db, claimed: Claimed, options: SendOptions): Promise<void> {
  const { now, log, signal } = options;
  const message = await toSend(db, claimed, options);
  if (typeof message === 'string') {
    if (claimed.content.kind === 'ticket') await failTicket(db, claimed.content.ticketId);
    await sql`
      update delivery set state = 'dropped', reason = ${message}, due_at = null
      where delivery_id = ${claimed.deliveryId} and state = 'sending'`.execute(db);
    return;
  }
  const started = performance.now();
  const at = now();
  const attempt = await tryOnce(claimed, message, options).catch((error: unknown): Attempt => {
    log.error({ channel: claimed.channelId, reason: toMessage(error) }, 'a message could not be sent');
    return {
      outcome: 'failed',
      code: null,
      duration: Math.round(performance.now() - started),
      answer: null,
      reason: toMessage(error),
    };
  });
  // The server stops: whether the other side took it is not known. It is tried again with the same id.
  if (signal.aborted && attempt.outcome !== 'accepted') {
    await sql`
      update delivery set state = 'failed', due_at = ${now()}::timestamptz, attempts = attempts - 1
      where delivery_id = ${claimed.deliveryId} and state = 'sending'`.execute(db);
    return;
  }
  await note(db, claimed, message, { attempt, at, options });
}

/** The message as it goes now (DE-03, DE-18); a reason: nothing goes any more. */
async function toSend(db: Db, claimed: Claimed, options: SendOptions): Promise<Message | string> {
  const { secrets, origin, now } = options;
  const { content, subscriptionId, subscriptionName } = claimed;
  const isAlways = claimed.kind === 'test' || claimed.kind === 'confirmation';
  if (claimed.isDeleted || (claimed.channelState === 'disabled' && !isAlways)) return 'channelDisabled';
  if (claimed.channelState === 'unverified' && claimed.kind !== 'confirmation') return 'unverified';
  if (claimed.isStopped) return 'subscriptionGone';
  const owner = await readOwner(db, claimed.ownerId, claimed.organisationId);
  if (owner === undefined) return 'ownerGone';
  const subscription =
    subscriptionId === null
      ? null
      : {
          subscriptionId,
          name: subscriptionName ?? '',
          stopUrl: `${origin}/v1/subscriptions/${secrets.toToken('stop', subscriptionId, claimed.channelId)}/stop`,
        };
  const portal = options.toPortal(await readBrand(db, claimed.ownerId, claimed.organisationId));
  if (content.kind === 'ticket') return await toTicketMessage(db, claimed, content, { portal, now: now() });
  const common = { at: content.at ?? now().toISOString(), portal, subscription, firstId: content.firstId ?? null };
  if (content.kind === 'confirmation')
    return { ...content, ...common, confirmUrl: `${origin}${toConfirmPath(secrets, claimed)}` };
  if (content.kind === 'visit')
    return (await seenByDevices(db, owner, [content])).size === 0 ? 'notVisible' : { ...content, ...common };
  if (content.kind === 'close' && content.close.type === 'file') {
    const file = await options.readFile(db, owner, content.close);
    if (file === undefined) return 'notVisible';
    const close = content.close.linkUntil === null ? { ...content.close, file } : content.close;
    return { ...content, ...common, close };
  }
  const visits = 'visits' in content ? [...(await seenByDevices(db, owner, content.visits ?? []))] : [];
  const devices = 'devices' in content ? [...(await seenByDevices(db, owner, content.devices ?? []))] : [];
  if (content.kind === 'device') return devices.length === 0 ? 'notVisible' : { ...content, ...common, devices };
  if (content.kind === 'visits') return visits.length === 0 ? 'notVisible' : { ...content, ...common, visits };
  if (!('items' in content)) return { ...content, ...common };
  const seen = await filterItems(db, claimed, content.items, owner, now());
  const others = visits.length + devices.length;
  if (seen.items.length === 0 && others === 0 && content.items.length > 0) return seen.reason;
  return { ...content, ...common, items: seen.items, ...(content.kind === 'digest' ? { visits, devices } : {}) };
}

async function toTicketMessage(
  db: Db,
  { language, zone, deliveryId, firstAt }: Claimed,
  content: StoredTicketMessage,
  { portal, now }: { portal: string; now: Date },
): Promise<Message | string> {
  const ticket = await loadTicket(db, content, { language, zone, portal, deliveryId, now });
  if (ticket === undefined) return 'notVisible';
  return {
    kind: 'ticket',
    type: content.change === 'requested' ? 'ticket.requested' : 'ticket.updated',
    at: firstAt.toISOString(),
    portal,
    subscription: null,
    firstId: null,
    ticket,
  };
}

/**
 * The link by which the holder of an address confirms it (DE-04); it is of this message and address alone.
 */
const toConfirmPath = (secrets: Secrets, { deliveryId, address }: Pick<Claimed, 'deliveryId' | 'address'>): string =>
  `/v1/channels/confirm/${secrets.toToken('confirm', deliveryId, address)}`;

/** What the owner may still see and nothing has overtaken. */
async function filterItems(
  db: Db,
  { channelKind, attempts }: Claimed,
  items: readonly MessageItem[],
  owner: NonNullable<Awaited<ReturnType<typeof readOwner>>>,
  now: Date,
): Promise<{ items: readonly MessageItem[]; reason: string }> {
  const subjects = await loadSubjects(db, {
    owner,
    kind: channelKind,
    conditionIds: items.map(({ condition }) => condition.conditionId),
    now,
  });
  let reason = 'notVisible';
  const left = items.filter((item) => {
    const subject = subjects.get(item.condition.conditionId);
    if (subject === undefined || !mayLeave(channelKind, subject.now)) return false;
    // A first try follows its composing at once; later ones may be hours after.
    const gone =
      attempts > 1 ? whySuperseded({ event: item.event, kind: 'change', wasSent: true }, subject.now) : undefined;
    if (gone !== undefined) reason = gone;
    return gone === undefined;
  });
  return { items: left, reason };
}

async function tryOnce(
  claimed: Claimed,
  message: Message,
  { ways, secrets, signal, now }: SendOptions,
): Promise<Attempt> {
  const way = ways[claimed.channelKind];
  if (way === undefined)
    return {
      outcome: 'givenUp',
      code: null,
      duration: 0,
      answer: null,
      reason: `this server sends nothing by ${claimed.channelKind}`,
    };
  const at = now().getTime();
  const channel: SendingChannel = {
    channelId: claimed.channelId,
    kind: claimed.channelKind,
    name: claimed.channelName,
    address: claimed.sealed.address === undefined ? claimed.address : secrets.open(claimed.sealed.address),
    language: claimed.language,
    zone: claimed.zone,
    secrets: (claimed.sealed.secrets ?? [])
      .filter(({ until }) => until === null || Date.parse(until) > at)
      .map(({ sealed }) => secrets.open(sealed)),
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  return await way.send(channel, message, claimed.deliveryId, AbortSignal.any([signal, timeout]));
}

interface Noted {
  readonly attempt: Attempt;
  readonly at: Date;
  readonly options: SendOptions;
}

/** Writes down what a try came to, and what follows for the message and its channel. */
async function note(db: Db, claimed: Claimed, message: Message, { attempt, at, options }: Noted): Promise<void> {
  const now = options.now();
  const next =
    attempt.outcome === 'failed'
      ? nextTry({
          kind: claimed.channelKind,
          tries: claimed.attempts,
          firstAt: claimed.firstAt.getTime(),
          now: now.getTime(),
          retryAfter: attempt.retryAfter,
          chance: (options.random ?? Math.random)(),
        })
      : null;
  const state = attempt.outcome === 'accepted' ? 'accepted' : next === null ? 'givenUp' : 'failed';
  const entry: DeliveryTry = {
    at: at.toISOString(),
    outcome: attempt.outcome,
    code: attempt.code,
    milliseconds: Math.max(0, Math.round(attempt.duration)),
    answer: attempt.answer === null ? null : toStorable(attempt.answer, answerLimit),
    reason: 'reason' in attempt ? toStorable(attempt.reason, reasonLimit) : null,
  };
  await inTransaction(db, async (trx) => {
    await sql`select 1 from channel where channel_id = ${claimed.channelId} for no key update`.execute(trx);
    await sql`
      update delivery set state = ${state}, due_at = ${next === null ? null : new Date(next)}::timestamptz, reason = null,
        tries = case when jsonb_array_length(tries) >= ${sql.lit(mostTries)} then tries - 1 else tries end || ${JSON.stringify([entry])}::jsonb
      where delivery_id = ${claimed.deliveryId}`.execute(trx);
    if (attempt.outcome === 'accepted') {
      await noteSuccess(trx, claimed.channelId, now);
      await addReminders(trx, claimed, message, now);
      return;
    }
    if (state === 'givenUp' && claimed.content.kind === 'ticket') await failTicket(trx, claimed.content.ticketId);
    if (attempt.outcome === 'gone') await noteGone(trx, claimed.channelId, now);
    else await noteFailure(trx, claimed.channelId, claimed.attempts === 1, now);
  });
}

/** The first characters, without what PostgreSQL cannot hold. */
const toStorable = (text: string, limit: number): string =>
  Buffer.from(text.replaceAll('\u0000', ' ').slice(0, limit)).toString();
