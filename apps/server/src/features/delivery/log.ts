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
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { askToDeliver } from '../../worklist/outbox/add-notice.ts';
import { maskMails } from './address.ts';
import { mayChange } from './channel-rows.ts';
import type { Caller } from './channel-service.ts';

type Db = Kysely<Database>;
type Query = QueryOf<typeof listDeliveries>;

interface Row extends Omit<Delivery, 'at' | 'dueAt' | 'priority' | 'channel' | 'subscription' | 'about' | 'device'> {
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
  readonly entityId: string | null;
  readonly conditionId: string | null;
  readonly items: number;
  readonly more: number;
}

/**
 * Messages, and events that wait for theirs, on channels of this user. Of two columns that are compared by
 * `or` PostgreSQL expects one row in 200, and would sort all instead of walking to the newest.
 */
const isListed = (user: SignedInUser, now: Date): RawBuilder<boolean> => sql<boolean>`
  case when d.message_id is null then true else d.message_id = d.delivery_id end and ${channelVisibleTo(user)}
  and d.at > ${new Date(now.getTime() - logDays * dayMs)}::timestamptz`;

/** The condition that a message is about what the user may see, asked of what those of `where` are about. */
async function toSeen(db: Db, user: SignedInUser, where: RawBuilder<unknown>): Promise<RawBuilder<boolean>> {
  if (user.seesAll) return sql<boolean>`(d.entity_id is null or ${rowVisibleTo(user, 0, sql.ref('d.entity_id'))})`;
  const { rows } = await sql<{ id: string }>`
    select w.entity_id as id from (
      select distinct d.entity_id from ${source} where d.entity_id is not null and ${where}) w
    where ${rowVisibleTo(user)}`.execute(db);
  return sql<boolean>`(d.entity_id is null or d.entity_id = any(${uuids(rows.map(({ id }) => id))}))`;
}

const source = sql`delivery d join channel c using (channel_id) left join subscription s using (subscription_id)`;
/** What a text is looked for in besides: other pages read it of their own messages alone. */
const searched = sql`left join condition o on o.entity_id = d.entity_id and o.condition_id = d.condition_id
  left join device v on v.device_id = d.entity_id`;

/** The log (DE-20), newest first. */
export async function readLog(
  db: Db,
  user: SignedInUser,
  query: Query,
  now: Date,
): Promise<{ deliveries: Delivery[]; count: number; states: Record<DeliveryState, number> }> {
  const { state, offset = 0 } = query;
  const listed = sql.join([isListed(user, now), ...toFilters(query)], sql` and `);
  const search = toSearch(query);
  const from = sql`${source} ${search === undefined ? sql`` : searched}`;
  const base = sql`${listed} and ${await toSeen(db, user, listed)} and ${search ?? sql`true`}`;
  const counted = await sql<{ state: DeliveryState; n: number }>`
    select d.state, count(*)::int as n from ${from} where ${base} group by d.state`.execute(db);
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
      coalesce((d.content ->> 'more')::int, 0) as more, d.entity_id as "entityId", d.condition_id as "conditionId"
    from ${from}
    where ${base} and ${state === undefined ? sql`true` : sql`d.state = ${state}`}
    order by d.at desc, d.delivery_id desc limit ${sql.lit(mostListedDeliveries)} offset ${offset}`.execute(db);
  const subjects = await readSubjects(db, rows);
  return {
    deliveries: rows.map((row) => toDelivery(row, subjects, user)),
    count: state === undefined ? counted.rows.reduce((sum, { n }) => sum + n, 0) : states[state],
    states,
  };
}

type Known = NonNullable<Delivery['device']>;
type About = NonNullable<Delivery['about']>;

/** Of a device that is gone. */
const unknownDevice: Known = { serial: null, model: null, customerName: null };

interface Subjects {
  readonly devices: ReadonlyMap<string, Known>;
  /** By ids of entity and condition. */
  readonly conditions: ReadonlyMap<string, Omit<About, 'customerName'>>;
}

/** What the messages of a page are about. */
async function readSubjects(db: Db, rows: readonly Row[]): Promise<Subjects> {
  const ids = [...new Set(rows.flatMap(({ entityId }) => entityId ?? []))];
  if (ids.length === 0) return { devices: new Map(), conditions: new Map() };
  const { rows: devices } = await sql<Known & { id: string }>`
    select device_id as id, serial, model, customer_name as "customerName" from device
    where device_id = any(${uuids(ids)})`.execute(db);
  const { rows: conditions } = await sql<
    Omit<About, 'customerName' | 'openedAt' | 'lastSeenAt'> & { openedAt: Date; lastSeenAt: Date }
  >`
    select o.entity_id as "rowId", o.condition_id as "conditionId", o.kind, o.subject, o.facts, o.serial, o.model,
      o.opened_at as "openedAt", o.last_seen_at as "lastSeenAt"
    from condition o where o.entity_id = any(${uuids(ids)})
      and o.condition_id = any(${uuids(rows.flatMap(({ conditionId }) => conditionId ?? []))})`.execute(db);
  return {
    devices: new Map(devices.map(({ id, ...device }) => [id, device])),
    conditions: new Map(
      conditions.map(({ openedAt, lastSeenAt, ...condition }) => [
        `${condition.rowId} ${condition.conditionId}`,
        { ...condition, openedAt: openedAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
      ]),
    ),
  };
}

function toFilters({ deliveryId, channelId, reason, kind, event, from, to }: Query): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (deliveryId !== undefined) filters.push(sql`d.delivery_id = ${deliveryId}`);
  if (channelId !== undefined) filters.push(sql`d.channel_id = ${channelId}`);
  if (reason !== undefined) filters.push(sql`d.reason = ${reason}`);
  if (kind !== undefined) filters.push(sql`d.kind = ${kind}`);
  if (event !== undefined) filters.push(sql`d.event = ${event}`);
  if (from !== undefined) filters.push(sql`d.at >= ${new Date(from)}::timestamptz`);
  if (to !== undefined) filters.push(sql`d.at < ${new Date(to)}::timestamptz`);
  return filters;
}

/** A text in what a message is about, in its channel or in what was answered to it; undefined: none is. */
function toSearch({ search = '' }: Query): RawBuilder<boolean> | undefined {
  const text = search.trim();
  if (text === '') return undefined;
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(concat_ws(' ', v.serial, o.serial, v.customer_name, o.subject, c.name, d.delivery_id) ilike ${pattern}
    or exists (select from jsonb_array_elements(d.tries) t where t ->> 'answer' ilike ${pattern} or t ->> 'reason' ilike ${pattern}))`;
}

function toDelivery(row: Row, { devices, conditions }: Subjects, user: SignedInUser): Delivery {
  const device = devices.get(row.entityId ?? '') ?? null;
  const condition = conditions.get(`${row.entityId} ${row.conditionId}`);
  const isOwn = mayChange(user, row);
  const mask = (text: string | null) => (text === null || isOwn ? text : maskMails(text));
  return {
    deliveryId: row.deliveryId,
    at: row.at.toISOString(),
    kind: row.kind,
    event: row.event,
    about:
      condition === undefined
        ? null
        : {
            ...condition,
            serial: device?.serial ?? condition.serial,
            model: device?.model ?? condition.model,
            customerName: device?.customerName ?? null,
          },
    device: row.kind === 'device' || row.kind === 'ticket' ? (device ?? unknownDevice) : null,
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
  const asked = sql`${isListed(user, now)} and d.message_id = d.delivery_id and ${which}`;
  const isOwn = sql`(c.owner_id = ${user.userId} or ${channelChangedBy(user)})`;
  const { rows } = await sql<{ id: string }>`
    update delivery d set state = 'waiting', reason = null, due_at = ${now}::timestamptz, attempts = 0
    from channel c
    where c.channel_id = d.channel_id and c.deleted_at is null and ${asked} and ${isOwn}
      and ${await toSeen(trx, user, asked)}
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
