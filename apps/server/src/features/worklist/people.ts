import type { Person } from '@platen/contract/worklist-item';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;

/** Names of users by id; an erased user has none. */
export type People = ReadonlyMap<string, Person>;

export async function readNames(db: Db, userIds: Iterable<string | null>): Promise<People> {
  const ids = [...new Set([...userIds].flatMap((id) => id ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Person>`
    select user_id as "userId", name from app_user where user_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

export const personOf = (people: People, userId: string | null): Person | null =>
  userId === null ? null : (people.get(userId) ?? null);
