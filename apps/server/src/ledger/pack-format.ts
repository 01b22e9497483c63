import { createHash } from 'node:crypto';
import type { MeterReport } from '@platen/diagnosis/meters/meter-points';
import { decodeMeters, decodeValues, type MetersOfReport } from '../store/report-format/meters.ts';

/** A record of a device that was merged into another one (OA-44): the ledger of that one has its readings. */
export interface JoinedRecord {
  readonly deviceId: string;
  readonly serial: string | null;
}

/** A report whose readings are in the ledger. */
export interface LedgerReport extends MeterReport {
  /** Milliseconds since 1970; null: not known of days from before the ledger. */
  readonly receivedAt: number | null;
  /** Time and digest that identify the report. */
  readonly key: string;
  /** JSON of what it counted, as stored; null: of days from before the ledger. */
  readonly text: string | null;
  /** Place in the chain of the pack that holds it; null: not yet packed. */
  readonly place: number | null;
  /** The record that reported it and whose chain has its pack, if it is a merged one. */
  readonly of?: JoinedRecord;
}

/** A row of a pack: instants in milliseconds. */
export type PackedReport = [at: number, receivedAt: number, claimedAt: number, digest: string, text: string];

export const keyOf = (claimedAt: number, digest: string): string => `${claimedAt} ${digest}`;

export function toLedgerReport(
  [at, receivedAt, claimedAt, digest, text]: PackedReport,
  place: number | null,
): LedgerReport {
  return { at, values: decodeValues(text), receivedAt, key: keyOf(claimedAt, digest), text, place };
}

/** What a report counted with its evidence; null where only the figures are known. */
export const toMetersOf = ({ text }: LedgerReport): MetersOfReport | null =>
  text === null ? null : decodeMeters(text);

/** Ascending by time; of one time by key, so that the order of arrival does not matter. */
export const inOrder = <T extends Pick<LedgerReport, 'at' | 'key'>>(reports: readonly T[]): T[] =>
  reports.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : Number(a.key > b.key)));

/** The canonical content of a pack: the same reports always give the same text. */
export const toBody = (rows: readonly PackedReport[]): string =>
  JSON.stringify(rows.toSorted((a, b) => a[0] - b[0] || a[2] - b[2] || (a[3] < b[3] ? -1 : 1)));

export const parseBody = (body: string): PackedReport[] => JSON.parse(body);

export interface PackIdentity {
  readonly deviceId: string;
  readonly place: number;
  /** `YYYY-MM-01`. */
  readonly month: string;
  readonly body: string;
  /** Hash of the pack before; null of the first. */
  readonly former: Buffer | null;
}

/** LG-04: each pack answers for its content and for all before it. */
export const hashPack = ({ deviceId, place, month, body, former }: PackIdentity): Buffer =>
  createHash('sha256')
    .update(`${deviceId} ${place} ${month} ${former?.toString('hex') ?? ''}\n${body}`)
    .digest();

/**
 * Identifies one report of the ledger with all that it counted, in hexadecimal (LG-17): the same at every
 * installation that has the report, whatever its record was merged into.
 */
export const hashReport = (
  serial: string | null,
  { at, key, text, of }: Pick<LedgerReport, 'at' | 'key' | 'text' | 'of'>,
): string =>
  createHash('sha256')
    .update(`${(of === undefined ? serial : of.serial) ?? ''} ${at} ${key}\n${text ?? ''}`)
    .digest('hex');
