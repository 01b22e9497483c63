import type { DeviceReport } from '@platen/contract/report';

/** Less may be the way of the delivery, and harms no reading by day. */
const tolerance = 5 * 60;
const daySeconds = 24 * 3600;

/**
 * Seconds that the sender's clock is ahead of ours: 0 within 5 minutes, else in whole minutes, so that the way of a
 * delivery, which differs from one to the next, does not date one event twice.
 */
export function toClockOffset(sentAt: Date, receivedAt: Date): number {
  const seconds = (sentAt.getTime() - receivedAt.getTime()) / 1000;
  return Math.abs(seconds) <= tolerance ? 0 : Math.round(seconds / 60) * 60;
}

/** A time of the sender's clock by ours. */
export function correctTime(time: Date, offset: number): Date {
  return offset === 0 ? time : new Date(time.getTime() - offset * 1000);
}

/** The report with all its times by our clock. */
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
 * The time under which a report is noted: the one it claims, whatever the offset of this delivery, so that a repetition
 * is recognised. Only whole days are taken off, as a clock of 1970 must not make a month of 1970.
 */
export function toNotedTime(claimed: Date, offset: number): Date {
  return new Date(claimed.getTime() - Math.round(offset / daySeconds) * daySeconds * 1000);
}
