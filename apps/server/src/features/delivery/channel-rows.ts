import type { ChannelKind, ChannelState, MessageLanguage } from '@platen/contract/channel-names';
import type { Channel, DeliveryTry } from '@platen/contract/channels';
import type { Person } from '@platen/contract/worklist-item';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { channelChangedBy, channelVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { sqlPerson } from '../../store/person-of.ts';
import type { SealedParts } from '../../store/tables/delivery-tables.ts';
import { maskAddress, maskMails } from './address.ts';

type Db = Kysely<Database>;

export interface StoredChannel {
  readonly channelId: string;
  readonly ownerId: string | null;
  readonly organisationId: string;
  /** Of an organisation, and the reader may change it. */
  readonly isManaged: boolean;
  readonly kind: ChannelKind;
  readonly address: string;
  readonly sealed: SealedParts;
  readonly state: ChannelState;
  readonly isFallback: boolean;
  readonly version: number;
  /** Who made this version by hand; null: the server, a link, or someone who is gone. */
  readonly changedBy: Person | null;
  /** As it is answered. */
  readonly channel: Channel;
}

interface Row extends Omit<StoredChannel, 'channel'> {
  readonly ownerName: string | null;
  readonly name: string;
  readonly stateSince: Date;
  readonly language: MessageLanguage;
  readonly zone: string;
  readonly limitHour: number;
  readonly limitDay: number;
  readonly madeAt: Date;
  readonly lastDay: Channel['lastDay'];
  readonly lastTry: DeliveryTry | null;
  readonly subscriptionCount: number;
}

/** Channels that this user may see, by name. */
export async function readChannels(
  db: Db,
  user: SignedInUser,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<StoredChannel[]> {
  const isMessage = sql`d.channel_id = c.channel_id and (d.message_id is null or d.message_id = d.delivery_id)`;
  const counted = (states: RawBuilder<unknown>) => sql`count(*) filter (where d.state in (${states}))::int`;
  const { rows } = await sql<Row>`
    select c.channel_id as "channelId", c.owner_id as "ownerId", c.organisation_id as "organisationId",
      ${channelChangedBy(user)} as "isManaged", o.name as "ownerName", c.kind, c.name, c.address, c.sealed,
      c.state, c.state_since as "stateSince", c.language, c.zone, c.limit_hour as "limitHour", c.limit_day as "limitDay",
      c.is_fallback as "isFallback", c.made_at as "madeAt", c.version,
      case when c.changed_in = c.version then ${sqlPerson('c.changed_by')} end as "changedBy",
      (select json_build_object('accepted', ${counted(sql`'accepted'`)}, 'held', ${counted(sql`'held'`)},
          'waiting', ${counted(sql`'waiting', 'sending'`)}, 'failed', ${counted(sql`'failed'`)}, 'givenUp', ${counted(sql`'givenUp'`)})
        from delivery d where ${isMessage} and d.at > now() - interval '1 day') as "lastDay",
      (select d.tries -> -1 from delivery d where ${isMessage} and d.attempts > 0 and jsonb_array_length(d.tries) > 0
        order by d.at desc limit 1) as "lastTry",
      (select count(*)::int from subscription s where s.channel_id = c.channel_id) as "subscriptionCount"
    from channel c left join app_user o on o.user_id = c.owner_id
    where c.deleted_at is null and ${channelVisibleTo(user)} and ${condition}
    order by lower(c.name), c.channel_id`.execute(db);
  return rows.map((row) => ({ ...row, channel: toChannel(row, user) }));
}

/** A channel that the user may see; a foreign one is refused as one that does not exist (GE-05). */
export async function readChannel(db: Db, user: SignedInUser, channelId: string): Promise<StoredChannel> {
  const [found] = await readChannels(db, user, sql<boolean>`c.channel_id = ${channelId}`);
  return found ?? refuseUnknown();
}

/** The same, locked for a change by those who may change it. */
export async function lockChannel(db: Db, user: SignedInUser, channelId: string): Promise<StoredChannel> {
  await sql`select 1 from channel where channel_id = ${channelId} for update`.execute(db);
  const found = await readChannel(db, user, channelId);
  if (!mayChange(user, found)) throw new Refusal(200002, 'the channel belongs to another user');
  return found;
}

function refuseUnknown(): never {
  throw new Refusal(204001, 'there is no channel with this id');
}

/** Own channels by their owner, those of the organisation with the right to manage delivery. */
export const mayChange = (
  user: SignedInUser,
  { ownerId, isManaged }: Pick<StoredChannel, 'ownerId' | 'isManaged'>,
): boolean => (ownerId === null ? isManaged : ownerId === user.userId);

/** Refuses 202002 with what is there now, and whose it is, where another version was meant (GE-06, TX-19). */
export function checkVersion(stored: StoredChannel, version: number, current: object = stored.channel): void {
  if (stored.version !== version)
    throw new Refusal(202002, 'the channel was changed meanwhile', {
      body: { current, changedBy: stored.changedBy },
    });
}

/** The next version, made by this user. */
export const nextVersion = ({ version }: StoredChannel, { userId }: SignedInUser) => ({
  version: version + 1,
  changed_by: userId,
  changed_in: version + 1,
});

/** As in the log: what the other side answered, without addresses of others (DE-20). */
const maskTry = (one: DeliveryTry | null): DeliveryTry | null =>
  one && {
    ...one,
    answer: one.answer && maskMails(one.answer),
    reason: one.reason && maskMails(one.reason),
  };

function toChannel(row: Row, user: SignedInUser): Channel {
  const own = mayChange(user, row);
  return {
    channelId: row.channelId,
    kind: row.kind,
    owner: row.ownerId === null ? 'organisation' : 'self',
    ownedBy: row.ownerId === null ? null : { userId: row.ownerId, name: row.ownerName ?? '' },
    name: row.name,
    // Of Teams and Slack the store has only what may be shown.
    address: row.kind === 'teams' || row.kind === 'slack' ? row.address : maskAddress(row.kind, row.address, own),
    state: row.state,
    stateSince: row.stateSince.toISOString(),
    language: row.language,
    zone: row.zone,
    limits: { hour: row.limitHour, day: row.limitDay },
    secrets: (row.sealed.secrets ?? [])
      .filter(({ until }) => until === null || Date.parse(until) > Date.now())
      .map(({ madeAt, until }) => ({ madeAt, until })),
    lastDay: row.lastDay,
    lastTry: own ? row.lastTry : maskTry(row.lastTry),
    subscriptionCount: row.subscriptionCount,
    own,
    madeAt: row.madeAt.toISOString(),
    version: row.version,
  };
}
