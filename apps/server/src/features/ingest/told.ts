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
    result.set(name, { observedAt, receivedAt, sourceName, body: undefined, text: undefined, digest, fieldTimes });
  }
  return result;
}

/** JSON text of `device_told.told`. */
export function writeTold(sections: ReadonlyMap<string, Section>): string {
  const places = new Map<string, number>();
  const entries: Record<string, unknown> = {};
  const tellings: unknown[] = [];
  for (const [name, { observedAt, receivedAt, sourceName, digest = '', fieldTimes }] of sections) {
    const key = `${observedAt.getTime()} ${receivedAt.getTime()} ${sourceName}`;
    let place = places.get(key);
    if (place === undefined) {
      place = tellings.push([observedAt, receivedAt, sourceName]) - 1;
      places.set(key, place);
    }
    entries[name] = fieldTimes === undefined ? [place, digest] : [place, digest, fieldTimes];
  }
  return JSON.stringify({ tellings, sections: entries });
}

/** What a body is known by: two of a device are the same text if these are (96 bits). */
export const toDigest = (body: string): string => hash('sha1', body, 'base64').slice(0, 16);
