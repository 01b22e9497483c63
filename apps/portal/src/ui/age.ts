/** A duration in the coarsest unit that is still informative (`18 min`, `8 h`, `23 d`). */
export type Duration = { unit: 'minutes' | 'hours' | 'days'; count: number };
/** How long ago: `justNow` under a minute, `future` when the reporting clock runs ahead of ours. */
export type Age = Duration | { unit: 'justNow' | 'future' };

const minute = 60_000;
const hour = 60 * minute;
/** Clocks of printers, collectors and browsers differ by seconds without meaning anything. */
const tolerance = 2 * minute;

/** Hours up to two days, then whole days: the limit of 'offline' (48 h) still reads in hours. */
export function toDuration(milliseconds: number): Duration {
  if (milliseconds < hour) return { unit: 'minutes', count: Math.floor(milliseconds / minute) };
  if (milliseconds < 48 * hour) return { unit: 'hours', count: Math.floor(milliseconds / hour) };
  return { unit: 'days', count: Math.floor(milliseconds / (24 * hour)) };
}

/** Age of a point in time. A time in the future is shown as such, never as 'just now'. */
export function toAge(at: Date, now: Date): Age {
  const passed = now.getTime() - at.getTime();
  if (passed < -tolerance) return { unit: 'future' };
  return passed < minute ? { unit: 'justNow' } : toDuration(passed);
}

/** Data older than this is marked as stale (OQ-30: the limit of 'offline'). */
const staleAfterHours = 48;

export const isStale = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > staleAfterHours * hour;
