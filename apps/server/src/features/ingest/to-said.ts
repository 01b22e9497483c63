import { type DeviceReport, sectionNames } from '@platen/contract/report';
import { encodeReadings, readingGroups } from '../../store/report-format/day-readings.ts';
import { encodeSection, type StoredSectionName } from '../../store/report-format/sections.ts';
import { encodeVersions, type SectionVersion, versionedSections } from '../../store/report-format/versions.ts';
import { rowSections } from './to-device-row.ts';
import { type SaidError, type SaidPages, toErrors, toPages } from './to-readings.ts';
import { toDigest } from './told.ts';

/** A section of a report, ready to be written. */
export interface SaidSection {
  /** JSON in its stored form. */
  text: string;
  digest: string;
  /** As reported; only of the sections that the device's row is made of, and of `source`. */
  body: unknown;
  /** JSON for `reading_day`, where anything was measured. */
  reading: string | undefined;
  /** Of sections whose former contents are stored too. */
  version: SectionVersion | undefined;
}

/** What is stored of a report. The report itself is many times as large and can be garbage collected. */
export interface Said {
  source: { name: string; version: string };
  identity: DeviceReport['identity'];
  /** Includes `identity`, `source`, and `site` unless it is empty. */
  sections: ReadonlyMap<string, SaidSection>;
  pages: SaidPages | undefined;
  errors: readonly SaidError[];
  replaced: readonly (readonly [partsCode: string, replacedAt: string])[];
}

const storedNames: readonly StoredSectionName[] = [...sectionNames, 'identity', 'source', 'site'];
/** Sections whose bodies are needed later. */
const rowNames: ReadonlySet<string> = new Set([...rowSections, 'identity', 'source', 'site']);

export function toSaid(report: DeviceReport): Said {
  const sections = new Map<string, SaidSection>();
  for (const name of storedNames) {
    const text = encodeSection(name, report);
    if (text === undefined || (name === 'site' && text === '{}')) continue;
    const body = rowNames.has(name) ? report[name] : undefined;
    sections.set(name, { text, digest: toDigest(text), body, reading: undefined, version: undefined });
  }
  const readings = encodeReadings(report);
  for (const name of readingGroups) {
    const section = sections.get(name);
    if (section !== undefined && readings[name]) section.reading = JSON.stringify(readings[name]);
  }
  const versions = encodeVersions(report);
  for (const name of versionedSections) {
    const section = sections.get(name);
    if (section !== undefined) section.version = versions[name];
  }
  return {
    source: { name: report.source.name, version: report.source.version },
    identity: report.identity,
    sections,
    pages: toPages(report),
    errors: toErrors(report),
    replaced: (report.parts ?? []).flatMap(({ partsCode, replacedAt }) =>
      replacedAt === undefined ? [] : [[partsCode, replacedAt] as const],
    ),
  };
}
