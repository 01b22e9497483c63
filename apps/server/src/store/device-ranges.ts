import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** Devices of a range: reading each of them takes far less than a statement may. */
const devicesAtOnce = 50_000;

/** The condition that the id of a device is in the range. */
export type DeviceRange = (deviceId: RawBuilder<unknown>) => RawBuilder<boolean>;

/**
 * Ranges of ids that hold every device once, held and retired ones too, and new ones that come meanwhile.
 * Looks at every device go range by range, so that no statement of theirs grows with the fleet (0851).
 */
export async function* deviceRanges(db: Kysely<Database>, atOnce: number = devicesAtOnce): AsyncGenerator<DeviceRange> {
  let after: string | undefined;
  for (;;) {
    const from = after;
    const isBeyond: DeviceRange = (id) =>
      from === undefined ? sql<boolean>`true` : sql<boolean>`${id} > ${from}::uuid`;
    const { rows } = await sql<{ last: string }>`
      select d.device_id as last from device d where ${isBeyond(sql`d.device_id`)}
      order by d.device_id limit 1 offset ${sql.lit(atOnce - 1)}`.execute(db);
    const last = rows[0]?.last;
    yield last === undefined ? isBeyond : (id) => sql<boolean>`(${isBeyond(id)} and ${id} <= ${last}::uuid)`;
    if (last === undefined) return;
    after = last;
  }
}
