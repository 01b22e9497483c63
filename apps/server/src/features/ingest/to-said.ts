import { type DeviceReport, sectionNames } from '@platen/contract/report';
import {
  packReadings,
  packVersions,
  type ReadingGroup,
  readingGroups,
  type Version,
  type VersionedSection,
} from '../../history/pack.ts';
import { knownVersion } from './known-versions.ts';
import type { ShortList } from './short-lists.ts';
import { rowSections } from './to-device-row.ts';
import { type SaidError, type SaidPages, toErrors, toPages } from './to-readings.ts';
import { toDigest } from './told.ts';

/** A section as a report says it, ready to be written. */
export interface SaidSection {
  text: string;
  digest: string;
  /** Only of those that the device's row is made of. */
  body: unknown;
}

/** All that is kept of a report. The report itself is many times as large, and is let go as soon as this is made. */
export interface Said {
  source: { name: string; version: string };
  identity: DeviceReport['identity'];
  /** Beside the sections of the report: `source`, and `site` where it says anything. */
  sections: ReadonlyMap<string, SaidSection>;
  pages: SaidPages | undefined;
  errors: readonly SaidError[];
  /** Bodies of `reading_day`, JSON. */
  readings: Partial<Record<ReadingGroup, string>>;
  versions: Partial<Record<VersionedSection, Version>>;
  replaced: readonly (readonly [partsCode: string, replacedAt: string])[];
}

/** Lists that are kept short. Where one was read by itself, the report holds only the rest of it. */
export type ShortLists = Partial<Record<'parts' | 'sensors', ShortList | undefined>>;

/** `texts`: sections as they stand in the text of the report, where they do. */
export function toSaid(
  report: DeviceReport,
  texts: ReadonlyMap<string, string> | undefined,
  { parts, sensors }: ShortLists,
): Said {
  const sections = new Map<string, SaidSection>();
  const put = (name: string, body: unknown, short?: string) => {
    if (body === undefined) return;
    const text = short ?? texts?.get(name) ?? JSON.stringify(body);
    sections.set(name, { text, digest: toDigest(text), body: bodiesKept.has(name) ? body : undefined });
  };
  for (const name of sectionNames)
    put(name, report[name], name === 'parts' ? parts?.short : name === 'sensors' ? sensors?.short : undefined);
  put('source', report.source);
  if (Object.keys(report.site ?? {}).length > 0) put('site', report.site);
  return {
    source: { name: report.source.name, version: report.source.version },
    identity: report.identity,
    sections,
    pages: toPages(report),
    errors: toErrors(report),
    readings: toReadings(report, { parts, sensors }),
    versions: packVersions(report, (name, pack) => knownVersion(name, sections.get(name)?.digest ?? '', pack)),
    replaced: (report.parts ?? []).flatMap(({ partsCode, replacedAt }) =>
      replacedAt === undefined ? [] : [[partsCode, replacedAt] as const],
    ),
  };
}

function toReadings(report: DeviceReport, lists: ShortLists): Said['readings'] {
  const packed = packReadings(report);
  const readings: Said['readings'] = {};
  for (const name of readingGroups) {
    const group = packed[name];
    if (group !== undefined) readings[name] = JSON.stringify(group);
  }
  if (lists.parts !== undefined) readings.parts = lists.parts.packed;
  if (lists.sensors !== undefined) readings.sensors = lists.sensors.packed;
  return readings;
}

const bodiesKept: ReadonlySet<string> = new Set([...rowSections, 'site']);
