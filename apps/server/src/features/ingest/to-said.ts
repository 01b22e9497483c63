import { type DeviceReport, sectionNames } from '@platen/contract/report';
import {
  packReadings,
  packVersions,
  readingGroups,
  toVersion,
  type Version,
  versionedSections,
} from '../../history/pack.ts';
import { knownSections } from './known-sections.ts';
import type { ShortList } from './short-lists.ts';
import { rowSections } from './to-device-row.ts';
import { type SaidError, type SaidPages, toErrors, toPages } from './to-readings.ts';
import { toDigest } from './told.ts';

/** JSON text: as it came, or written here. */
export type Json = string | Buffer;

/** A section as a report says it, ready to be written. */
export interface SaidSection {
  text: Json;
  digest: string;
  /** Only of those that the device's row is made of, and of `source`. */
  body: unknown;
  /** Body of `reading_day`, where anything was measured. */
  reading: Json | undefined;
  /** Of sections whose changes are kept. */
  version: Version | undefined;
}

/** All that is kept of a report. The report itself is many times as large, and is let go as soon as this is made. */
export interface Said {
  source: { name: string; version: string };
  identity: DeviceReport['identity'];
  /** Beside the sections of the report: `identity`, `source`, and `site` where it says anything. */
  sections: ReadonlyMap<string, SaidSection>;
  pages: SaidPages | undefined;
  errors: readonly SaidError[];
  replaced: readonly (readonly [partsCode: string, replacedAt: string])[];
}

/** What of a report was read past its schema. */
export interface Extracts {
  /** Sections as they stand in the text of the report. */
  texts: ReadonlyMap<string, Json>;
  /** Sections that the report lacks, as they were read and found right before. */
  known: ReadonlyMap<string, SaidSection>;
  /** Lists that are kept short; of one that was read by itself the report holds only the rest. */
  lists: ReadonlyMap<string, ShortList>;
}

export function toSaid(report: DeviceReport, { texts, known, lists }: Extracts): Said {
  const sections = new Map(known);
  const put = (name: string, body: unknown) => {
    if (body === undefined || sections.has(name)) return;
    const text = lists.get(name)?.short ?? texts.get(name) ?? JSON.stringify(body);
    const kept = bodiesKept.has(name) ? body : undefined;
    sections.set(name, { text, digest: toDigest(text), body: kept, reading: undefined, version: undefined });
  };
  for (const name of sectionNames) put(name, report[name]);
  put('identity', report.identity);
  put('source', report.source);
  if (Object.keys(report.site ?? {}).length > 0) put('site', report.site);
  addReadings(sections, report, lists);
  for (const [name, texts] of knownSections) {
    const section = known.has(name) ? undefined : sections.get(name);
    if (typeof section?.text === 'string') texts.keep(section.text, section);
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

function addReadings(sections: ReadonlyMap<string, SaidSection>, report: DeviceReport, lists: Extracts['lists']): void {
  const readings = packReadings(report);
  for (const name of readingGroups) {
    const section = sections.get(name);
    const group = readings[name];
    const reading = lists.get(name)?.packed ?? (group && JSON.stringify(group));
    if (section !== undefined && reading !== undefined) section.reading = reading;
  }
  const versions = packVersions(report);
  for (const name of versionedSections) {
    const section = sections.get(name);
    const list = lists.get(name);
    const version = list === undefined ? versions[name] : toVersion(list.packed);
    if (section !== undefined && version !== undefined) section.version = version;
  }
}

const bodiesKept: ReadonlySet<string> = new Set([...rowSections, 'identity', 'source', 'site']);
