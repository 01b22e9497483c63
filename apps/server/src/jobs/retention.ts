import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import {
  addMonths,
  dropPartitions,
  ensurePartitions,
  type PartitionedTable,
  partitionedTables,
  toMonth,
} from '../store/partitions.ts';

export interface Retention {
  readingMonths: number;
  eventMonths: number;
}

const tables: PartitionedTable[] = ['device_report', 'counter_day', 'device_error'];

/** Partitions of this and the next month, so that the first delivery of a month need not make them. */
export async function makePartitions(db: Kysely<Database>, now: Date): Promise<void> {
  const months = [toMonth(now), addMonths(toMonth(now), 1)];
  await ensurePartitions(
    db,
    tables.flatMap((table) => months.map((month) => ({ table, month }))),
  );
}

/** Drops the months of which nothing is to be kept any more (OQ-114). Gives back their names. */
export async function dropOld(
  db: Kysely<Database>,
  now: Date,
  { readingMonths, eventMonths }: Retention,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of tables) {
    const months = partitionedTables[table] === 'reading' ? readingMonths : eventMonths;
    dropped.push(...(await dropPartitions(db, table, addMonths(toMonth(now), -months))));
  }
  return dropped;
}
