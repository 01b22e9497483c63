import { dayMs } from '@platen/contract/constants';

/** Days between one replacement and the next, the middle of them; undefined with fewer than two replacements. */
export function toMedianInterval(cartridges: readonly { readonly replacedAt: string }[]): number | undefined {
  const times = cartridges.map(({ replacedAt }) => Date.parse(replacedAt)).sort((a, b) => a - b);
  const intervals = times
    .slice(1)
    .map((time, place) => (time - (times[place] ?? time)) / dayMs)
    .sort((a, b) => a - b);
  const [lower, upper] = [intervals[Math.ceil(intervals.length / 2) - 1], intervals[Math.floor(intervals.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : Math.round((lower + upper) / 2);
}

/**
 * From each replacement to the next, the running cartridge to today; days as `YYYY-MM-DD`, oldest first. A replacement is
 * known by its UTC day, which may be a day ahead of the viewer's.
 */
export function toSpans(cartridges: readonly { readonly replacedAt: string }[], today: string) {
  const days = cartridges.map(({ replacedAt }) => replacedAt.slice(0, 10)).sort();
  return days.map((from, place) => ({
    from,
    to: days[place + 1] ?? (from > today ? from : today),
    current: place === days.length - 1,
  }));
}
