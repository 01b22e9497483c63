import { type RawBuilder, sql } from 'kysely';

/** In the place of the collector that holds a device. */
const heldBy = '00000000-0000-0000-0000-000000000000';

/**
 * A table of cells with the columns that conditions of visibility on `device d` ask for; retired devices are
 * in none.
 */
export const asDevices = (table: 'search_cell' | 'search_change') => sql`(
  select t.*, case when t.is_held then '${sql.raw(heldBy)}'::uuid end as held_by, null::date as retired_on
  from ${sql.table(table)} t)`;

/**
 * The note of a change (0730): `changes` has `search_text`, `group_ids`, `is_held` and signed
 * `devices`, a row for each device.
 */
export const noteTexts = (changes: RawBuilder<unknown>) => sql`
  insert into search_change (search_text, group_ids, is_held, devices)
  select search_text, group_ids, is_held, sum(devices) from ${changes} change
  group by search_text, group_ids, is_held having sum(devices) <> 0`;

interface SearchTotal {
  /** Null: the number of devices is not known and has to be counted. */
  total: number | null;
  /** About: all devices for which the condition holds, and those of the fleet, at the last fold. */
  visible: number;
  fleet: number;
}

interface SearchedText {
  readonly text: string;
  /** Finds the text with `like`. */
  readonly pattern: string;
  /** A condition on `device d`: devices that count as well, whatever their searched text is. */
  readonly elsewhere?: RawBuilder<boolean> | undefined;
}

/**
 * The number of devices whose searched text contains `text` and for which a condition on `d` (groups,
 * `held_by` and `retired_on` alone) holds: exact, in the snapshot of the statement.
 */
export const readSearchTotal = ({ text, pattern, elsewhere }: SearchedText, where: RawBuilder<boolean>) => {
  const contained = sql`d.search_text collate "C" like lower(${pattern})`;
  const others =
    elsewhere === undefined
      ? sql``
      : sql`+ (select count(*) from device d where ${elsewhere} and not ${contained} and ${where})`;
  return sql<SearchTotal>`
    select case when exists (select from search_state)
      and (char_length(lower(${text})) <= 2 or exists (select from search_text where text = lower(${text}))) then
      (select coalesce(sum(x.devices), 0) from search_total x join ${asDevices('search_cell')} d using (cell)
        where x.text = lower(${text}) and ${where})
      + (select coalesce(sum(d.devices), 0) from ${asDevices('search_change')} d where ${contained} and ${where})
      ${others} end::bigint as total,
      (select coalesce(sum(devices) filter (where ${where}), 0) from ${asDevices('search_cell')} d)::bigint as visible,
      (select coalesce(sum(devices), 0) from search_cell)::bigint as fleet`;
};
