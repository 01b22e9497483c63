import type { TestDatabase } from './database.ts';

/**
 * A hash of all rows of some devices, by table: every table with a `device_id`, so also those of later
 * versions.
 */
export async function hashRows(
  { pool }: Pick<TestDatabase, 'pool'>,
  deviceIds: readonly string[],
): Promise<Record<string, string | null>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'device_id' and not a.attisdropped order by c.relname`,
  );
  const hashes: Record<string, string | null> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ hash: string | null }>(
      `select md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from ${name} t where device_id = any($1::uuid[])`,
      [deviceIds],
    );
    hashes[name] = rows[0]?.hash ?? null;
  }
  return hashes;
}
