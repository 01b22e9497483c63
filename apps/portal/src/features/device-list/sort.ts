import type { DeviceListItem, DeviceStatus, SortColumn } from '@platen/contract/devices';
import type { Sort } from '../../device-search/address.ts';

type Compare = (a: DeviceListItem, b: DeviceListItem) => number;

/** Worst first (OQ-30); the order of `deviceStatuses` and of the server's `status_rank`. */
const rank: Readonly<Record<DeviceStatus, number>> = { error: 0, warning: 1, unknown: 2, offline: 3, normal: 4 };

/** OQ-38: the customer's name, else the number. */
export function toCustomer(device: Pick<DeviceListItem, 'customerName' | 'customerNumber'>): string | null {
  return device.customerName ?? device.customerNumber;
}

// Code points, what is missing first: as the server's indexes order, so that a page loaded later joins at the end
// and no row jumps. A collation of the browser's own would put rows between those already read.
const compareText = (a: string | null, b: string | null): number => {
  const left = a ?? '';
  const right = b ?? '';
  return left < right ? -1 : left > right ? 1 : 0;
};

const ascending: Readonly<Record<SortColumn, Compare>> = {
  status: (a, b) => rank[a.status] - rank[b.status] || compareText(a.serial, b.serial),
  serial: (a, b) => compareText(a.serial, b.serial),
  model: (a, b) => compareText(a.model, b.model),
  customer: (a, b) => compareText(toCustomer(a), toCustomer(b)),
  description: (a, b) => compareText(a.description, b.description),
};

export function toCompare({ sortColumn, sortOrder }: Sort): Compare {
  const compare = ascending[sortColumn];
  return sortOrder === 'asc' ? compare : (a, b) => compare(b, a);
}

/**
 * Rows in order joined by a new page. Without a picked column the server's order stands. Equal rows keep the order
 * they came in. A page that follows what is there, as from a server that sorts, costs one comparison a row.
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
