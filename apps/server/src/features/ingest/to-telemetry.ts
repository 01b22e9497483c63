import { type ReadingGroup, readingGroups, type VersionedSection, versionedSections } from '../../history/pack.ts';
import type { Said } from './to-said.ts';

/** A row of reading_day: `<group>_at` and `<group>` (JSON text) of each group that was said, `<section>_at` and `<section>_digest`. */
export interface ReadingDay extends Record<string, string | undefined> {
  device_id: string;
  day: string;
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
  said: Pick<Said, 'readings' | 'versions' | 'replaced'>;
}

/** The columns that come and go together: what was said, and when. */
export const readingColumns: readonly { at: string; value: string; isBody: boolean }[] = [
  ...readingGroups.map((name) => ({ at: toTimeColumn(name), value: name, isBody: true })),
  ...versionedSections.map((name) => ({ at: toTimeColumn(name), value: toDigestColumn(name), isBody: false })),
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
    const row = days.get(key) ?? { device_id: deviceId, day };
    for (const name of readingGroups) {
      const group = said.readings[name];
      if (group !== undefined) offer(row, toTimeColumn(name), at, name, group);
    }
    for (const name of versionedSections) {
      const state = said.versions[name];
      if (state === undefined) continue;
      offer(row, toTimeColumn(name), at, toDigestColumn(name), state.digest);
      versions.set(`${deviceId} ${name} ${state.digest}`, { device_id: deviceId, section: name, ...state });
    }
    if (Object.keys(row).length > 2) days.set(key, row);
    for (const [partsCode, replacedAt] of said.replaced) {
      const told = { device_id: deviceId, item: `part.${partsCode}`, replaced_on: replacedAt.slice(0, 10) };
      replacements.set(`${deviceId} ${told.item} ${told.replaced_on}`, told);
    }
  }
  return { days: [...days.values()], versions: [...versions.values()], replacements: [...replacements.values()] };
}

function offer(row: ReadingDay, timeColumn: string, at: string, valueColumn: string, value: string): void {
  const before = row[timeColumn];
  if (before !== undefined && before >= at) return;
  row[timeColumn] = at;
  row[valueColumn] = value;
}

function toTimeColumn(name: ReadingGroup | VersionedSection): string {
  return `${name}_at`;
}
function toDigestColumn(name: VersionedSection): string {
  return `${name}_digest`;
}
