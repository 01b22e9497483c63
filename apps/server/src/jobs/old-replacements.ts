import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** Replacements tell how long parts live; they are kept far longer than the readings they were seen in. */
const retainedYears = 10;

/** Returns the number of replacements dropped. */
export async function dropOldReplacements(db: Kysely<Database>, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from device_replacement where replaced_on < (${now}::timestamptz at time zone 'UTC')::date - make_interval(years => ${retainedYears}::int)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
