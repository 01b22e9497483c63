/** Object identifiers are dotted texts everywhere (`1.3.6.1.2.1.1.1.0`); these compare them by arcs. */

/** Order of a tree walk: negative when `a` comes before `b`. */
export function compareOids(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = Number(left[i]) - Number(right[i]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** What follows `prefix` in `oid` (`1.3` of `….6.1.3` under `….6`), or undefined when `oid` lies elsewhere. */
export function suffixUnder(prefix: string, oid: string): string | undefined {
  return oid.startsWith(`${prefix}.`) ? oid.slice(prefix.length + 1) : undefined;
}
