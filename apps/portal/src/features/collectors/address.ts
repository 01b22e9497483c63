import { devicePageSize } from '@platen/contract/constants';

export const views = ['collectors', 'stopped'] as const;
export type View = (typeof views)[number];

/** What the address says of this screen: which view, from which row on, and the collector that is open. */
export interface Place {
  readonly view: View;
  readonly from: number;
  readonly collectorId: string | undefined;
}

/** Rows on a page. */
export const pageSize = devicePageSize;
const furthest = 10_000_000;

/**
 * Reads the address; what is wrong in it counts as left out. Without a view: the collectors for who may see
 * them, else the stopped devices, which is all that the others see.
 */
export function toPlace(
  search: { view?: string; from?: string; collector?: string },
  maySeeCollectors: boolean,
): Place {
  const view = maySeeCollectors && search.view !== 'stopped' ? 'collectors' : 'stopped';
  const from = /^\d{1,8}$/.test(search.from ?? '') ? Math.min(Number(search.from), furthest) : 0;
  return { view, from, collectorId: view === 'collectors' ? search.collector : undefined };
}

/** The address of a place; what goes without saying is left out. */
export const toSearch = ({ view, from = 0, collectorId }: { view: View; from?: number; collectorId?: string }) => ({
  view,
  ...(from === 0 ? {} : { from: String(from) }),
  ...(collectorId === undefined ? {} : { collector: collectorId }),
});
