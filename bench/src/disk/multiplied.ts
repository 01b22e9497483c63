import type { Client } from 'pg';
import { readSizes, type TableSize } from './sizes.ts';

const tables = { device_report: 'observed_at', reading_day: 'day', counter_day: 'day' } as const;
/** Copies of every device by one statement. */
const atOnce = 100;

/**
 * Copies one day of all devices until there are `wanted`, and prints the size of the copies, with which what
 * was calculated from small stores compares. Rows of devices that do not exist: only sizes are read.
 */
export async function measureMultiplied(client: Client, count: number, wanted: number): Promise<void> {
  const before = await readSizes(client);
  const copies = Math.ceil(wanted / count);
  for (const [table, time] of Object.entries(tables)) {
    const columns = await listColumns(client, table);
    for (let from = 1; from <= copies; from += atOnce)
      await client.query(
        `insert into ${table} (device_id, ${columns})
         select md5(device_id::text || n)::uuid, ${columns} from ${table}, generate_series($1::int, $2::int) n
         where (${time})::date = (select max(${time})::date - 2 from ${table})
           and device_id in (select device_id from device)`,
        [from, Math.min(from + atOnce - 1, copies)],
      );
  }
  const after = await readSizes(client);
  console.log(`\none day of ${copies * count} devices | rows | MB | bytes a row`);
  for (const table of Object.keys(tables)) printDay(find(before, table), find(after, table));
}

const find = (sizes: readonly TableSize[], table: string): TableSize => {
  const size = sizes.find((one) => one.table === table);
  if (size === undefined) throw new Error(`no table ${table}`);
  return size;
};

function printDay(before: TableSize, after: TableSize): void {
  const rows = after.rows - before.rows;
  const bytes = after.heap + after.indexes - before.heap - before.indexes;
  console.log([after.table, rows, (bytes / 1e6).toFixed(0), (bytes / rows).toFixed(0)].join(' | '));
}

async function listColumns(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'device_id'`,
    [table],
  );
  return rows[0]?.columns ?? '';
}
