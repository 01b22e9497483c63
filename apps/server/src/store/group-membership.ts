import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { noteMoves } from './fleet-totals.ts';
import { noteMovedTexts } from './search-totals.ts';

/**
 * The dealer whose number a row `device` reports; a device without one is of none. Numbers of dealers are
 * unique.
 */
const reportedDealer = sql`(select k.organisation_id from organisation k
  where k.kind = 'dealer' and k.state = 'active' and k.dealer_numbers @> array[device.dealer_number])`;

/**
 * The organisation that a row `device` belongs to (OA-03): where a person placed it, else by the numbers of
 * its reports, else the dealer. A customer number counts within the reported dealer; without a dealer's
 * number only if one organisation alone has it, and below a dealer that is not in the tree never: numbers of
 * customers repeat. A held device is placed as a new one, so that its sender learns nothing.
 */
const placeOfDevice = sql`coalesce(
  (select p.organisation_id from device_place p join organisation o using (organisation_id)
    where p.device_id = device.device_id and device.held_by is null and o.state = 'active'),
  (select case when count(*) = 1 then min(o.organisation_id::text)::uuid end from organisation o
    where o.kind in ('customer', 'site') and o.state = 'active' and o.customer_numbers @> array[device.customer_number]
      and case when device.dealer_number is null then true
        else o.dealer_id is not distinct from ${reportedDealer} end),
  ${reportedDealer})`;

/**
 * The groups of a row `device` as it is `placed`, by list, by rule and by organisation, ascending: the one
 * that defines what a rule means. A device is in the groups of its organisation and of all above it.
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
     or g.group_id in (select a.group_id from organisation o join organisation a on a.organisation_id = any(o.path)
       where o.organisation_id = placed.organisation_id)
), '{}')`;

/**
 * Computes `device.group_ids` and `device.organisation_id` again, for some devices or for all; returns the
 * number that changed, and notes the moves for the totals of the fleet (0550). The caller's transaction holds
 * `locks.groups`: shared if devices changed, whose rows an earlier statement has locked, exclusive if groups
 * or organisations did.
 */
export async function refreshGroups(trx: Kysely<Database>, deviceIds?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with moved as (
      update device set group_ids = found.ids, organisation_id = found.organisation_id
      from (
        select device_id, group_ids as before, ${groupsOfDevice} as ids, placed.organisation_id
        from device cross join lateral (select ${placeOfDevice} as organisation_id) placed
        ${deviceIds === undefined ? sql`` : sql`where device_id = any(${deviceIds}::uuid[])`}
      ) as found
      where device.device_id = found.device_id
        and (device.group_ids is distinct from found.ids or device.organisation_id is distinct from found.organisation_id)
      returning device.held_by, device.retired_on, device.is_stopped, device.dealer_number, device.dealer_name,
        device.search_text, found.before, found.ids as after
    ), noted as (${noteMoves(sql`moved`)}), texts as (${noteMovedTexts(sql`moved`)})
    select count(*) as moved from moved`.execute(trx);
  return rows[0]?.moved ?? 0;
}
