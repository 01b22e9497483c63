import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPacked } from '../ledger/is-packed.ts';
import type { Database } from '../store/database.ts';
import {
  addMonths,
  type PartitionedTable,
  partitionedTableNames,
  partitionedTables,
  toMonth,
} from '../store/partitions.ts';
import { forgetVersionsOf, type Retention } from './retention.ts';

type Db = Kysely<Database>;

/**
 * Devices whose rows go by one statement: some ten thousand a table in the first night of a setting. With a
 * limit of rows each statement would look for them first, and then once more by their keys.
 */
const atOnce = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

interface Shorter {
  readonly organisationId: string;
  /** Devices that are not placed are the operator's. */
  readonly isOperator: boolean;
  readonly months: number;
}

/** Organisations whose months, their own or from above, are fewer than those of the installation. */
async function listShorter(db: Db, { readingMonths, eventMonths }: Retention): Promise<Shorter[]> {
  const { rows } = await sql<Shorter>`
    select o.organisation_id as "organisationId", o.kind = 'operator' as "isOperator", s.months
    from organisation o cross join lateral (
      select (a.settings ->> 'retentionMonths')::int as months from organisation a
      where a.organisation_id = any(o.path) and a.settings ? 'retentionMonths'
      order by cardinality(a.path) desc limit 1) s
    where s.months < ${Math.max(readingMonths, eventMonths)}`.execute(db);
  return rows;
}

/** Whole months go, as for the installation. A report stays until its meters are packed in the ledger. */
const oldRows: Readonly<Record<PartitionedTable, (ids: readonly string[], before: string) => RawBuilder<unknown>>> = {
  device_report: (ids, before) => sql`
    delete from device_report r using device d left join meter_chain c on c.device_id = d.device_id
    where d.device_id = any(${ids}::uuid[]) and r.device_id = d.device_id
      and r.observed_at < ${before}::timestamp at time zone 'UTC' and ${isPacked}`,
  counter_day: (ids, before) => deleteDays('counter_day', ids, before),
  reading_day: (ids, before) => deleteDays('reading_day', ids, before),
  device_error: (ids, before) => sql`
    delete from device_error
    where device_id = any(${ids}::uuid[]) and occurred_at < ${before}::timestamp at time zone 'UTC'`,
};

const deleteDays = (table: PartitionedTable, ids: readonly string[], before: string) => sql`
  delete from ${sql.table(table)} where device_id = any(${ids}::uuid[]) and day < ${before}::date`;

/** The next devices of an organisation after an id. */
async function nextDevices(db: Db, { organisationId, isOperator }: Shorter, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select device_id as id from device where device_id > ${after}::uuid
      and (organisation_id = ${organisationId} or ${isOperator} and organisation_id is null)
    order by device_id limit ${sql.lit(atOnce)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes readings and errors of devices whose organisation stores them for fewer months than the
 * installation (OA-04), in batches. Packs of the ledger and closes stay. Returns the number of rows.
 */
export async function dropOldOfOrganisations(db: Db, now: Date, retention: Retention): Promise<number> {
  let dropped = 0;
  for (const organisation of await listShorter(db, retention)) {
    const before = `${addMonths(toMonth(now), -organisation.months)}-01`;
    const tables = partitionedTableNames.filter((table) => {
      const { readingMonths, eventMonths } = retention;
      return organisation.months < (partitionedTables[table] === 'reading' ? readingMonths : eventMonths);
    });
    let ids = await nextDevices(db, organisation, firstId);
    while (ids.length > 0) {
      const batch = ids;
      for (const table of tables)
        dropped += Number((await sql`${oldRows[table](batch, before)}`.execute(db)).numAffectedRows ?? 0);
      if (tables.includes('reading_day')) await forgetVersionsOf(db, batch, before);
      ids = await nextDevices(db, organisation, batch.at(-1) ?? firstId);
    }
  }
  return dropped;
}
