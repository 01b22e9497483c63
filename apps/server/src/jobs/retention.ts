import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import {
  addMonths,
  dropPartitions,
  ensurePartitions,
  partitionedTableNames,
  partitionedTables,
  toMonth,
} from '../store/partitions.ts';
import { inTransaction, locks } from '../store/transactions.ts';

/** Devices at a time: deliveries wait meanwhile, some hundredths of a second. */
const atOnce = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes the states of codes, firmware and network that no day names any more; returns their number. Run it
 * after days were dropped. A delivery may be about to name one again: it holds the lock shared, so none is
 * deleted under its hands.
 */
export async function forgetVersions(db: Kysely<Database>): Promise<number> {
  let forgotten = 0;
  for (let after: string | null = firstId; after !== null; ) {
    const from: string = after;
    const step = await inTransaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${locks.groups})`.execute(trx);
      const { rows } = await sql<{ last: string | null; deleted: number }>`
        with step as materialized (
          select distinct device_id from section_version where device_id > ${from}::uuid order by device_id limit ${atOnce}
        ), deleted as (
          delete from section_version v using step where v.device_id = step.device_id and not exists (
            select from reading_day r where r.device_id = v.device_id and v.digest = case v.section
              when 'codes' then r.codes_digest when 'firmware' then r.firmware_digest else r.network_digest end
          ) returning 1
        )
        select (select max(device_id::text) from step) as last, (select count(*) from deleted) as deleted`.execute(trx);
      return rows[0];
    });
    forgotten += step?.deleted ?? 0;
    after = step?.last ?? null;
  }
  return forgotten;
}

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
