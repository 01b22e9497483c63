import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import {
  addMonths,
  dropPartitions,
  ensurePartitions,
  partitionedTableNames,
  partitionedTables,
  toMonth,
} from '../store/partitions.ts';
import { forgetVersions } from './forget-versions.ts';

export interface Retention {
  readingMonths: number;
  eventMonths: number;
}

/** Partitions of this and the next month, so that the first delivery of a month need not make them. */
export async function makePartitions(db: Kysely<Database>, now: Date): Promise<void> {
  const months = [toMonth(now), addMonths(toMonth(now), 1)];
  await ensurePartitions(
    db,
    partitionedTableNames.flatMap((table) => months.map((month) => ({ table, month }))),
  );
}

/** Drops the months past their retention (OQ-114). Returns their names. */
export async function dropOld(
  db: Kysely<Database>,
  now: Date,
  { readingMonths, eventMonths }: Retention,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of partitionedTableNames) {
    const months = partitionedTables[table] === 'reading' ? readingMonths : eventMonths;
    dropped.push(...(await dropPartitions(db, table, addMonths(toMonth(now), -months))));
  }
  if (dropped.some((name) => name.startsWith('reading_day'))) await forgetVersions(db);
  return dropped;
}
