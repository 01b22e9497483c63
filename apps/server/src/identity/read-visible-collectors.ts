import { type Kysely, sql } from 'kysely';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import type { SignedInUser } from './signed-in-user.ts';
import { visibleTo } from './visibility.ts';

interface Asked {
  readonly collectorIds: readonly string[];
  /** Those of them of which the caller knows that they serve a device that the user sees. */
  readonly served: ReadonlySet<string>;
}

/**
 * Which of a few collectors the user may see: as the condition `collectorVisibleTo`, but asked of these by
 * index, not of all devices that the user may see.
 */
export async function readVisibleCollectors(
  db: Kysely<Database>,
  user: SignedInUser,
  reach: 'some' | 'own',
  { collectorIds, served }: Asked,
): Promise<ReadonlySet<string>> {
  if (user.seesAll) return new Set(collectorIds);
  const unknown = collectorIds.filter((id) => !served.has(id));
  const visible = new Set([...served, ...(await readServing(db, user, unknown))]);
  if (reach === 'own') for (const id of await readForeign(db, user, [...visible])) visible.delete(id);
  return visible;
}

/** Those that registered a device that the user sees, or delivered its newest report. */
async function readServing(db: Kysely<Database>, user: SignedInUser, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct x.id from device d cross join lateral (values (d.owner_id), (d.collector_id)) as x(id)
    where (d.owner_id = any(${uuids(ids)}) or d.collector_id = any(${uuids(ids)})) and ${visibleTo(user)}
      and x.id = any(${uuids(ids)})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those that are bound to everywhere, or registered a device that the user may not see. */
async function readForeign(db: Kysely<Database>, user: SignedInUser, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct d.owner_id as id from device d
    where d.owner_id = any(${uuids(ids)}) and d.held_by is null and not (${visibleTo(user)})
    union select c.collector_id from collector c
    where c.collector_id = any(${uuids(ids)}) and (c.scope ->> 'everywhere')::boolean`.execute(db);
  return rows.map(({ id }) => id);
}
