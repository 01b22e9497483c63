import type { DeviceSection } from '../merge/device-sections.ts';

/**
 * `section_provenance.provenance`: when and by which source each section was last reported, and the digest of
 * its body. Most sections of a device share one entry of `reports`.
 */
export interface StoredProvenance {
  reports: readonly (readonly [observedAt: string, receivedAt: string, sourceName: string])[];
  sections: Readonly<
    Record<string, readonly [index: number, digest: string, fieldTimes?: Readonly<Record<string, string>>]>
  >;
}

/** The sections of a device without their bodies. */
export function decodeProvenance({ reports, sections }: StoredProvenance): Map<string, DeviceSection> {
  const decoded = reports.map(
    ([observedAt, receivedAt, sourceName]) => [new Date(observedAt), new Date(receivedAt), sourceName] as const,
  );
  const result = new Map<string, DeviceSection>();
  for (const [name, [index, digest, fieldTimes]] of Object.entries(sections)) {
    const report = decoded[index];
    if (report === undefined) continue;
    const [observedAt, receivedAt, sourceName] = report;
    result.set(name, {
      observedAt,
      receivedAt,
      sourceName,
      body: undefined,
      text: undefined,
      digest,
      storedDigest: digest,
      fieldTimes,
    });
  }
  return result;
}

/** JSON of `section_provenance.provenance`. Joined from pieces: three times as fast as `JSON.stringify`. */
export function encodeProvenance(sections: ReadonlyMap<string, DeviceSection>): string {
  const reports: DeviceSection[] = [];
  const texts: string[] = [];
  const entries: string[] = [];
  for (const [name, section] of sections) {
    const { observedAt, receivedAt, sourceName, digest = '', fieldTimes } = section;
    let index = reports.findIndex((one) => isSameReport(one, section));
    if (index === -1) {
      index = reports.push(section) - 1;
      texts.push(`["${observedAt.toISOString()}","${receivedAt.toISOString()}",${JSON.stringify(sourceName)}]`);
    }
    const times = fieldTimes === undefined ? '' : `,${JSON.stringify(fieldTimes)}`;
    entries.push(`${JSON.stringify(name)}:[${index},${JSON.stringify(digest)}${times}]`);
  }
  return `{"reports":[${texts.join()}],"sections":{${entries.join()}}}`;
}

const isSameReport = (one: DeviceSection, other: DeviceSection): boolean =>
  one.observedAt.getTime() === other.observedAt.getTime() &&
  one.receivedAt.getTime() === other.receivedAt.getTime() &&
  one.sourceName === other.sourceName;
