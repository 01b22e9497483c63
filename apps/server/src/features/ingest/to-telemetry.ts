import { readingGroups } from '../../store/report-format/day-readings.ts';
import { type VersionedSection, versionedSections } from '../../store/report-format/versions.ts';
import type { Said } from './to-said.ts';

/** A row of reading_day: what was said last of each group (JSON) and section (digest of its version), by column. */
export interface ReadingDay {
  device_id: string;
  day: string;
  said: Map<string, { at: string; value: string }>;
}
export interface SectionVersion {
  device_id: string;
  section: VersionedSection;
  digest: string;
  body: string;
}
export interface ToldReplacement {
  device_id: string;
  item: string;
  replaced_on: string;
}
export interface Telemetry {
  days: ReadingDay[];
  versions: SectionVersion[];
  replacements: ToldReplacement[];
}

interface Source {
  deviceId: string;
  observedAt: Date;
  said: Pick<Said, 'sections' | 'replaced'>;
}

/** The columns that come and go together: what was said, and when. */
export const readingColumns: readonly { at: string; value: string; isBody: boolean }[] = [
  ...readingGroups.map((name) => ({ at: `${name}_at`, value: name, isBody: true })),
  ...versionedSections.map((name) => ({ at: `${name}_at`, value: toDigestColumn(name), isBody: false })),
];

/** What these reports measured, by device and day (UTC): of each group the latest stays, as in the store's upsert. Pure. */
export function toTelemetry(sources: readonly Source[]): Telemetry {
  const days = new Map<string, ReadingDay>();
  const versions = new Map<string, SectionVersion>();
  const replacements = new Map<string, ToldReplacement>();
  for (const { deviceId, observedAt, said } of sources) {
    const at = observedAt.toISOString();
    const day = at.slice(0, 10);
    const key = `${deviceId} ${day}`;
    const row: ReadingDay = days.get(key) ?? { device_id: deviceId, day, said: new Map() };
    const offer = (column: string, value: string) => {
      const before = row.said.get(column);
      if (before === undefined || before.at < at || (before.at === at && isGreater(value, before.value)))
        row.said.set(column, { at, value });
    };
    for (const name of readingGroups) {
      const reading = said.sections.get(name)?.reading;
      if (reading !== undefined) offer(name, reading);
    }
    for (const name of versionedSections) {
      const version = said.sections.get(name)?.version;
      if (version === undefined) continue;
      offer(toDigestColumn(name), version.digest);
      versions.set(`${deviceId} ${name} ${version.digest}`, { device_id: deviceId, section: name, ...version });
    }
    if (row.said.size > 0) days.set(key, row);
    for (const [partsCode, replacedAt] of said.replaced) {
      const told = { device_id: deviceId, item: `part.${partsCode}`, replaced_on: replacedAt.slice(0, 10) };
      replacements.set(`${deviceId} ${told.item} ${told.replaced_on}`, told);
    }
  }
  return { days: [...days.values()], versions: [...versions.values()], replacements: [...replacements.values()] };
}

/** Of two reports of one time the one with the greater bytes stays, as in the store's upsert. */
const isGreater = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0;

function toDigestColumn(name: VersionedSection): string {
  return `${name}_digest`;
}
