/** `Retry-After` goes before the usual waits, up to this long (DE-18). */
const longestMs = 24 * 3_600_000;

/**
 * The wait that a `Retry-After` header asks for, in milliseconds from `now`: seconds or a date (RFC 9110
 * section 10.2.3), from 0 to 24 h. Undefined for a header that is absent or neither.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(longestMs, Number(text) * 1000);
  // Date.parse takes nearly anything, also a bare number with a sign; dates of HTTP begin with a weekday.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(longestMs, Math.max(0, at - now));
}
