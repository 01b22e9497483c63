import type { DeviceProfile } from '@platen/contract/details';

const categories = ['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other'] as const;
type ErrorCategoryName = (typeof categories)[number];
export interface ErrorRow {
  readonly category: ErrorCategoryName;
  /** Errors in the window; null when the device reports none of this kind at all. */
  readonly count: number | null;
  /** Length of the bar, in percent of the largest of the five. */
  readonly length: number;
}

/** The five figures of the error section in their order (PR-23..PR-27, PR-31); undefined when the device sends no errors. */
export function toErrorRows(counters: DeviceProfile['errorCounters']): ErrorRow[] | undefined {
  const most = Math.max(0, ...categories.map((category) => counters[category] ?? 0));
  if (categories.every((category) => counters[category] === null)) return undefined;
  return categories.map((category) => {
    const count = counters[category];
    return { category, count, length: count === null || most === 0 ? 0 : (count / most) * 100 };
  });
}
