import type { DeviceReport, ReportIssue } from '@platen/contract/report';
import { correctTime, dayMs } from '../../../base/time.ts';
import { type FaultLimits, monthsBefore } from './find-faults.ts';

const daySeconds = 24 * 3600;
/** A report dated later than this was dated by a wrong clock. */
const mostAheadMs = 10 * 60 * 1000;

export interface ClockLimits extends FaultLimits {
  /** Months for which readings are stored. */
  readingMonths: number;
}

/**
 * Milliseconds by which a report is dated after its receipt, if that is more than ten minutes, else 0: it
 * then counts as taken at its receipt.
 */
export function toAheadMs(observedAt: string, { now, clockOffset = 0 }: FaultLimits): number {
  const ahead = correctTime(new Date(observedAt), clockOffset).getTime() - now.getTime();
  return ahead > mostAheadMs ? ahead : 0;
}

export const toAheadWarning = (aheadMs: number): ReportIssue => ({
  path: 'observedAt',
  message: `${Math.round(aheadMs / 60_000)} minutes after its receipt; counted as read at its receipt, and all its times corrected by as much: set the clock of the sender`,
});

/** Why a report of this time is refused; undefined if it is not. */
export function refuseTime(observedAt: Date, aheadMs: number, { now, readingMonths }: ClockLimits): string | undefined {
  if (Number.isNaN(observedAt.getTime())) return 'not a point in time';
  if (aheadMs > dayMs)
    return `more than a day ahead of the server's clock (${now.toISOString()}): set the clock of the sender`;
  if (observedAt < monthsBefore(now, readingMonths))
    return `older than the ${readingMonths} months that readings are kept: set the clock of the sender, if it was read lately`;
  return undefined;
}

/** The report with all its times by our clock. `offset`: seconds that its clock is ahead. */
export function correctReport(report: DeviceReport, offset: number): DeviceReport {
  if (offset === 0) return report;
  const correct = (time: string) => correctTime(new Date(time), offset).toISOString();
  return {
    ...report,
    observedAt: correct(report.observedAt),
    ...(report.errors && {
      errors: report.errors.map((error) => ({ ...error, occurredAt: correct(error.occurredAt) })),
    }),
    ...(report.parts && {
      parts: report.parts.map((part) =>
        part.replacedAt === undefined ? part : { ...part, replacedAt: correct(part.replacedAt) },
      ),
    }),
  };
}

/**
 * The time that identifies a report: the one it claims, whatever the offset of this delivery, so that a
 * repetition is recognised. Only whole days are subtracted, as a clock of 1970 must not create a partition of
 * 1970.
 */
export function toClaimedTime(claimed: Date, offset: number): Date {
  return new Date(claimed.getTime() - Math.round(offset / daySeconds) * daySeconds * 1000);
}
