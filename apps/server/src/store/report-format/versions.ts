import { hash } from 'node:crypto';
import type { DeviceReport } from '@platen/contract/report';
import { firmwareFields, nicFields } from '@platen/contract/report-sections';
import type { Reading } from '@platen/contract/values';
import type { Stored } from './lists.ts';
import { toText } from './sections.ts';

// Bodies of section_version: one for each content that a section ever had. A day refers to it by its digest.

export const versionedSections = ['codes', 'firmware', 'network'] as const;
export type VersionedSection = (typeof versionedSections)[number];

export interface SectionVersion {
  /** The first 64 bits of a digest of the body, as a signed decimal number. */
  digest: string;
  /** JSON text, the same for the same content whatever the order of its entries. */
  body: string;
}

/**
 * The versioned sections of a report, measured values only and without their evidence, so that only a change
 * of content makes another version. A section in which nothing was measured is absent. Pure. Bodies: codes
 * `{"05-3612-0": "5", "13-100": "1"}`, firmware `{"system": "…"}`, network `{"hostName": "…", "interfaces":
 * [{…}]}`.
 */
export function encodeVersions(report: DeviceReport): Partial<Record<VersionedSection, SectionVersion>> {
  const { codes, firmware, network } = report;
  return {
    ...(codes && toVersion('codes', encodeCodes(codes))),
    ...(firmware && toVersion('firmware', toTexts(firmware, firmwareFields))),
    ...(network && toVersion('network', encodeNetwork(network))),
  };
}

/** A version of the codes: `05-3612-0` → value. */
export const decodeCodeVersion = (stored: Stored<'codeVersion'>): Map<string, string> =>
  new Map(Object.entries(stored).map(([name, value]) => [name, String(value)]));

function toVersion(
  section: VersionedSection,
  entries: ReadonlyMap<string, unknown>,
): Partial<Record<VersionedSection, SectionVersion>> {
  if (entries.size === 0) return {};
  // Joined by hand: an object of hundreds of names costs more than its text.
  const body = `{${Array.from(entries, ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
  return { [section]: { digest: hash('sha1', body, 'buffer').readBigInt64BE().toString(), body } };
}

/** Sorted by kind, main and sub code. Of a code that is listed twice the last counts. */
function encodeCodes({ code05 = [], code08 = [], code13 = [] }: NonNullable<DeviceReport['codes']>) {
  const values = new Map<string, string>();
  for (const { main, sub, value } of sorted(code05)) values.set(`05-${main}-${sub}`, value);
  for (const { main, sub, value } of sorted(code08)) values.set(`08-${main}-${sub}`, value);
  for (const { main, value } of sorted(code13)) values.set(`13-${main}`, value);
  return values;
}

function sorted<T extends { main: number; sub?: number }>(codes: readonly T[]): T[] {
  return [...codes].sort((a, b) => a.main - b.main || (a.sub ?? 0) - (b.sub ?? 0));
}

function encodeNetwork(network: NonNullable<DeviceReport['network']>): Map<string, unknown> {
  const result = new Map<string, unknown>();
  const hostName = toText(network.hostName);
  if (hostName !== null) result.set('hostName', hostName);
  const interfaces = network.interfaces.map((nic) => toTexts(nic, nicFields)).filter((texts) => texts.size > 0);
  if (interfaces.length > 0)
    result.set(
      'interfaces',
      interfaces.map((texts) => Object.fromEntries(texts)),
    );
  return result;
}

function toTexts<F extends string>(
  fields: Partial<Record<F, Reading<string> | undefined>>,
  names: readonly F[],
): Map<string, string> {
  return new Map(
    names.flatMap((name): [string, string][] => {
      const text = toText(fields[name]);
      return text === null ? [] : [[name, text]];
    }),
  );
}
