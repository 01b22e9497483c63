import type { DeviceReport } from '@platen/contract/report';
import { correctTime } from '../../base/clock-offset.ts';

const daySeconds = 24 * 3600;

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
