import { type RawBuilder, sql } from 'kysely';

/**
 * Over `device_report r` left joined with `meter_chain c`: whether the ledger needs the row no more, as its
 * meters are in a pack (LG-02) or it has none.
 */
export const isPacked: RawBuilder<boolean> = sql<boolean>`(r.meters is null
  or r.observed_at < c.packed_until::timestamp at time zone 'UTC' and r.received_at < c.looked_at)`;
