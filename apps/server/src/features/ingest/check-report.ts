import { parseReport } from '@platen/contract/parse-report';
import type { DeviceReport, ReportIssue } from '@platen/contract/report';
import { type IdentityKey, toIdentityKeys } from './identity-keys.ts';
import type { Item } from './split-body.ts';
import { findBadText } from './storable-text.ts';

/** A report that can be kept. */
export interface Accepted {
  index: number;
  report: DeviceReport;
  observedAt: Date;
  keys: IdentityKey[];
  warnings: ReportIssue[];
}
export interface Refused {
  index: number;
  issues: ReportIssue[];
}

export interface Limits {
  now: Date;
  /** Months that readings, and errors of devices, are kept. */
  readingMonths: number;
  eventMonths: number;
}

const aheadMs = 24 * 3600 * 1000;

/** Decides whether a report can be kept, and says in plain words why not. */
export function checkReport(item: Item, limits: Limits): Accepted | Refused {
  const { index } = item;
  if ('issues' in item) return item;
  const parsed = parse(item.value);
  if (!parsed.ok) return { index, issues: parsed.issues };
  const { report } = parsed;
  const observedAt = new Date(report.observedAt);
  const clock = decideClock(observedAt, limits);
  if (clock !== undefined) return { index, issues: [{ path: 'observedAt', message: clock }] };
  const bad = item.plain === true ? undefined : findBadText(report);
  if (bad !== undefined) return { index, issues: [bad] };
  const keys = toIdentityKeys(report);
  if (keys.length === 0)
    return {
      index,
      issues: [
        {
          path: 'identity',
          message: 'neither a serial number nor a MAC address: the device cannot be told from others',
        },
      ],
    };
  const { kept, warnings } = splitErrors(report, observedAt, limits);
  return { index, report: kept, observedAt, keys, warnings: [...parsed.warnings, ...warnings] };
}

/** Input nested without end can exhaust the stack of whoever copies it. */
function parse(value: unknown): ReturnType<typeof parseReport> {
  try {
    return parseReport(value);
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'DataCloneError'))
      return { ok: false, issues: [{ path: '', message: 'the report is nested too deeply' }] };
    throw error;
  }
}

function decideClock(observedAt: Date, { now, readingMonths }: Limits): string | undefined {
  if (Number.isNaN(observedAt.getTime())) return 'not a point in time';
  if (observedAt.getTime() > now.getTime() + aheadMs)
    return `more than a day ahead of the server's clock (${now.toISOString()}): set the clock of the sender`;
  if (observedAt < monthsBefore(now, readingMonths))
    return `older than the ${readingMonths} months that readings are kept: set the clock of the sender, if it was read lately`;
  return undefined;
}

/** Devices with a wrong clock date their errors into other centuries: those are left out, the report is not lost for them. */
function splitErrors(report: DeviceReport, observedAt: Date, { now, eventMonths }: Limits) {
  if (report.errors === undefined) return { kept: report, warnings: [] };
  const first = monthsBefore(now, eventMonths).getTime();
  const last = observedAt.getTime() + aheadMs;
  const warnings: ReportIssue[] = [];
  const errors = report.errors.filter((error, place) => {
    const at = Date.parse(error.occurredAt);
    if (at >= first && at <= last) return true;
    const why = at > last ? 'after the report itself' : `older than the ${eventMonths} months that errors are kept`;
    warnings.push({ path: `errors[${place}].occurredAt`, message: `${why}; this error is left out` });
    return false;
  });
  return { kept: warnings.length === 0 ? report : { ...report, errors }, warnings: warnings.slice(0, 20) };
}

/** The same day and time so many months earlier. */
function monthsBefore(time: Date, months: number): Date {
  const result = new Date(time);
  result.setUTCMonth(result.getUTCMonth() - months);
  return result;
}
