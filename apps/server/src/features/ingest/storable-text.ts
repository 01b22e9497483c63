import { toPath } from '@platen/contract/issues';
import type { ReportIssue } from '@platen/contract/report';

/** PostgreSQL keeps no U+0000, and half a surrogate pair is no character. */
const badCharacter = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const maybeBad = /\\u(0000|d[89a-f])/;

/** The first text (or name) of a report that no database could give back as it came. */
export function findBadText(report: object): ReportIssue | undefined {
  // JSON writes such characters as escapes: one fast look at the whole before the walk.
  return maybeBad.test(JSON.stringify(report)) ? walk(report, []) : undefined;
}

function walk(value: unknown, path: readonly PropertyKey[]): ReportIssue | undefined {
  if (typeof value === 'string') {
    if (!badCharacter.test(value)) return undefined;
    return { path: toPath(path), message: 'the text holds U+0000 or half a surrogate pair, which cannot be kept' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, inner] of entries) {
    if (typeof key === 'string' && badCharacter.test(key))
      return { path: toPath(path), message: 'a field name holds a character that cannot be kept' };
    const found = walk(inner, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
