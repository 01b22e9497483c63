import { type Kysely, type RawBuilder, sql } from 'kysely';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;

/**
 * The channel by which each of these users is notified, mail first; users without one that works are
 * left out. `except`: not this one.
 */
export async function findOwnChannels(
  db: Db,
  userIds: readonly string[],
  except: string | null = null,
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user: string; channel: string }>`
    select distinct on (c.owner_id) c.owner_id as user, c.channel_id as channel
    from channel c join app_user u on u.user_id = c.owner_id
    where c.owner_id = any(${uuids(userIds)}) and c.state = 'active' and c.deleted_at is null and u.disabled_at is null
      and c.kind <> 'webhook' and c.channel_id is distinct from ${except}::uuid
    order by c.owner_id, (c.kind = 'mail') desc, c.made_at, c.channel_id`.execute(db);
  return new Map(rows.map(({ user, channel }) => [user, channel]));
}

/** Of an organisation with this path the channel for what no user took up: its own, else the next above. */
const fallbackOf = (path: RawBuilder<unknown>, except: string | null = null) => sql<string | null>`(
  select c.channel_id from channel c join organisation o on o.organisation_id = c.organisation_id
  where c.is_fallback and c.state = 'active' and c.deleted_at is null and c.kind <> 'webhook'
    and c.channel_id is distinct from ${except}::uuid and (o.kind = 'operator' or o.organisation_id = any((${path})::uuid[]))
  order by cardinality(o.path) desc limit 1)`;

/** The channel of an organisation, or of the next above it, for what no user took up (DE-08, OA-04). */
export async function findFallback(
  db: Db,
  organisationId: string | null,
  except: string | null = null,
): Promise<string | undefined> {
  const path = sql`(select k.path from organisation k where k.organisation_id = ${organisationId})`;
  const { rows } = await sql<{ id: string | null }>`select ${fallbackOf(path, except)} as id`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** The same for the organisations of devices; what is no device is the operator's. */
export async function findFallbacksOf(db: Db, entityIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; channel: string | null }>`
    select e.id, ${fallbackOf(sql`k.path`)} as channel from unnest(${uuids([...new Set(entityIds)])}) as e(id)
      left join device d on d.device_id = e.id left join organisation k on k.organisation_id = d.organisation_id`.execute(
    db,
  );
  return new Map(rows.flatMap(({ id, channel }) => (channel === null ? [] : [[id, channel] as const])));
}
