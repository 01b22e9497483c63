import type { MeterReport } from './meter-points.ts';
import { leastPages, usualPerMinute } from './suspicious-rise.ts';

const windowMs = 6 * 3_600_000;
const minuteMs = 60_000;

/**
 * The reports whose readings the ledger stores (LG-02): the last one of every six hours (00, 06, 12, 18 UTC),
 * the last one before midnight of the organisation's zone, with which its month ends are among them, and both
 * sides of every fall and leap. `dayOf`: the day that the zone's clock shows. Reports ascend by time. Which
 * ones these are depends on their neighbours alone, so late reports lead to the same ledger.
 */
export function selectStored<T extends MeterReport>(reports: readonly T[], dayOf: (at: number) => number): T[] {
  return reports.filter((report, index) => {
    const [before, next] = [reports[index - 1], reports[index + 1]];
    if (before === undefined || next === undefined) return true;
    if (Math.floor(report.at / windowMs) !== Math.floor(next.at / windowMs)) return true;
    if (dayOf(report.at) !== dayOf(next.at)) return true;
    return jumps(before, report) || jumps(report, next);
  });
}

/** A fall, or a rise that could be a leap (LG-13), of any meter. */
function jumps(before: MeterReport, next: MeterReport): boolean {
  const most = Math.min(leastPages, usualPerMinute * ((next.at - before.at) / minuteMs + 1));
  for (const [meter, value] of next.values) {
    const earlier = before.values.get(meter);
    if (earlier !== undefined && (value < earlier || value - earlier > most)) return true;
  }
  return false;
}
