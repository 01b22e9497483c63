import type { Finding } from '../checks/findings.ts';
import { parseKeys, type Span, spanText } from './code-keys.ts';
import { type TableName, tableOf } from './device-code.ts';
import { createLookup, type Lookup } from './lookup.ts';

/** One span of one key of a table, with what stands there. */
export interface Entry<T> {
  readonly keys: string;
  readonly span: Span;
  readonly value: T;
}

/** A table's spans, with every malformed key and every code outside of the series. */
export function readEntries<T>(
  file: string,
  table: TableName,
  lists: readonly Readonly<Record<string, T>>[],
): { entries: Entry<T>[]; findings: Finding[] } {
  const entries: Entry<T>[] = [];
  const findings: Finding[] = [];
  for (const [key, value] of lists.flatMap((list) => Object.entries(list))) {
    const spans = parseKeys(key);
    if (spans === undefined)
      findings.push({ file, key, what: 'is no code, no range from a lower to a higher code, and no list of these' });
    for (const span of spans ?? [])
      if (tableOf(span.first) === table && tableOf(span.last) === table) entries.push({ keys: key, span, value });
      else findings.push({ file, key, what: `${spanText(span)} is outside of this series` });
  }
  return { entries, findings };
}

/**
 * Codes named twice and ranges of equal width that overlap: neither is more specific than the other (OQ-101).
 */
export function findOverlaps(file: string, entries: readonly Entry<unknown>[]): Finding[] {
  const sorted = entries.toSorted((one, other) => one.span.width - other.span.width || order(one, other));
  return sorted.flatMap((entry, index) => {
    const before = sorted[index - 1];
    if (before === undefined || before.span.width !== entry.span.width || before.span.last < entry.span.first)
      return [];
    return [overlap(file, before, entry)];
  });
}

const order = (one: Entry<unknown>, other: Entry<unknown>): number => (one.span.first < other.span.first ? -1 : 1);

function overlap(file: string, one: Entry<unknown>, other: Entry<unknown>): Finding {
  const [before, after] = [spanText(one.span), spanText(other.span)];
  if (before === after) return { file, key: other.keys, what: `${after} is named twice, also by '${one.keys}'` };
  return { file, key: other.keys, what: `${after} overlaps ${before} of '${one.keys}', which is as wide` };
}

/** All entries that hold a code, the most specific first. Of entries of the same span one is kept. */
export const entryLookup = <T>(entries: readonly Entry<T>[]): Lookup<Entry<T>> =>
  createLookup(Object.fromEntries(entries.map((entry) => [spanText(entry.span), entry])));

/**
 * The entries that the lookup kept: a span named twice is one finding, not also two of entries that do
 * nothing.
 */
export const withoutTwins = <T>(entries: readonly Entry<T>[], lookup: Lookup<Entry<T>>): readonly Entry<T>[] =>
  entries.filter((entry) => lookup(entry.span.first).includes(entry));
