import { ingestLimits } from '@platen/contract/ingest';
import { parseReport } from '@platen/contract/parse-report';
import type { ReportIssue } from '@platen/contract/report';
import { correctTime } from '../../base/clock-offset.ts';
import { findFaults, monthsBefore } from './find-faults.ts';
import { type IdentityKey, toIdentityKeys } from './identity-keys.ts';
import { type ReadReport, readLine } from './read-line.ts';
import { correctReport, toNotedTime } from './sender-clock.ts';
import type { Item } from './split-body.ts';
import { type Said, toSaid } from './to-said.ts';
import { toReportDigest } from './told.ts';

/** A report that can be kept. */
export interface Accepted {
  index: number;
  /** Its times are by our clock, as is `observedAt`. */
  said: Said;
  observedAt: Date;
  /** The time it claims, and what is known of its content: by the two a repetition is known. */
  notedAt: Date;
  digest: string;
  /** Seconds that the clock by which it is dated was ahead of ours. */
  clockOffset: number;
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
  /** Seconds that the sender's clock is ahead of ours. */
  clockOffset?: number;
  /** Wrong places of the delivery that may still be looked at one by one; counted down. */
  care?: { left: number };
}

const dayMs = 24 * 3600 * 1000;
/** A report dated later than this is dated by a clock that is wrong. */
const mostAheadMs = 10 * 60 * 1000;

/** Decides whether a report can be kept, and says in plain words why not. */
export function checkReport({ index, line }: Item, limits: Limits): Accepted | Refused {
  const read = readLine(line);
  if (typeof read === 'string') return { index, issues: [{ path: '', message: `the report ${read}` }] };
  return { index, ...check(read, limits) };
}

type Checked = Omit<Accepted, 'index'> | Omit<Refused, 'index'>;

function check(read: ReadReport, limits: Limits): Checked {
  const parsed = parse(read, limits);
  return parsed.ok ? accept(read, parsed, limits) : { issues: parsed.issues };
}

type Parsed = Extract<ReturnType<typeof parseReport>, { ok: true }>;

function accept({ large }: ReadReport, parsed: Parsed, limits: Limits): Checked {
  const { clockOffset: sendersOffset = 0 } = limits;
  const aheadMs = toAheadMs(parsed.report.observedAt, limits);
  const clockOffset = sendersOffset + aheadMs / 1000;
  const report = correctReport(parsed.report, clockOffset);
  const observedAt = new Date(report.observedAt);
  const notedAt = toNotedTime(new Date(parsed.report.observedAt), sendersOffset);
  const clock = decideClock(observedAt, aheadMs, limits);
  if (clock !== undefined) return { issues: [{ path: 'observedAt', message: clock }] };
  if (large && Buffer.byteLength(JSON.stringify(report)) > ingestLimits.reportBytes)
    return { issues: [{ path: '', message: `the report is larger than ${ingestLimits.reportBytes} bytes` }] };
  const keys = toIdentityKeys(report);
  if (keys.length === 0)
    return {
      issues: [
        {
          path: 'identity',
          message: 'neither a serial number nor a MAC address: the device cannot be told from others',
        },
      ],
    };
  const said = toSaid(report);
  // Of the report as it came: the offset may be another with the next delivery.
  const digest = toReportDigest((clockOffset === 0 ? said : toSaid(parsed.report)).sections);
  const warnings = aheadMs > 0 ? [...parsed.warnings, toAheadWarning(aheadMs)] : parsed.warnings;
  return { said, observedAt, notedAt, digest, clockOffset: Math.round(clockOffset), keys, warnings };
}

/** Milliseconds that a report is dated after its receipt, where that is more than a little; it counts as read when it came. */
function toAheadMs(observedAt: string, { now, clockOffset = 0 }: Limits): number {
  const ahead = correctTime(new Date(observedAt), clockOffset).getTime() - now.getTime();
  return ahead > mostAheadMs ? ahead : 0;
}

const toAheadWarning = (ahead: number): ReportIssue => ({
  path: 'observedAt',
  message: `${Math.round(ahead / 60_000)} minutes after its receipt; counted as read at its receipt, and all its times corrected by as much: set the clock of the sender`,
});

/** Input nested without end can exhaust the stack of whoever copies it. */
function parse({ value, plain, cuts }: ReadReport, { care, ...limits }: Limits): ReturnType<typeof parseReport> {
  try {
    return parseReport(value, (report) => findFaults(report, plain, limits), { cuts, care });
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'DataCloneError'))
      return { ok: false, issues: [{ path: '', message: 'the report is nested too deeply' }] };
    throw error;
  }
}

function decideClock(observedAt: Date, ahead: number, { now, readingMonths }: Limits): string | undefined {
  if (Number.isNaN(observedAt.getTime())) return 'not a point in time';
  if (ahead > dayMs)
    return `more than a day ahead of the server's clock (${now.toISOString()}): set the clock of the sender`;
  if (observedAt < monthsBefore(now, readingMonths))
    return `older than the ${readingMonths} months that readings are kept: set the clock of the sender, if it was read lately`;
  return undefined;
}
