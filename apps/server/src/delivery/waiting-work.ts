import type {
  ChannelKind,
  DeliveryEvent,
  DeliveryReason,
  MessageKind,
  NamedChoice,
} from '@platen/contract/channel-names';
import type { SubscriptionForm } from '@platen/contract/channels';
import { dayMs, hourMs } from '@platen/contract/constants';
import { startOfDay } from '@platen/diagnosis/delivery/times';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import type { StoredDeviceMessage } from '../worklist/outbox/add-device-events.ts';
import type { StoredVisitMessage } from '../worklist/outbox/add-visit-events.ts';

type Trx = Transaction<Database>;

/** Messages that the limits of a channel count (DE-13); the others are the server's own. */
const counted = [
  'change',
  'reminder',
  'digest',
  'summary',
  'visit',
  'device',
] as const satisfies readonly MessageKind[];
/** Events of a channel in one transaction; more follow in the next. */
const mostEvents = 2000;

export interface ChannelRow {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly ownerId: string | null;
  readonly organisationId: string;
  readonly zone: string;
  readonly limitHour: number;
  readonly limitDay: number;
}

export interface EventRow {
  readonly id: string;
  readonly kind: 'change' | 'reminder' | 'visit' | 'device';
  /** Of visits and devices null. */
  readonly event: DeliveryEvent | null;
  readonly chosen: NamedChoice | null;
  readonly at: Date;
  readonly dueAt: Date | null;
  readonly reason: DeliveryReason | null;
  readonly subscriptionId: string | null;
  /** Of visits and devices null. */
  readonly conditionId: string | null;
  readonly groupKey: string;
  readonly priority: number | null;
  readonly wasSent: boolean;
  /** Of a visit what its message says. */
  readonly visit: StoredVisitMessage | null;
  /** Of a device what its message says. */
  readonly device: StoredDeviceMessage | null;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly form: Omit<SubscriptionForm, 'subscriptionId'>;
  readonly isDigestDue: boolean;
  readonly digestAt: Date | null;
  readonly lastSent: Readonly<Record<string, string>> | null;
}

/** Due events, those that wait for more of their customer, and those of due digests. */
export async function readEvents(trx: Trx, channelId: string, now: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select d.delivery_id as id, d.kind, case when d.kind <> 'device' then d.event end as event, d.chosen, d.at, d.due_at as "dueAt", d.reason, d.subscription_id as "subscriptionId",
      d.condition_id as "conditionId", d.group_key as "groupKey", d.priority,
      case when d.kind = 'visit' then d.content end as visit, case when d.kind = 'device' then d.content end as device,
      exists (
        select from delivery m join delivery o on o.delivery_id = m.message_id
        where m.condition_id = d.condition_id and m.channel_id = d.channel_id and m.delivery_id <> d.delivery_id
          and m.event in ('opened', 'cameBack', 'worse') and o.attempts > 0
        union all
        select from delivery m join delivery o on o.delivery_id = m.message_id
        where m.visit_id = d.visit_id and m.channel_id = d.channel_id and m.delivery_id <> d.delivery_id
          and o.attempts > 0) as "wasSent"
    from delivery d left join subscription s using (subscription_id)
    where d.channel_id = ${channelId} and d.message_id is null and d.state in ('waiting', 'held')
      and (d.due_at <= ${now}::timestamptz or d.reason = 'group'
        or (d.reason = 'digest' and (s.subscription_id is null or s.stopped_at is not null or s.digest_due <= ${now}::timestamptz
          or s.form -> 'when' ->> 'at' <> 'digest')))
    order by d.at, d.delivery_id limit ${sql.lit(mostEvents)}`.execute(trx);
  return rows;
}

export async function readSubscriptions(trx: Trx, channelId: string, now: Date): Promise<SubscriptionRow[]> {
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
export async function readSent(trx: Trx, { channelId, zone }: ChannelRow, now: Date) {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const day = new Date(startOfDay(zone, now.getTime()));
  const { rows } = await sql<{ hour: number; day: number; announcedHour: boolean; announcedDay: boolean }>`
    select count(*) filter (where kind = any(${[...counted]}::text[]) and composed_at >= ${hour}::timestamptz)::int as hour,
      count(*) filter (where kind = any(${[...counted]}::text[]) and composed_at >= ${day}::timestamptz)::int as day,
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
