import { type Kysely, sql } from 'kysely';
import type { Database } from '../src/store/database.ts';

/** What the totals say of each cell, and what counting the devices in use gives (0550). */
export async function readFleetTotals(db: Kysely<Database>): Promise<{ known: unknown[]; counted: unknown[] }> {
  const cell = sql`group_ids, dealer_number, dealer_name, is_held`;
  const known = await sql`
    select ${cell}, sum(devices)::int as devices, sum(stopped)::int as stopped from (
      select ${cell}, devices, stopped from fleet_total union all select ${cell}, devices, stopped from fleet_total_change
    ) t group by ${cell} having sum(devices) <> 0 or sum(stopped) <> 0 order by ${cell}`.execute(db);
  const counted = await sql`
    select ${cell}, count(*)::int as devices, count(x.device_id)::int as stopped
    from (select *, held_by is not null as is_held from device where retired_on is null) d
      left join stopped_device x using (device_id) group by ${cell} order by ${cell}`.execute(db);
  return { known: known.rows, counted: counted.rows };
}
