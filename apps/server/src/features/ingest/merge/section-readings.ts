import type { DeviceSections } from './device-sections.ts';
import type { IdentifiedReport } from './resolve-devices.ts';

/** Sections whose changes are dated by reading; of the network the day is enough. */
const datedSections = ['codes', 'firmware'] as const;

/** A reading on one side of a change. `digest` null: that which is stored for its day. */
export interface SectionReading {
  readonly deviceId: string;
  readonly section: (typeof datedSections)[number];
  readonly at: Date;
  readonly digest: string | null;
}

/**
 * Readings on both sides of each change of codes or firmware that these reports of a device bring
 * (CH-02), and the first of all. Nothing for a report without a change, as nearly all are. A report that
 * comes later than a newer one counts as a change if it differs from the newest: spans may then be wider
 * than need be, but they always hold the change.
 * @param stored sections of the device before these reports are merged
 */
export function toSectionReadings(
  deviceId: string,
  reports: readonly IdentifiedReport[],
  stored: DeviceSections,
): SectionReading[] {
  const result: SectionReading[] = [];
  const inOrder =
    reports.length < 2 ? reports : reports.toSorted((a, b) => Number(a.observedAt) - Number(b.observedAt));
  for (const section of datedSections) {
    const known = stored.get(section);
    let newest: { at: Date; body: string; digest: string | null } | undefined = known && {
      at: known.observedAt,
      body: known.digest ?? '',
      digest: null,
    };
    for (const { observedAt, sections } of inOrder) {
      const reported = sections.get(section);
      if (reported?.version === undefined) continue;
      const { digest: body, version } = reported;
      const isNewer = newest === undefined || observedAt >= newest.at;
      if (newest?.body !== body) {
        if (newest !== undefined && isNewer) result.push({ deviceId, section, at: newest.at, digest: newest.digest });
        result.push({ deviceId, section, at: observedAt, digest: version.digest });
      }
      if (isNewer) newest = { at: observedAt, body, digest: version.digest };
    }
  }
  return result;
}
