import { type Kysely, sql } from 'kysely';
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

/** The organisation's channel for what no user took up (DE-07, DE-08); undefined: none that works. */
export async function findFallback(db: Db, except: string | null = null): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select channel_id as id from channel where is_fallback and state = 'active' and deleted_at is null
      and kind <> 'webhook' and channel_id is distinct from ${except}::uuid limit 1`.execute(db);
  return rows[0]?.id;
}
