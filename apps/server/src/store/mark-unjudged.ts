import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Has devices judged again: no rules are version 0. Each mark is counted, so that a judging that goes on
 * meanwhile, of a device that was marked already, sees that it was again.
 */
export async function markUnjudged(trx: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  await sql`
    update device_judgement set rules = 0, marks = marks + 1
    where device_id = any(${[...deviceIds]}::uuid[])`.execute(trx);
}
