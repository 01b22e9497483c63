import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * The groups of a row `device`, by list and by rule, ascending. The one place that defines what a rule means.
 * A held device gets the groups of a new one, so that writing them reveals nothing to its sender, except
 * those that name its serial number; users see it in none (identity/visibility.ts).
 */
const groupsOfDevice = sql`coalesce((
  select array_agg(g.group_id order by g.group_id) from device_group g
  where g.rule -> 'customerNumbers' ? device.customer_number
     or g.rule -> 'dealerNumbers' ? device.dealer_number
     or g.rule -> 'models' ? device.model
     or (device.held_by is null and g.rule -> 'serials' ? device.serial)
     or exists (select from group_device m where m.device_id = device.device_id and m.group_id = g.group_id)
), '{}')`;

/**
 * Computes `device.group_ids` again, for some devices or for all; returns the number that changed.
 * The caller's transaction holds `locks.groups`: shared if devices changed, exclusive if groups did.
 */
export async function refreshGroups(trx: Kysely<Database>, deviceIds?: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update device set group_ids = found.ids
    from (
      select device_id, ${groupsOfDevice} as ids from device
      ${deviceIds === undefined ? sql`` : sql`where device_id = any(${deviceIds}::uuid[])`}
    ) as found
    where device.device_id = found.device_id and device.group_ids is distinct from found.ids`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
