import { findFamily } from '@platen/catalogue/families/families';
import type { DeviceReport } from '@platen/contract/report';
import { toValue } from './readings.ts';

interface Reported {
  /** Code of the family; null if the model table does not have the model. */
  readonly series: string | null;
  readonly supplies?: DeviceReport['supplies'] | undefined;
  readonly counters?: DeviceReport['counters'] | undefined;
}

/**
 * Whether a device prints black only: it has never counted a colour page, and its family prints black only
 * or, if the family is unknown, it reports toner and all of it is black. A device of an unknown family that
 * reports no toner does not count as monochrome.
 */
export function isMonochrome({ series, supplies = [], counters }: Reported): boolean {
  const colors = supplies.flatMap(({ tonerColor }) => tonerColor ?? []);
  const isColor = colors.some((color) => color !== 'black') || (toValue(counters?.color?.reading) ?? 0) > 0;
  if (isColor) return false;
  const family = findFamily(series ?? '');
  return family === undefined ? colors.length > 0 : !family.color;
}
