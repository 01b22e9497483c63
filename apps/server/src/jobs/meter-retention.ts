import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { addMonths, toMonth } from '../store/partitions.ts';
import { repeatToEnd, rowsAtOnce } from './retention.ts';

type Db = Kysely<Database>;

/** Years for which packs of the ledger, closes and customers of before are stored (GE-16). */
const meterYears = 10;

/** Deletes packs of months too long ago; a chain then begins later. Returns their number. */
export async function dropOldPacks(db: Db, now: Date): Promise<number> {
  const before = `${addMonths(toMonth(now), -12 * meterYears)}-01`;
  return await repeatToEnd(
    db,
    () => sql`
      delete from meter_pack where (device_id, place) in (
        select device_id, place from meter_pack where month < ${before}::date limit ${sql.lit(rowsAtOnce)})`,
  );
}

/** What belongs to a close, with its key; a close has thousands of lines. */
const ofClose = {
  meter_close_line: 'device_id, close_id, meter, part, corrects',
  meter_close_settlement: 'device_id, close_id, meter, part',
  meter_close_device: 'device_id, close_id',
  meter_result: 'device_id, close_id, meter',
  meter_export_run: 'run_id',
} as const;

/** Deletes closes whose period ended so long ago, and customers of before; returns the number of closes. */
export async function dropOldCloses(db: Db, now: Date): Promise<number> {
  const before = sql`${now}::timestamptz - ${sql.lit(meterYears)} * interval '1 year'`;
  const old = sql`(select close_id from meter_close where to_at < ${before})`;
  const limit = sql`limit ${sql.lit(rowsAtOnce)}`;
  for (const [table, key] of Object.entries(ofClose))
    await repeatToEnd(
      db,
      () => sql`
        delete from ${sql.table(table)} where (${sql.raw(key)}) in (
          select ${sql.raw(key)} from ${sql.table(table)} where close_id in ${old} ${limit})`,
    );
  await repeatToEnd(
    db,
    () => sql`
      delete from meter_customer where (device_id, from_at) in (
        select m.device_id, m.from_at from meter_customer m where m.from_at > '-infinity' and m.from_at < ${before}
          and exists (select from meter_customer l
            where l.device_id = m.device_id and l.from_at > m.from_at and l.from_at < ${before}) ${limit})`,
  );
  return await repeatToEnd(
    db,
    () => sql`
      delete from meter_close where close_id in (
        select close_id from meter_close where to_at < ${before} ${limit})`,
  );
}
