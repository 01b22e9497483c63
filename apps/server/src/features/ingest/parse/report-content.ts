import { hash } from 'node:crypto';
import { type DeviceReport, sectionNames } from '@platen/contract/report';
import type { ErrorCategory } from '@platen/contract/report-sections';
import { toMatters } from '@platen/diagnosis/conditions/matters';
import { decideErrorCategory } from '@platen/diagnosis/error-category';
import { encodeReadings } from '../../../store/report-format/day-readings.ts';
import { encodeMeters } from '../../../store/report-format/meters.ts';
import { encodeSection, type StoredSectionName, toNumber } from '../../../store/report-format/sections.ts';
import { encodeVersions, type SectionVersion } from '../../../store/report-format/versions.ts';

/** A section of a report, encoded for the store. */
export interface ParsedSection {
  /** JSON for `device_section`. */
  text: string;
  digest: string;
  /** As reported; only of `bodySections`. */
  body: unknown;
  /** JSON for `reading_day`, where anything was measured. */
  reading: string | undefined;
  /** Of sections whose former contents are stored too. */
  version: SectionVersion | undefined;
}

/** Page counters of a report. */
export interface Pages {
  total: number | null;
  color: number | null;
  black: number | null;
}

export interface ReportedError {
  /** ISO 8601 */
  occurred_at: string;
  code: string;
  category: ErrorCategory;
  counter: number | null;
  conditions: Record<string, string>;
}

/** What is stored of a report. The report itself is many times as large and can be garbage collected. */
export interface ReportContent {
  source: { name: string; version: string };
  identity: DeviceReport['identity'];
  /** Includes `identity`, `source`, and `site` unless it is empty. */
  sections: ReadonlyMap<string, ParsedSection>;
  /** Undefined if no page counter was measured. */
  pages: Pages | undefined;
  errors: readonly ReportedError[];
  replacements: readonly { partsCode: string; replacedAt: string }[];
  /** For the ledger of meters; null: no counter was measured. */
  meters: string | null;
  /** For the log that conditions are made of; null: the report does not state how the device is. */
  matters: readonly string[] | null;
}

const storedNames: readonly StoredSectionName[] = [...sectionNames, 'identity', 'source', 'site'];
/** Sections that the row of a device is made of. */
export const bodySections = ['status', 'supplies', 'firmware', 'network', 'identity', 'source', 'site'] as const;
const hasBody: ReadonlySet<string> = new Set(bodySections);

/** Encodes a report for the store. Pure. */
export function toContent(report: DeviceReport): ReportContent {
  const sections = new Map<string, ParsedSection>();
  const readings = new Map<string, object>(Object.entries(encodeReadings(report)));
  const versions = new Map<string, SectionVersion>(Object.entries(encodeVersions(report)));
  for (const name of storedNames) {
    const text = encodeSection(name, report);
    if (text === undefined || (name === 'site' && text === '{}')) continue;
    const reading = readings.get(name);
    sections.set(name, {
      text,
      digest: toDigest(text),
      body: hasBody.has(name) ? report[name] : undefined,
      reading: reading === undefined ? undefined : JSON.stringify(reading),
      version: versions.get(name),
    });
  }
  return {
    source: { name: report.source.name, version: report.source.version },
    identity: report.identity,
    sections,
    pages: toPages(report),
    errors: toErrors(report),
    replacements: (report.parts ?? []).flatMap(({ partsCode, replacedAt }) =>
      replacedAt === undefined ? [] : { partsCode, replacedAt },
    ),
    meters: encodeMeters(report),
    matters: toMatters(report),
  };
}

function toPages({ counters: { total, color, black } = {} }: DeviceReport): Pages | undefined {
  const pages = { total: toNumber(total?.reading), color: toNumber(color?.reading), black: toNumber(black?.reading) };
  return pages.total === null && pages.color === null && pages.black === null ? undefined : pages;
}

function toErrors({ errors = [] }: DeviceReport): ReportedError[] {
  return errors.map((error) => ({
    occurred_at: new Date(error.occurredAt).toISOString(),
    code: error.code,
    category: decideErrorCategory(error.code),
    counter: error.counter ?? null,
    conditions: toConditions(error.conditions),
  }));
}

/** Names in the order of jsonb, so that texts compare as jsonb values do. */
function toConditions(conditions: Readonly<Record<string, string | undefined>> | undefined): Record<string, string> {
  const entries = Object.entries(conditions ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
}

/**
 * Identifies the body of a section (96 bits): two sections of a device have the same text if their digests
 * are equal.
 */
export const toDigest = (text: string): string => hash('sha1', text, 'base64').slice(0, 16);

/**
 * Identifies the content of a report (64 bits, as a number of PostgreSQL; never 0): a digest of the digests
 * of its sections in the order of their names.
 */
export function toReportDigest({ sections }: Pick<ReportContent, 'sections'>): string {
  const names = [...sections.keys()].sort();
  const bytes = hash('sha1', names.map((name) => `${name}:${sections.get(name)?.digest}`).join(), 'buffer');
  return String(bytes.readBigInt64BE() || 1n);
}
