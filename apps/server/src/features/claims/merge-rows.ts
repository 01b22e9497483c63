import { sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';

type Trx = Transaction<Database>;

/** What is joined when two devices become one, each with the rest of its key: a row that is there stays. */
const joined = {
  counter_day: ['day'],
  reading_day: ['day'],
  device_error: ['occurred_at', 'code'],
  device_replacement: ['item', 'replaced_on'],
  section_version: ['section', 'digest'],
  section_reading: ['section', 'read_at'],
} as const;
type Joined = keyof typeof joined;
const tables: readonly Joined[] = [
  'counter_day',
  'reading_day',
  'device_error',
  'device_replacement',
  'section_version',
  'section_reading',
];

/** The keys of the rows that were copied, as texts, by table. */
export type CopiedRows = Readonly<Partial<Record<Joined, readonly (readonly string[])[]>>>;

/** Copies the readings of a device that another one does not have; returns the keys of what was copied. */
export async function copyRows(trx: Trx, from: string, to: string): Promise<CopiedRows> {
  const copied: Partial<Record<Joined, string[][]>> = {};
  for (const table of tables) {
    const columns = await readColumns(trx, table);
    const list = sql.join(columns.map((column) => sql.ref(column)));
    const key = sql.join(joined[table].map((column) => sql`${sql.ref(column)}::text`));
    const { rows } = await sql<{ key: string[] }>`
      insert into ${sql.table(table)} (device_id, ${list})
      select ${to}::uuid, ${list} from ${sql.table(table)} where device_id = ${from}::uuid
      on conflict do nothing returning array[${key}] as key`.execute(trx);
    if (rows.length > 0) copied[table] = rows.map((row) => row.key);
  }
  return copied;
}

/** Deletes what was copied to a device. */
export async function removeRows(trx: Trx, deviceId: string, copied: CopiedRows): Promise<void> {
  // Versions are named by readings: they go last.
  for (const table of tables.toReversed()) {
    const keys = copied[table] ?? [];
    if (keys.length === 0) continue;
    const key = sql.join(joined[table].map((column) => sql`${sql.ref(column)}::text`));
    await sql`
      delete from ${sql.table(table)} where device_id = ${deviceId}::uuid and array[${key}] in (
        select array(select jsonb_array_elements_text(k)) from jsonb_array_elements(${JSON.stringify(keys)}::jsonb) as k)`.execute(
      trx,
    );
  }
}

/** Days whose readings were copied. */
export const countDays = ({ counter_day: pages = [], reading_day: readings = [] }: CopiedRows): number =>
  new Set([...pages, ...readings].map(([day]) => day)).size;

/** The columns of a table besides the device that a statement may write. */
async function readColumns(trx: Trx, table: Joined): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name <> 'device_id' and is_generated = 'NEVER'
    order by ordinal_position`.execute(trx);
  return rows.map(({ name }) => name);
}
