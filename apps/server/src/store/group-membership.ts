import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { deviceRanges } from './device-ranges.ts';
import { type MovedDevice, noteMoves } from './fleet-totals.ts';

/**
 * The organisation that a row `device` belongs to (OA-03): where a person placed it, else by the numbers of
 * its reports, else the dealer whose number it reports. A customer number counts within the reported dealer;
 * without a dealer's number only if one organisation alone has it, and below a dealer that is not in the tree
 * never: numbers of customers repeat, those of dealers do not. A held device is placed as a new one, so that
 * its sender learns nothing.
 */
const placement = sql`
  left join lateral (select k.organisation_id from organisation k
    where k.kind = 'dealer' and k.state = 'active' and k.dealer_numbers @> array[device.dealer_number]) dealer on true
  left join lateral (select case when count(*) = 1 then min(o.organisation_id::text)::uuid end as organisation_id
    from organisation o
    where o.kind in ('customer', 'site') and o.state = 'active' and o.customer_numbers @> array[device.customer_number]
      and (device.dealer_number is null or o.dealer_id is not distinct from dealer.organisation_id)) customer on true
  left join device_place p on p.device_id = device.device_id
  left join organisation chosen on chosen.organisation_id = p.organisation_id and chosen.state = 'active'
    and device.held_by is null
  cross join lateral (select
    coalesce(chosen.organisation_id, customer.organisation_id, dealer.organisation_id) as organisation_id) placed`;

/**
 * The groups of a row `device` as it is `placed`, by list, by rule and by organisation, ascending: the one
 * that defines what a rule means. A device is in the groups of its organisation and of all above it. A held
 * device gets the groups of a new one, so that writing them reveals nothing to its sender, except those that
 * name its serial number; users see it in none (identity/visibility.ts).
 */
const membership = sql`
  left join lateral (select array_agg(a.group_id) as ids
    from organisation o join organisation a on a.organisation_id = any(o.path)
    where o.organisation_id = placed.organisation_id) tree on true
  left join lateral (select array_agg(m.group_id) as ids from group_device m
    where m.device_id = device.device_id) listed on true
  left join lateral (select coalesce(array_agg(g.group_id order by g.group_id), '{}') as ids from device_group g
    where g.rule -> 'customerNumbers' ? device.customer_number
      or g.rule -> 'dealerNumbers' ? device.dealer_number
      or g.rule -> 'models' ? device.model
      or (device.held_by is null and g.rule -> 'serials' ? device.serial)
      or g.group_id = any(listed.ids) or g.group_id = any(tree.ids)) grouped on true`;

/** Devices whose groups are written by one statement where all are computed again. */
const devicesAtOnce = 10_000;

/**
 * Computes `device.group_ids` and `device.organisation_id` again, for some devices or for all; returns the
 * number that changed, and notes the moves for the totals of the fleet (0550). The caller's transaction holds
 * `locks.groups`: shared if devices changed, whose rows an earlier statement has locked, exclusive if groups
 * or organisations did.
 */
export async function refreshGroups(trx: Kysely<Database>, deviceIds?: readonly string[]): Promise<number> {
  if (deviceIds !== undefined) return await refreshThose(trx, sql`device.device_id = any(${deviceIds}::uuid[])`);
  let moved = 0;
  for await (const range of deviceRanges(trx, devicesAtOnce))
    moved += await refreshThose(trx, range(sql`device.device_id`));
  return moved;
}

async function refreshThose(trx: Kysely<Database>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<MovedDevice & { isCounted: boolean }>`
    update device set group_ids = found.ids, organisation_id = found.organisation_id
    from (
      select device.device_id, device.group_ids as before, grouped.ids, placed.organisation_id
      from device ${placement} ${membership} where ${which}
    ) as found
    where device.device_id = found.device_id
      and (device.group_ids is distinct from found.ids or device.organisation_id is distinct from found.organisation_id)
    returning device.retired_on is null and found.before <> found.ids as "isCounted", device.held_by is not null as is_held,
      device.is_stopped, device.dealer_number, device.dealer_name, device.search_text, found.before, found.ids as after`.execute(
    trx,
  );
  await noteMoves(
    trx,
    rows.filter(({ isCounted }) => isCounted),
  );
  return rows.length;
}
