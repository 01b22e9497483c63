import {
  type DeviceListItem,
  deviceStatuses,
  type SortColumn,
  type SortKey,
  sortKeysOf,
} from '@platen/contract/devices';
import type { Sort } from '../../device-search/address.ts';

type Compare = (a: DeviceListItem, b: DeviceListItem) => number;

/** The first field of a key that is not null. */
export function toSortText(device: DeviceListItem, key: SortKey): string | null {
  for (const field of key) if (device[field] !== null) return device[field];
  return null;
}

/**
 * Order by one key. Texts by code points, null first, as the server's indexes order them: a page loaded later
 * joins at the end and no row jumps. A collation of the browser would put rows between those already read.
 * Status: most urgent first (OQ-30), as the server's `status_rank`.
 */
function compareBy(key: SortKey): Compare {
  if (key.includes('status')) return (a, b) => deviceStatuses.indexOf(a.status) - deviceStatuses.indexOf(b.status);
  return (a, b) => {
    const [left, right] = [toSortText(a, key) ?? '', toSortText(b, key) ?? ''];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}

function ascending(column: SortColumn): Compare {
  const [first = () => 0, second = () => 0] = sortKeysOf(column).map(compareBy);
  return (a, b) => first(a, b) || second(a, b);
}

export function toCompare({ sortColumn, sortOrder }: Sort): Compare {
  const compare = ascending(sortColumn);
  return sortOrder === 'asc' ? compare : (a, b) => compare(b, a);
}

/**
 * Rows in order joined by a new page. Without a sort column the server's order stays. Equal rows keep the
 * order they came in. A page that follows what is there, as from a server that sorts, costs one comparison a
 * row.
 */
export function mergeSorted(
  rows: readonly DeviceListItem[],
  page: readonly DeviceListItem[],
  sort: Sort | undefined,
): readonly DeviceListItem[] {
  if (page.length === 0) return rows;
  if (sort === undefined) return rows.concat(page);
  const compare = toCompare(sort);
  const added = [...page].sort(compare);
  const last = rows.at(-1);
  const first = added[0];
  if (last === undefined || first === undefined || compare(last, first) <= 0) return rows.concat(added);
  return rows.concat(added).sort(compare); // Array.prototype.sort is stable and fast on two ordered runs
}
