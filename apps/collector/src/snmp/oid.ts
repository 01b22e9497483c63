/** Object identifiers are dotted texts everywhere (`1.3.6.1.2.1.1.1.0`); these compare them by arcs. */

/** Order of a tree walk: negative when `a` comes before `b`. */
export function compareOids(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let position = 0;
  while (position < shorter && a.charCodeAt(position) === b.charCodeAt(position)) position++;
  if (position === shorter && a.length === b.length) return 0;
  // The first arc that differs may begin before the first digit that differs.
  const start = a.lastIndexOf('.', position - 1) + 1;
  const [left, right] = [toArc(a, start), toArc(b, start)];
  return left === right ? a.length - b.length : left - right;
}

/** The number that begins there; -1 at the end, which sorts before any arc. */
function toArc(oid: string, start: number): number {
  if (start >= oid.length) return -1;
  let value = 0;
  for (let i = start; i < oid.length && oid.charCodeAt(i) !== dot; i++) value = value * 10 + oid.charCodeAt(i) - zero;
  return value;
}

const dot = '.'.charCodeAt(0);
const zero = '0'.charCodeAt(0);

/** What follows `prefix` in `oid` (`1.3` of `….6.1.3` under `….6`); undefined if `oid` is not below it. */
export function suffixUnder(prefix: string, oid: string): string | undefined {
  return oid.startsWith(`${prefix}.`) ? oid.slice(prefix.length + 1) : undefined;
}
