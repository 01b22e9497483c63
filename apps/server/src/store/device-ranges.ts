import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
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

interface OneSnapshot<Row> {
  /** Over the devices of a range; its rows must survive JSON. */
  readonly ofRange: (range: DeviceRange) => RawBuilder<Row>;
  /** Read before the devices, in the same snapshot. */
  readonly first?: RawBuilder<Row>;
  readonly atOnce?: number | undefined;
}

/**
 * Reads every device by ranges as above, but in one snapshot, which begins behind whatever the transaction
 * has locked (0960): a cursor over one row of JSON for each range, which PostgreSQL works out when that row
 * is fetched.
 */
export async function* readInOneSnapshot<Row>(
  trx: Transaction<Database>,
  { ofRange, first, atOnce = devicesAtOnce }: OneSnapshot<Row>,
): AsyncGenerator<readonly Row[]> {
  const parts = first === undefined ? [] : [first];
  // Read in earlier snapshots; the ranges hold every device of any.
  for await (const range of deviceRanges(trx, atOnce)) parts.push(ofRange(range));
  const asJson = parts.map((part) => sql`select coalesce(json_agg(part), '[]') as rows from (${part}) part`);
  await sql`declare ranges no scroll cursor for ${sql.join(asJson, sql` union all `)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ rows: Row[] }>`fetch 1 from ranges`.execute(trx);
    const [found] = rows;
    if (found === undefined) break;
    yield found.rows;
  }
  await sql`close ranges`.execute(trx);
}
