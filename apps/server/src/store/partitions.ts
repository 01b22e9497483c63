import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { locks } from './locks.ts';

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

/** The month so many months later (or earlier). */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toMonth(new Date(Date.UTC(year, number - 1 + count, 1)));
}

const known = new WeakMap<object, Set<string>>();

/** Makes the partitions that are not there yet. Cheap when they are: what was once seen is remembered for the pool. */
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

/** Days of three a page stay as they are: to compress them would cost a sixth of what an ingest costs the database. */
const storage: Partial<Record<PartitionedTable, string>> = { reading_day: 'with (toast_tuple_target = 2720)' };

/** A table of its own first, then attached: that locks out nobody, while `partition of` would stop all reading. */
async function make(trx: Kysely<Database>, { table, month }: Partition): Promise<void> {
  const name = sql.id(toName({ table, month }));
  const parent = sql.id(table);
  const [from, to] = [toBound(month), toBound(addMonths(month, 1))];
  await sql`
    create table ${name} (like ${parent} including defaults including constraints including indexes)
    ${sql.raw(storage[table] ?? '')}`.execute(trx);
  await sql`alter table ${parent} attach partition ${name} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
    trx,
  );
}

/** Drops the partitions whose whole month is before the first one kept. Gives back what was dropped. */
export async function dropPartitions(
  db: Kysely<Database>,
  table: PartitionedTable,
  firstKept: string,
): Promise<string[]> {
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${locks.partitions})`.execute(trx);
    const old = (await listPartitions(trx)).filter(
      (partition) => partition.table === table && partition.month < firstKept,
    );
    for (const partition of old) {
      await sql`drop table ${sql.id(toName(partition))}`.execute(trx);
      known.get(db)?.delete(toName(partition));
    }
    return old.map(toName);
  });
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
/** Good for a `date` and, as it names the zone, for a `timestamptz` whatever the session's time zone. */
const toBound = (month: string): string => `${month}-01 00:00:00+00`;
