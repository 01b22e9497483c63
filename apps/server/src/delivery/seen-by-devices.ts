import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { visibleTo } from '../identity/visibility.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';

/**
 * Of visits and events of devices those of which the owner of a channel sees each device that still exists
 * (DE-03), as in the lists of visits.
 */
export async function seenByDevices<T extends { readonly deviceIds: readonly string[] }>(
  db: Kysely<Database>,
  owner: SignedInUser,
  visits: readonly T[],
): Promise<ReadonlySet<T>> {
  if (visits.length === 0) return new Set();
  const { rows } = await sql<{ id: string; isSeen: boolean }>`
    select d.device_id as id, coalesce(${visibleTo(owner)}, false) as "isSeen" from device d
    where d.device_id = any(${uuids([...new Set(visits.flatMap(({ deviceIds }) => deviceIds))])})`.execute(db);
  const known = new Map(rows.map(({ id, isSeen }) => [id, isSeen]));
  return new Set(
    visits.filter(({ deviceIds }) => {
      const own = deviceIds.flatMap((id) => known.get(id) ?? []);
      return own.every((isSeen) => isSeen) && (own.length > 0 || owner.seesAll);
    }),
  );
}
