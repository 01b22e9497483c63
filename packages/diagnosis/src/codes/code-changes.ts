/** Codes of a device as they were in force from one day on: `05-3612-0` → value. */
export interface CodeTableOfDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Equal for equal tables. */
  readonly digest: string;
  readonly codes: ReadonlyMap<string, string>;
}

/** A code that has another value than before: between two days, never at a moment (CH-02). */
export interface CodeChange {
  readonly code: string;
  readonly before: string;
  readonly after: string;
  readonly lastBefore: string;
  readonly firstAfter: string;
}

export interface CodeChanges {
  /** Newest first, by code within a day. */
  readonly changes: readonly CodeChange[];
  /** Codes that changed again and again, which devices adjust themselves; none of their changes is listed. */
  readonly adjusted: readonly string[];
}

/** Changes of one code from which on it counts as adjusting itself. */
const often = 3;

/**
 * What changed from each day to the next, the first day being what it is compared with. A code that is
 * missing on one side was not reported there, which is no change (CH-04).
 * @param days ascending by day
 */
export function toCodeChanges(days: readonly CodeTableOfDay[]): CodeChanges {
  const byCode = new Map<string, CodeChange[]>();
  for (const [index, { day, digest, codes }] of days.entries()) {
    const before = days[index - 1];
    if (before === undefined || before.digest === digest) continue;
    for (const [code, after] of codes) {
      const was = before.codes.get(code);
      if (was === undefined || was === after) continue;
      const change = { code, before: was, after, lastBefore: before.day, firstAfter: day };
      byCode.set(code, [...(byCode.get(code) ?? []), change]);
    }
  }
  const isOften = ([, changes]: readonly [string, readonly CodeChange[]]) => changes.length >= often;
  return {
    changes: [...byCode]
      .flatMap((one) => (isOften(one) ? [] : one[1]))
      .toSorted((a, b) => compare(b.firstAfter, a.firstAfter) || compare(a.code, b.code)),
    adjusted: [...byCode].flatMap((one) => (isOften(one) ? one[0] : [])).toSorted(compare),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
