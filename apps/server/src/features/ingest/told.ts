import { hash } from 'node:crypto';
import type { Section } from './merge-sections.ts';

/** `device_told.told`: who said the sections last, and what each is known by. Most sections of a device share one telling. */
export interface Told {
  tellings: readonly (readonly [observedAt: string, receivedAt: string, sourceName: string])[];
  sections: Readonly<
    Record<string, readonly [telling: number, digest: string, fieldTimes?: Readonly<Record<string, string>>]>
  >;
}

/** The sections as they are known without their bodies. */
export function readTold({ tellings, sections }: Told): Map<string, Section> {
  const read = tellings.map(
    ([observedAt, receivedAt, sourceName]) => [new Date(observedAt), new Date(receivedAt), sourceName] as const,
  );
  const result = new Map<string, Section>();
  for (const [name, [place, digest, fieldTimes]] of Object.entries(sections)) {
    const telling = read[place];
    if (telling === undefined) continue;
    const [observedAt, receivedAt, sourceName] = telling;
    result.set(name, {
      observedAt,
      receivedAt,
      sourceName,
      body: undefined,
      text: undefined,
      digest,
      keptDigest: digest,
      fieldTimes,
    });
  }
  return result;
}

/** JSON text of `device_told.told`; put together piece by piece, in a third of the time that it takes by way of objects. */
export function writeTold(sections: ReadonlyMap<string, Section>): string {
  const told: Section[] = [];
  const tellings: string[] = [];
  const entries: string[] = [];
  for (const [name, section] of sections) {
    const { observedAt, receivedAt, sourceName, digest = '', fieldTimes } = section;
    let place = told.findIndex((one) => isSameTelling(one, section));
    if (place === -1) {
      place = told.push(section) - 1;
      tellings.push(`["${observedAt.toISOString()}","${receivedAt.toISOString()}",${JSON.stringify(sourceName)}]`);
    }
    const times = fieldTimes === undefined ? '' : `,${JSON.stringify(fieldTimes)}`;
    entries.push(`${JSON.stringify(name)}:[${place},${JSON.stringify(digest)}${times}]`);
  }
  return `{"tellings":[${tellings.join()}],"sections":{${entries.join()}}}`;
}

const isSameTelling = (one: Section, other: Section): boolean =>
  one.observedAt.getTime() === other.observedAt.getTime() &&
  one.receivedAt.getTime() === other.receivedAt.getTime() &&
  one.sourceName === other.sourceName;

/** What a body is known by: two of a device are the same text if these are (96 bits). */
export const toDigest = (body: string): string => hash('sha1', body, 'base64').slice(0, 16);

/** What the content of a report is known by (64 bits, as a number of PostgreSQL; never 0): the digests of its sections in the order of their names. */
export function toReportDigest(sections: ReadonlyMap<string, { digest: string }>): string {
  const names = [...sections.keys()].sort();
  const bytes = hash('sha1', names.map((name) => `${name}:${sections.get(name)?.digest}`).join(), 'buffer');
  return String(bytes.readBigInt64BE() || 1n);
}
