import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { toErrorCode } from '../base/errors.ts';
import type { Database } from './database.ts';
import { inTransaction, locks } from './transactions.ts';

/** Tables partitioned by month, and what retention they fall under. */
export const partitionedTables = {
  device_report: 'reading',
  counter_day: 'reading',
  reading_day: 'reading',
  device_error: 'event',
} as const;
export type PartitionedTable = keyof typeof partitionedTables;
export const partitionedTableNames: readonly PartitionedTable[] = [
  'device_report',
  'counter_day',
  'reading_day',
  'device_error',
];

/** A month of one table, `2026-11`. */
export interface Partition {
  table: PartitionedTable;
  month: string;
}

/** The month of a time, UTC. */
export const toMonth = (time: Date): string => time.toISOString().slice(0, 7);

/** The month a number of months later (or earlier, if negative). */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toMonth(new Date(Date.UTC(year, number - 1 + count, 1)));
}

const known = new WeakMap<object, Set<string>>();

/**
 * Makes the partitions that are not there yet. Cheap when they are: what was once seen is remembered for the
 * pool.
 */
export async function ensurePartitions(db: Kysely<Database>, wanted: readonly Partition[]): Promise<void> {
  const seen = known.get(db) ?? new Set<string>();
  known.set(db, seen);
  const missing = [...new Map(wanted.map((partition) => [toName(partition), partition])).values()].filter(
    (partition) => !seen.has(toName(partition)),
  );
  if (missing.length === 0) return;
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${locks.partitions})`.execute(trx);
    const there = new Set((await listPartitions(trx)).map(toName));
    for (const partition of missing) if (!there.has(toName(partition))) await make(trx, partition);
  });
  for (const partition of missing) seen.add(toName(partition));
}

/** Made by a function of the owner of the tables: the application's role may not make tables. */
async function make(trx: Kysely<Database>, { table, month }: Partition): Promise<void> {
  await sql`select make_partition(${table}, ${month})`.execute(trx);
}

/**
 * Longest wait for the lock of a drop or exchange: a reader or a delivery that comes to the table meanwhile
 * waits behind (decision 0751).
 */
const longestWaitMs = 50;
const attempts = 8;
const pauseMs = 250;
/** SQLSTATE lock_not_available. */
const lockNotAvailable = '55P03';

/**
 * Drops the partitions whose whole month is before the first one retained. Returns the dropped ones; a table
 * that somebody reads the whole time retains its months until the next call.
 */
export async function dropPartitions(
  db: Kysely<Database>,
  table: PartitionedTable,
  firstRetained: string,
): Promise<string[]> {
  const old = (await listPartitions(db)).filter(
    (partition) => partition.table === table && partition.month < firstRetained,
  );
  const dropped: string[] = [];
  for (const partition of old)
    if ((await givingWay(db, (trx) => drop(trx, partition))) === true) {
      known.get(db)?.delete(toName(partition));
      dropped.push(toName(partition));
    }
  return dropped;
}

/**
 * Runs what needs a partitioned table alone in a transaction of its own: it is locked until the commit.
 * Undefined where the lock was not free.
 */
export async function givingWay<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await wait(pauseMs);
    try {
      return await inTransaction(db, async (trx) => {
        await sql`select set_config('lock_timeout', ${`${longestWaitMs}ms`}, true)`.execute(trx);
        await sql`select pg_advisory_xact_lock(${locks.partitions})`.execute(trx);
        return await work(trx);
      });
    } catch (error) {
      if (toErrorCode(error) !== lockNotAvailable) throw error;
    }
  }
  return undefined;
}

/** Returns false where another server has dropped it. */
async function drop(trx: Transaction<Database>, partition: Partition): Promise<boolean> {
  const isThere = (await listPartitions(trx)).some((one) => toName(one) === toName(partition));
  if (isThere) await sql`select drop_partition(${partition.table}, ${partition.month})`.execute(trx);
  return isThere;
}

export async function listPartitions(db: Kysely<Database>): Promise<Partition[]> {
  const { rows } = await sql<{ parent: string; child: string }>`
    select parent.relname as parent, child.relname as child
    from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
    where parent.relname = any(${[...partitionedTableNames]}) and parent.relnamespace = current_schema()::regnamespace
      and parent.relkind = 'p' and child.relkind = 'r'`.execute(db);
  return rows.flatMap(({ parent, child }) => {
    const table = partitionedTableNames.find((name) => name === parent);
    const digits = /_(\d{4})(\d{2})$/.exec(child);
    return table === undefined || digits === null ? [] : [{ table, month: `${digits[1]}-${digits[2]}` }];
  });
}

const toName = ({ table, month }: Partition): string => `${table}_${month.replace('-', '')}`;
