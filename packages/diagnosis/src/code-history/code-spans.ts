import type { Instant } from '../conditions/model.ts';

/** The codes of a device as one report had them: `05-3612-0` or `13-100` → value. */
export interface CodeReading {
  readonly at: Instant;
  /** Equal for equal tables. */
  readonly digest: string;
  readonly codes: ReadonlyMap<string, string>;
}

/** Between two readings: the last one before and the first one after, never a moment (CH-02). */
export interface ReadingSpan {
  readonly lastBefore: Instant;
  readonly firstAfter: Instant;
}

/** A code that has another value than before. */
export interface CodeChange extends ReadingSpan {
  readonly code: string;
  readonly before: string;
  readonly after: string;
}

/** A code that no earlier reading had (CH-04). */
export interface CodeAppearance extends ReadingSpan {
  readonly code: string;
  readonly after: string;
}

export interface CodeSpans {
  /** Ascending by the first reading after, then by code. */
  readonly changes: readonly CodeChange[];
  readonly appeared: readonly CodeAppearance[];
}

/** Readings one after the other with one and the same table. */
interface Stretch {
  first: Instant;
  last: Instant;
  digest: string;
  codes: ReadonlyMap<string, string>;
}

/**
 * What changed between readings. A code that a reading does not have was not reported then, which is no
 * change: it is compared with the last reading that has it (CH-02, CH-04).
 * @param readings ascending by time; of two of one time the later in the list counts
 */
export function toCodeSpans(readings: readonly CodeReading[]): CodeSpans {
  const changes: CodeChange[] = [];
  const appeared: CodeAppearance[] = [];
  const known = new Map<string, { value: string; stretch: Stretch }>();
  let former: Stretch | undefined;
  for (const stretch of toStretches(readings)) {
    for (const [code, value] of stretch.codes) {
      const was = known.get(code);
      if (was === undefined) {
        known.set(code, { value, stretch });
        if (former !== undefined)
          appeared.push({ code, after: value, lastBefore: former.last, firstAfter: stretch.first });
        continue;
      }
      if (was.value !== value)
        changes.push({
          code,
          before: was.value,
          after: value,
          lastBefore: was.stretch.last,
          firstAfter: stretch.first,
        });
      was.value = value;
      was.stretch = stretch;
    }
    former = stretch;
  }
  return { changes: changes.sort(byTime), appeared: appeared.sort(byTime) };
}

function toStretches(readings: readonly CodeReading[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { at, digest, codes } of readings) {
    const last = stretches.at(-1);
    if (last?.digest === digest) last.last = at;
    else stretches.push({ first: at, last: at, digest, codes });
  }
  return stretches;
}

const byTime = (a: CodeAppearance, b: CodeAppearance): number =>
  a.firstAfter - b.firstAfter || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);

/** The newest reading at or before an instant; before all of them the first one; undefined of none. */
export const readingAt = (readings: readonly CodeReading[], at: Instant): CodeReading | undefined =>
  readings.findLast((reading) => reading.at <= at) ?? readings[0];

/** Whether two spans of time have an instant in common; their ends belong to them. */
export const touches = (one: ReadingSpan, from: Instant, until: Instant): boolean =>
  from <= one.firstAfter && until >= one.lastBefore;
