import { parseKeys, type Span } from './code-keys.ts';

/**
 * All entries that hold a code, the most specific first: single code, narrower range, wider range (DM-005,
 * OQ-101).
 */
export type Lookup<T> = (code: string) => readonly T[];

interface Part<T> {
  readonly span: Span;
  readonly value: T;
}

const fourDigits = /^[0-9A-F]{4}$/;
const toNumber = (code: string): number => Number.parseInt(code, 16);

/**
 * A lookup over entries by keys. The codes are cut once into stretches that the same entries hold, so that a
 * question is a search among these however many ranges there are. Of entries of equal width the one named
 * first answers, and malformed keys are passed over: `checkTables` reports both.
 */
export function createLookup<T>(...tables: readonly Readonly<Record<string, T>>[]): Lookup<T> {
  const parts = tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([keys, value]) => (parseKeys(keys) ?? []).map((span): Part<T> => ({ span, value })))
    .sort((one, other) => one.span.width - other.span.width);
  const letters = parts.filter(({ span }) => span.first.length === 1);
  const { starts, values } = cut(parts.filter(({ span }) => span.first.length > 1));
  return (code) => {
    if (fourDigits.test(code)) return values[indexOfLast(starts, toNumber(code))] ?? [];
    return letters.filter(({ span }) => span.first === code).map(({ value }) => value);
  };
}

/** The numbers at which another set of entries begins to hold, rising, and these sets. */
function cut<T>(parts: readonly Part<T>[]): { starts: readonly number[]; values: readonly (readonly T[])[] } {
  const edges = parts.flatMap(({ span }) => [toNumber(span.first), toNumber(span.last) + 1]);
  const starts = [...new Set([0, ...edges])].sort((one, other) => one - other);
  const values = starts.map((): T[] => []);
  for (const { span, value } of parts)
    for (
      let index = indexOfLast(starts, toNumber(span.first));
      (starts[index] ?? Infinity) <= toNumber(span.last);
      index++
    )
      values[index]?.push(value);
  return { starts, values };
}

/** Where the last of rising numbers stands that is not above the given one; -1 where all are. */
function indexOfLast(rising: readonly number[], value: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
