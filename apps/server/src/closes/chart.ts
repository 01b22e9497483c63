import type { CloseLine } from '@platen/contract/close-lines';
import type { MeterRow, MeterRun } from '@platen/diagnosis/meters/continue-meter';
import { dayMs } from '../base/time.ts';

/** Points of a small chart at most. */
const mostPoints = 48;
const around = { before: 7 * dayMs, after: 3 * dayMs };

/** Readings around a span for a small chart: both sides of each break, and others evenly between them. */
export function toChart(
  { rows, breaks }: Pick<MeterRun, 'rows' | 'breaks'>,
  { from, to }: { readonly from: number; readonly to: number },
): CloseLine['chart'] {
  const near = rows.filter(({ at }) => at >= from - around.before && at < to + around.after);
  const marked = new Set(breaks.flatMap(({ before, after }) => [before.at, after.at]));
  const step = Math.max(1, Math.ceil(near.length / (mostPoints - Math.min(marked.size, mostPoints / 2))));
  return near
    .filter(({ at }, index) => index % step === 0 || index === near.length - 1 || marked.has(at))
    .slice(-2 * mostPoints)
    .map(toPoint);
}

const toPoint = ({ at, value, billed }: MeterRow) => ({ at: new Date(at).toISOString(), raw: value, billed });
