import type { Fault } from '@platen/contract/leave-out';

/** PostgreSQL keeps no U+0000, and half a surrogate pair is no character. */
const badCharacter = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const maybeBad = /\\u(0000|d[89a-f])/;

/** The texts (and names) of a report that no database could give back as they came. */
export function findBadText(report: object): Fault[] {
  const faults: Fault[] = [];
  // JSON writes such characters as escapes: one fast look at the whole before the walk.
  if (maybeBad.test(JSON.stringify(report))) walk(report, [], faults);
  return faults;
}

function walk(value: unknown, path: readonly PropertyKey[], faults: Fault[]): void {
  if (typeof value === 'string') {
    if (badCharacter.test(value))
      faults.push({ path, message: 'the text holds U+0000 or half a surrogate pair, which cannot be kept' });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, inner] of entries) {
    if (typeof key === 'string' && badCharacter.test(key))
      faults.push({ path, message: 'a field name holds a character that cannot be kept' });
    walk(inner, [...path, key], faults);
  }
}
