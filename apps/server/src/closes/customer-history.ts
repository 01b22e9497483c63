import { type Kysely, sql } from 'kysely';
import type { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { deviceRanges } from '../store/device-ranges.ts';

/** Whose a device was from an instant on, in milliseconds. */
export interface CustomerSince {
  readonly from: number;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
}

/**
 * Notes customers of devices that changed since they were last looked at, from the report that named the new
 * one on (LG-37). The first one counts from the beginning. Repeating it changes nothing. One statement for
 * each range of devices, so that no fleet is too large for the limit of a statement.
 */
export async function noteCustomers(db: Kysely<Database>, atOnce = 5000): Promise<void> {
  for await (const range of deviceRanges(db, atOnce))
    await sql`
      insert into meter_customer (device_id, from_at, customer_number, customer_name)
      select d.device_id, case when m.device_id is null then '-infinity'
        else greatest(coalesce(s.observed_at, d.updated_at), m.from_at + interval '1 millisecond') end,
        d.customer_number, d.customer_name
      from device d left join lateral (
        select * from meter_customer m where m.device_id = d.device_id order by m.from_at desc limit 1
      ) m on true left join device_section s on s.device_id = d.device_id and s.section = 'site' and ${range(sql`s.device_id`)}
      where ${range(sql`d.device_id`)}
        and d.held_by is null and (m.device_id is null or m.customer_number is distinct from d.customer_number)
      on conflict (device_id, from_at) do nothing`.execute(db);
}

/** Customers of devices, ascending. */
export async function readCustomers(
  db: Kysely<Database>,
  ids: ReturnType<typeof uuids>,
): Promise<Map<string, CustomerSince[]>> {
  const { rows } = await sql<{ id: string; list: (Omit<CustomerSince, 'from'> & { from: number | null })[] }>`
    select device_id as id, json_agg(json_build_object(
      'from', case when isfinite(from_at) then round(extract(epoch from from_at) * 1000)::bigint end,
      'customerNumber', customer_number, 'customerName', customer_name) order by from_at) as list
    from meter_customer where device_id = any(${ids}) group by device_id`.execute(db);
  return new Map(
    rows.map(({ id, list }) => [id, list.map((one) => ({ ...one, from: one.from ?? Number.NEGATIVE_INFINITY }))]),
  );
}
