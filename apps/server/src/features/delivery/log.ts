import { type DeliveryState, logDays } from '@platen/contract/channel-names';
import { type Delivery, type listDeliveries, mostListedDeliveries, type sendAgain } from '@platen/contract/deliveries';
import type { BodyOf, QueryOf } from '@platen/contract/endpoint';
import { type Priority, priorities } from '@platen/contract/worklist-names';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { channelChangedBy, channelVisibleTo, rowVisibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { askToDeliver } from '../../worklist/outbox/add-notice.ts';
import { maskMails } from './address.ts';
import { mayChange } from './channel-rows.ts';
import type { Caller } from './channel-service.ts';

type Db = Kysely<Database>;
type Query = QueryOf<typeof listDeliveries>;

interface Row extends Omit<Delivery, 'at' | 'dueAt' | 'priority' | 'channel' | 'subscription' | 'about'> {
  readonly at: Date;
  readonly dueAt: Date | null;
  readonly priority: number | null;
  readonly channelId: string;
  readonly channelName: string;
  readonly channelKind: Delivery['channel']['kind'];
  readonly ownerId: string | null;
  readonly isManaged: boolean;
  readonly subscriptionId: string | null;
  readonly subscriptionName: string | null;
  readonly about: Delivery['about'];
  readonly items: number;
  readonly more: number;
}

/** Messages, and events that wait for theirs; of devices that this user may see. */
const isListed = (user: SignedInUser, now: Date): RawBuilder<boolean> => sql<boolean>`
  (d.message_id is null or d.message_id = d.delivery_id) and ${channelVisibleTo(user)}
  and d.at > ${new Date(now.getTime() - logDays * dayMs)}::timestamptz
  and (d.entity_id is null or exists (select from (select d.entity_id) w where ${rowVisibleTo(user)}))`;

const source = sql`delivery d join channel c using (channel_id) left join subscription s using (subscription_id)
  left join lateral (
    select o.entity_id, o.condition_id, o.kind, o.subject, o.facts, o.opened_at, o.last_seen_at, o.serial, o.model
    from condition o where o.entity_id = d.entity_id and o.condition_id = d.condition_id) o on true
  left join device v on v.device_id = d.entity_id`;

/** The log (DE-20), newest first. */
export async function readLog(
  db: Db,
  user: SignedInUser,
  query: Query,
  now: Date,
): Promise<{ deliveries: Delivery[]; count: number; states: Record<DeliveryState, number> }> {
  const { state, offset = 0 } = query;
  const base = sql.join([isListed(user, now), ...toFilters(query)], sql` and `);
  const counted = await sql<{ state: DeliveryState; n: number }>`
    select d.state, count(*)::int as n from ${source} where ${base} group by d.state`.execute(db);
  const states: Record<DeliveryState, number> = {
    waiting: 0,
    held: 0,
    sending: 0,
    accepted: 0,
    failed: 0,
    givenUp: 0,
    dropped: 0,
  };
  for (const { state: name, n } of counted.rows) states[name] = n;
  const { rows } = await sql<Row>`
    select d.delivery_id as "deliveryId", d.at, d.kind, d.event, d.priority, d.state, d.reason, d.due_at as "dueAt", d.tries,
      d.is_judged or coalesce(d.content @? '$.items[*] ? (@.isJudged == true)', false) as "isJudged",
      c.channel_id as "channelId", c.name as "channelName", c.kind as "channelKind", c.owner_id as "ownerId", ${channelChangedBy(user)} as "isManaged",
      s.subscription_id as "subscriptionId", s.form ->> 'name' as "subscriptionName",
      coalesce(jsonb_array_length(d.content -> 'items') + coalesce(jsonb_array_length(d.content -> 'visits'), 0)
          + coalesce(jsonb_array_length(d.content -> 'devices'), 0),
        jsonb_array_length(d.content -> 'visits'), jsonb_array_length(d.content -> 'devices'), (d.content ->> 'count')::int, 1) as items,
      coalesce((d.content ->> 'more')::int, 0) as more,
      case when o.condition_id is not null then json_build_object(
        'rowId', o.entity_id, 'conditionId', o.condition_id, 'kind', o.kind, 'subject', o.subject, 'facts', o.facts,
        'openedAt', o.opened_at, 'lastSeenAt', o.last_seen_at, 'serial', coalesce(v.serial, o.serial),
        'model', coalesce(v.model, o.model), 'customerName', v.customer_name) end as about,
      case when d.kind = 'device' then json_build_object('serial', v.serial, 'model', v.model,
        'customerName', v.customer_name) end as device
    from ${source}
    where ${base} and ${state === undefined ? sql`true` : sql`d.state = ${state}`}
    order by d.at desc, d.delivery_id desc limit ${sql.lit(mostListedDeliveries)} offset ${offset}`.execute(db);
  return {
    deliveries: rows.map((row) => toDelivery(row, user)),
    count: state === undefined ? counted.rows.reduce((sum, { n }) => sum + n, 0) : states[state],
    states,
  };
}

function toFilters({
  deliveryId,
  channelId,
  reason,
  kind,
  event,
  from,
  to,
  search = '',
}: Query): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (deliveryId !== undefined) filters.push(sql`d.delivery_id = ${deliveryId}`);
  if (channelId !== undefined) filters.push(sql`d.channel_id = ${channelId}`);
  if (reason !== undefined) filters.push(sql`d.reason = ${reason}`);
  if (kind !== undefined) filters.push(sql`d.kind = ${kind}`);
  if (event !== undefined) filters.push(sql`d.event = ${event}`);
  if (from !== undefined) filters.push(sql`d.at >= ${new Date(from)}::timestamptz`);
  if (to !== undefined) filters.push(sql`d.at < ${new Date(to)}::timestamptz`);
  const text = search.trim();
  if (text !== '') {
    const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    filters.push(
      sql`(concat_ws(' ', v.serial, o.serial, v.customer_name, o.subject, c.name, d.delivery_id) ilike ${pattern}
        or exists (select from jsonb_array_elements(d.tries) t where t ->> 'answer' ilike ${pattern} or t ->> 'reason' ilike ${pattern}))`,
    );
  }
  return filters;
}

function toDelivery(row: Row, user: SignedInUser): Delivery {
  const isOwn = mayChange(user, row);
  const mask = (text: string | null) => (text === null || isOwn ? text : maskMails(text));
  const toInstant = (time: string) => new Date(time).toISOString();
  return {
    deliveryId: row.deliveryId,
    at: row.at.toISOString(),
    kind: row.kind,
    event: row.event,
    about: row.about && {
      ...row.about,
      openedAt: toInstant(row.about.openedAt),
      lastSeenAt: toInstant(row.about.lastSeenAt),
    },
    device: row.device,
    count: row.items + row.more,
    priority: toPriority(row.priority),
    isJudged: row.isJudged,
    channel: { channelId: row.channelId, name: row.channelName, kind: row.channelKind },
    subscription:
      row.subscriptionId === null ? null : { subscriptionId: row.subscriptionId, name: row.subscriptionName ?? '' },
    state: row.state,
    reason: row.reason,
    dueAt: row.dueAt?.toISOString() ?? null,
    tries: row.tries.map((one) => ({ ...one, answer: mask(one.answer), reason: mask(one.reason) })),
  };
}

const toPriority = (stored: number | null): Priority | null =>
  stored === null ? null : (priorities[stored - 1] ?? 'P4');

/**
 * Sends messages again with their ids (DE-19): single ones whatever became of them, or those of a channel and
 * span that failed or were given up. Refuses 204001 where the user may change none of them.
 */
export async function sendMessagesAgain(
  trx: Transaction<Database>,
  { user, now }: Caller,
  body: BodyOf<typeof sendAgain>,
): Promise<number> {
  const which =
    'deliveryIds' in body
      ? sql`d.delivery_id = any(${body.deliveryIds}::uuid[]) and d.state in ('failed', 'givenUp', 'accepted', 'dropped')`
      : sql`d.channel_id = ${body.channelId} and d.at >= ${new Date(body.from)}::timestamptz and d.at < ${new Date(body.to)}::timestamptz
          and d.state in ('failed', 'givenUp')`;
  const isOwn = sql`(c.owner_id = ${user.userId} or ${channelChangedBy(user)})`;
  const { rows } = await sql<{ id: string }>`
    update delivery d set state = 'waiting', reason = null, due_at = ${now}::timestamptz, attempts = 0
    from channel c
    where c.channel_id = d.channel_id and c.deleted_at is null and ${isListed(user, now)} and ${isOwn}
      and d.message_id = d.delivery_id and ${which}
    returning d.delivery_id as id`.execute(trx);
  if (rows.length === 0 && 'deliveryIds' in body) throw new Refusal(204001, 'there is no delivery with this id');
  await recordChange(trx, {
    actor: user,
    action: 'deliveries again',
    subject: 'deliveryIds' in body ? `delivery:${body.deliveryIds[0]}` : `channel:${body.channelId}`,
    detail: { count: rows.length },
  });
  if (rows.length > 0) await askToDeliver(trx);
  return rows.length;
}
