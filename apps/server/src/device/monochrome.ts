import type { DeviceReport } from '@platen/contract/report';
import { toValue } from './readings.ts';

/**
 * Whether a device prints black only: it lists toner, all of it black, and has never counted a colour page. A device that lists no
 * toner is not decided: it is no monochrome device for want of a report.
 */
export function isMonochrome({
  supplies = [],
  counters,
}: {
  supplies?: DeviceReport['supplies'] | undefined;
  counters?: DeviceReport['counters'] | undefined;
}): boolean {
  const colors = supplies.flatMap(({ tonerColor }) => tonerColor ?? []);
  return (
    colors.length > 0 && colors.every((color) => color === 'black') && !((toValue(counters?.color?.reading) ?? 0) > 0)
  );
}
