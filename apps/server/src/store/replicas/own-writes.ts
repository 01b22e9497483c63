import { type Kysely, sql } from 'kysely';
import type { Connection, Database } from '../database.ts';
import { runPrepared } from '../statement.ts';

type Primary = Pick<Connection, 'pool'>;

/**
 * Notes at the primary that a user has just changed something, before the call is answered: whichever server
 * the next call of the user reaches knows that replicas may not show it yet. By the clock of the database.
 */
export async function noteWrite(primary: Primary, writerId: string): Promise<void> {
  await runPrepared(
    primary,
    'note-write',
    sql`insert into user_write as w (writer_id, at) values (${writerId}, clock_timestamp())
      on conflict (writer_id) do update set at = excluded.at`,
  );
}

/** How long ago a user last changed something, in milliseconds; undefined: not within what is remembered. */
export async function readLastWrite(primary: Primary, writerId: string): Promise<number | undefined> {
  const [row] = await runPrepared(
    primary,
    'last-write',
    sql<{ agoMs: number }>`
      select extract(epoch from clock_timestamp() - at)::float8 * 1000 as "agoMs" from user_write
      where writer_id = ${writerId}`,
  );
  return row?.agoMs;
}

/** Deletes what no server asks for any more: changes of more than a day ago. */
export async function forgetWrites(db: Kysely<Database>): Promise<void> {
  await sql`delete from user_write where at < now() - interval '1 day'`.execute(db);
}
