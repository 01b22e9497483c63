import { devicePageSize } from '@platen/contract/constants';

export const views = ['collectors', 'stopped'] as const;
export type View = (typeof views)[number];

/** State of the screen in the address: the view, the first row, and the collector that is open. */
export interface ReportingAddress {
  readonly view: View;
  readonly from: number;
  readonly collectorId: string | undefined;
}

/** Rows on a page. */
export const pageSize = devicePageSize;
const furthest = 10_000_000;

/**
 * Reads the address; a malformed value counts as left out. Without a view: the collectors for users who may
 * see them, else the stopped devices, the only view of all others.
 */
export function readAddress(
  search: { view?: string; from?: string; collector?: string },
  maySeeCollectors: boolean,
): ReportingAddress {
  const view = maySeeCollectors && search.view !== 'stopped' ? 'collectors' : 'stopped';
  const from = /^\d{1,8}$/.test(search.from ?? '') ? Math.min(Number(search.from), furthest) : 0;
  return { view, from, collectorId: view === 'collectors' ? search.collector : undefined };
}

/** The search parameters of an address, without defaults. */
export const toAddressSearch = ({
  view,
  from = 0,
  collectorId,
}: {
  view: View;
  from?: number;
  collectorId?: string;
}) => ({
  view,
  ...(from === 0 ? {} : { from: String(from) }),
  ...(collectorId === undefined ? {} : { collector: collectorId }),
});
