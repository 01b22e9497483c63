/** Room above the greater of level and limit, so that neither lies at the end of the channel. */
const headroom = 1.25;

/** Places of a level and its limit in percent of a channel that starts at zero; undefined where unknown. */
export function toBar(
  level: number | null,
  limit: number | null,
): { level: number | undefined; limit: number | undefined } {
  const whole = Math.max(level ?? 0, limit ?? 0) * headroom;
  const place = (value: number | null) =>
    value === null || !(whole > 0) ? undefined : Math.max(0, Math.min(100, (value / whole) * 100));
  return { level: place(level), limit: place(limit) };
}
