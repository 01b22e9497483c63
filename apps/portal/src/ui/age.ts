/** How long ago, in the coarsest unit that still tells something (`18 min`, `8 h`, `23 d`). */
export type Age = { unit: 'now' | 'ahead' } | { unit: 'minutes' | 'hours' | 'days'; count: number };

const minute = 60_000;
const hour = 60 * minute;
/** Clocks of printers, collectors and browsers differ by seconds without meaning anything. */
const tolerance = 2 * minute;

/** Hours as `h` up to two days, then whole days: the limit of 'offline' (48 h) still reads in hours. */
export function toDuration(milliseconds: number): Age {
  if (milliseconds < minute) return { unit: 'now' };
  if (milliseconds < hour) return { unit: 'minutes', count: Math.floor(milliseconds / minute) };
  if (milliseconds < 48 * hour) return { unit: 'hours', count: Math.floor(milliseconds / hour) };
  return { unit: 'days', count: Math.floor(milliseconds / (24 * hour)) };
}

/** Age of a point in time. A time in the future is said to be so (`ahead`), never shown as 'now'. */
export function toAge(at: Date, now: Date): Age {
  const passed = now.getTime() - at.getTime();
  return passed < -tolerance ? { unit: 'ahead' } : toDuration(Math.max(0, passed));
}

/** Data older than this is marked as stale (OQ-30: the limit of 'offline'). */
export const staleAfterHours = 48;

export const isStale = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > staleAfterHours * hour;
