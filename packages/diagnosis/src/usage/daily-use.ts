import type { Increment } from '../history/increment.ts';
import { type DailyUse, toWeekdayProfile, weekdayOf } from './weekday-profile.ts';

/** Farther back a forecast does not look: a year, the level before it, and what smooths them. */
export const memory = 500;

/**
 * The use of each day up to and including `today` (at most the last `days`). What was added over several days
 * (a device silent over a weekend) is spread over them by the weekday profile of the days known singly.
 * Days that no increment covers are not known. The order of the increments does not matter.
 */
export function toDailyUse(increments: readonly Increment[], today: number, days = memory): DailyUse {
  const used = increments.filter(({ day, span, value }) => day <= today && isSound(span, value));
  const oldest = used.reduce((least, { day, span }) => Math.min(least, day - span + 1), today + 1);
  const first = Math.max(oldest, today + 1 - days);
  const single = used.filter(({ span }) => span === 1);
  const alone = place(single, first, today, undefined);
  return single.length === used.length ? alone : place(used, first, today, toWeekdayProfile(alone));
}

const isSound = (span: number, value: number) => Number.isFinite(value) && value >= 0 && span >= 1;

function place(
  increments: readonly Increment[],
  first: number,
  today: number,
  profile: readonly number[] | undefined,
): DailyUse {
  const values = new Float64Array(Math.max(0, today + 1 - first)).fill(Number.NaN);
  for (const { day, span, value } of increments) {
    const from = day - span + 1;
    const total = profile === undefined ? span : sumOfShares(profile, from, span);
    for (let one = Math.max(from, first); one <= day; one++) {
      const share = profile === undefined ? 1 : (profile[weekdayOf(one)] ?? 1);
      const before = values[one - first] ?? Number.NaN;
      values[one - first] = (Number.isNaN(before) ? 0 : before) + (total > 0 ? (value * share) / total : value / span);
    }
  }
  return { first, values };
}

function sumOfShares(profile: readonly number[], from: number, days: number): number {
  // Whole weeks add 7 each: the profile has mean 1.
  const weeks = Math.floor(days / 7);
  let sum = weeks * 7;
  for (let day = from + weeks * 7; day < from + days; day++) sum += profile[weekdayOf(day)] ?? 1;
  return sum;
}
