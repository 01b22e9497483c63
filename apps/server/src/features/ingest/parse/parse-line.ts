import { ingestLimits } from '@platen/contract/ingest';
import { parseReport } from '@platen/contract/parse-report';
import type { DeviceReport, ReportIssue } from '@platen/contract/report';
import { correctTime, dayMs } from '../../../base/time.ts';
import { toText } from '../../../store/report-format/sections.ts';
import { type FaultLimits, findFaults, monthsBefore } from './find-faults.ts';
import { boundJson } from './json-limits.ts';
import { type ReportContent, toContent, toReportDigest } from './report-content.ts';

/** One report of a delivery: its JSON text. */
export interface ReportLine {
  index: number;
  line: Buffer;
}

/** A report that can be stored. All its times are by our clock. */
export interface ParsedReport extends ReportContent {
  index: number;
  observedAt: Date;
  /** The time that the report claims; with the digest it identifies a repetition. */
  claimedAt: Date;
  digest: string;
  /** Seconds that the clock by which it is dated was ahead of ours. */
  clockOffset: number;
  keys: IdentityKey[];
  warnings: ReportIssue[];
}

export interface RefusedReport {
  index: number;
  issues: ReportIssue[];
}

export interface ParseLimits extends ClockLimits {
  /** Wrong places of the delivery that may still be examined one by one; counted down. */
  care?: { left: number };
}

/** A report that passed every check. */
export interface CheckedReport {
  index: number;
  /** All its times are by our clock. */
  report: DeviceReport;
  /** As it came. */
  received: DeviceReport;
  observedAt: Date;
  /** Seconds that the clock by which it is dated was ahead of ours, and that of its sender. */
  clockOffset: number;
  senderOffset: number;
  keys: IdentityKey[];
  warnings: ReportIssue[];
}

/** Parses and checks a report. Pure, but for `care`. */
export function parseLine(line: ReportLine, limits: ParseLimits): ParsedReport | RefusedReport {
  const checked = checkLine(line, limits);
  if ('issues' in checked) return checked;
  const { index, report, received, observedAt, clockOffset, senderOffset, keys, warnings } = checked;
  const content = toContent(report);
  return {
    ...content,
    index,
    observedAt,
    claimedAt: toClaimedTime(new Date(received.observedAt), senderOffset),
    // Of the report as it came: the offset may be another in the next delivery.
    digest: toReportDigest(clockOffset === 0 ? content : toContent(received)),
    clockOffset: Math.round(clockOffset),
    keys,
    warnings,
  };
}

/** Checks a report without encoding it for the store. Pure, but for `care`. */
export function checkLine({ index, line }: ReportLine, limits: ParseLimits): CheckedReport | RefusedReport {
  const json = readJson(line);
  if (typeof json === 'string') return { index, issues: [{ path: '', message: `the report ${json}` }] };
  const checked = checkReport(json, limits);
  if (!checked.ok) return { index, issues: checked.issues };
  const { clockOffset: senderOffset = 0 } = limits;
  const aheadMs = toAheadMs(checked.report.observedAt, limits);
  const clockOffset = senderOffset + aheadMs / 1000;
  const report = correctReport(checked.report, clockOffset);
  const observedAt = new Date(report.observedAt);
  const wrongTime = refuseTime(observedAt, aheadMs, limits);
  if (wrongTime !== undefined) return { index, issues: [{ path: 'observedAt', message: wrongTime }] };
  if (json.isLarge && Buffer.byteLength(JSON.stringify(report)) > ingestLimits.reportBytes)
    return { index, issues: [{ path: '', message: `the report is larger than ${ingestLimits.reportBytes} bytes` }] };
  const keys = toIdentityKeys(report);
  if (keys.length === 0) {
    const message = 'neither a serial number nor a MAC address: the device cannot be identified';
    return { index, issues: [{ path: 'identity', message }] };
  }
  return {
    index,
    report,
    received: checked.report,
    observedAt,
    clockOffset,
    senderOffset,
    keys,
    warnings: aheadMs > 0 ? [...checked.warnings, toAheadWarning(aheadMs)] : checked.warnings,
  };
}

interface ReportJson {
  value: unknown;
  /** The text has no \u escape, so no string in it can hold a character that only an escape can produce. */
  isPlain: boolean;
  /** Larger than a report may be; it may be smaller without what is wrong in it. */
  isLarge: boolean;
  /** What was cut off before it was parsed. */
  cuts: ReportIssue[];
}

const strictText = new TextDecoder('utf-8', { fatal: true });
const { depth, listEntries, objectMembers, reportValues } = ingestLimits;
const jsonLimits = { depth, entries: listEntries, members: objectMembers, values: reportValues };

/** What is wrong with the text comes back as a text, to follow 'the report'. */
function readJson(line: Buffer): ReportJson | string {
  const bounded = boundJson(line, jsonLimits);
  if (typeof bounded === 'string') return bounded;
  const { json, cuts } = bounded;
  let text: string;
  try {
    text = strictText.decode(json);
  } catch {
    return 'is not UTF-8 text';
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value, isPlain: !json.includes('\\u'), isLarge: json.length > ingestLimits.reportBytes, cuts };
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`;
  }
}

/** Deeply nested input can overflow the stack while it is copied. */
function checkReport({ value, isPlain, cuts }: ReportJson, { care, ...limits }: ParseLimits) {
  try {
    return parseReport(value, (report) => findFaults(report, isPlain, limits), { cuts, care });
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'DataCloneError'))
      return { ok: false as const, issues: [{ path: '', message: 'the report is nested too deeply' }] };
    throw error;
  }
}

const daySeconds = 24 * 3600;
/** A report dated later than this was dated by a wrong clock. */
const mostAheadMs = 10 * 60 * 1000;

interface ClockLimits extends FaultLimits {
  /** Months for which readings are stored. */
  readingMonths: number;
}

/**
 * Milliseconds by which a report is dated after its receipt, if that is more than ten minutes, else 0: it
 * then counts as taken at its receipt.
 */
function toAheadMs(observedAt: string, { now, clockOffset = 0 }: FaultLimits): number {
  const ahead = correctTime(new Date(observedAt), clockOffset).getTime() - now.getTime();
  return ahead > mostAheadMs ? ahead : 0;
}

const toAheadWarning = (aheadMs: number): ReportIssue => ({
  path: 'observedAt',
  message: `${Math.round(aheadMs / 60_000)} minutes after its receipt; counted as read at its receipt, and all its times corrected by as much: set the clock of the sender`,
});

/** Why a report of this time is refused; undefined if it is not. */
function refuseTime(observedAt: Date, aheadMs: number, { now, readingMonths }: ClockLimits): string | undefined {
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

/** What a device is recognised by. */
export interface IdentityKey {
  kind: 'serial' | 'mac';
  value: string;
}

/**
 * Placeholders of makers and resellers instead of a serial number: they would merge many devices into one.
 */
const noSerial =
  /^(0+|[x*?#._-]+|n\/?a|none|null|nil|unknown|unavailable|default|not (available|set|specified|applicable)|serial( ?(number|no\.?))?|to be filled by o\.?e\.?m\.?|1?23456789?0?)$/i;

/**
 * The keys of a report, strongest first: serial within the enterprise number, serial within the maker's name,
 * then the MAC addresses. Serial numbers are unique only within a maker; never an address, which moves
 * between devices.
 */
export function toIdentityKeys({ identity }: DeviceReport): IdentityKey[] {
  const serial = toSerial(toText(identity.serial));
  const maker = toMaker(toText(identity.manufacturer));
  const serials: string[] = [];
  if (serial !== null) {
    if (identity.enterprise !== undefined) serials.push(`e${identity.enterprise}/${serial}`);
    if (maker !== '') serials.push(`m${maker}/${serial}`);
    if (serials.length === 0) serials.push(`/${serial}`);
  }
  const macs = [...new Set(identity.macAddresses ?? [])].filter(isOwnMac);
  return [
    ...serials.map((value): IdentityKey => ({ kind: 'serial', value })),
    ...macs.map((value): IdentityKey => ({ kind: 'mac', value })),
  ];
}

/** The serial without its scope: what follows the first slash. */
export const toBareSerial = (value: string): string => value.slice(value.indexOf('/') + 1);

function toSerial(text: string | null): string | null {
  if (text === null || noSerial.test(text)) return null;
  return text.replaceAll(/\s+/g, ' ').toUpperCase();
}

/** `Hewlett-Packard` and `HEWLETT PACKARD` are one maker. */
const toMaker = (text: string | null): string => (text ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Neither all zero nor a group address (IEEE 802: the lowest bit of the first octet). */
function isOwnMac(mac: string): boolean {
  return mac !== '00:00:00:00:00:00' && (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0;
}

/** A key as one text, for maps. */
export const toKeyText = ({ kind, value }: IdentityKey): string => `${kind} ${value}`;
