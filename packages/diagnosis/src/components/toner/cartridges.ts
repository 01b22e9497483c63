import type { Day, Series } from '../../history/day-reading.ts';

/**
 * Levels of one cartridge, percent, oldest first; never empty. `since`: the day it was put in, null where it
 * was there before the first reading.
 */
export interface Cartridge {
  readonly since: Day | null;
  readonly levels: Series;
}

/**
 * Days around a replacement within which the level is seen to rise: it may be reported earlier or later than
 * it is read.
 */
const reach = 3;

/**
 * The levels, cut at the replacements: where the level rises most around each, or on its day where it does
 * not. Single readings apart from those on both sides, and values that are no percent, are left out.
 */
export function toCartridges(readings: Series, replaced: readonly Day[]): readonly Cartridge[] {
  const levels = withoutMisread(readings.filter(({ value }) => value >= 0 && value <= 100));
  const starts = new Map(replaced.map((day) => [findRise(levels, day), day]));
  const cartridges: { since: Day | null; levels: { day: Day; value: number }[] }[] = [];
  for (const [at, level] of levels.entries()) {
    const last = cartridges.at(-1);
    const since = starts.get(at);
    if (last === undefined || since !== undefined) cartridges.push({ since: since ?? null, levels: [level] });
    else last.levels.push(level);
  }
  return cartridges;
}

function withoutMisread(levels: Series): Series {
  return levels.filter(({ value }, at) => {
    const before = levels[at - 1]?.value ?? Number.NaN;
    const after = levels[at + 1]?.value ?? Number.NaN;
    return !(Math.abs(before - after) <= 3 && Math.abs(value - before) >= 10);
  });
}

/** Index of the first level of the cartridge put in on that day. */
function findRise(levels: Series, day: Day): number {
  let best = levels.findIndex((level) => level.day >= day);
  let most = 3;
  for (const [at, level] of levels.entries()) {
    const rise = level.value - (levels[at - 1]?.value ?? Number.NaN);
    if (Math.abs(level.day - day) > reach || !(rise >= most)) continue;
    best = at;
    most = rise;
  }
  return best;
}

/**
 * How finely the device reports its level, in percent: 1 where all levels are whole, more where all are
 * multiples of it, 0 where they have decimals. Of a coarse level the least fall seen.
 */
export function stepOf(cartridges: readonly Cartridge[], isCoarse: boolean): number {
  const levels = cartridges.flatMap((one) => one.levels.map(({ value }) => value));
  if (isCoarse) {
    const falls = cartridges.flatMap((one) =>
      one.levels.flatMap(({ value }, at) => (one.levels[at - 1]?.value ?? value) - value),
    );
    return Math.min(50, ...falls.filter((fall) => fall > 0));
  }
  const most = new Set(levels).size < 3 ? 1 : 25;
  return [25, 20, 10, 5, 2, 1].find((step) => step <= most && levels.every((level) => level % step === 0)) ?? 0;
}

/** A fall of the level: seen first on day `to`, and the one before on day `from`. */
export interface Fall {
  readonly from: Day;
  readonly to: Day;
  /** Percent used in between. */
  readonly amount: number;
}

/** Where a cartridge stands: the level last reached for the first time, and when. */
export interface Standing {
  readonly day: Day;
  /**
   * Percent left on that day at a guess, and how much of it can be used before the level would fall again.
   */
  readonly left: number;
  readonly within: number;
}

/**
 * The falls of a cartridge and where it stands. A level reported in steps shows most on the day it falls:
 * then half a step is left above it (levels are rounded to the nearest). From the first reading on, wherever
 * it lay within its step, half a step less was used.
 */
export function toFalls(
  { levels }: Cartridge,
  step: number,
): { falls: readonly Fall[]; standing: Standing | undefined } {
  const falls: Fall[] = [];
  let lowest = levels[0];
  for (const level of levels) {
    if (lowest === undefined || level.value >= lowest.value) continue;
    const fall = lowest.value - level.value;
    falls.push({
      from: lowest.day,
      to: level.day,
      amount: falls.length === 0 ? fall - Math.min(step, fall) / 2 : fall,
    });
    lowest = level;
  }
  if (lowest === undefined) return { falls, standing: undefined };
  const isFirst = falls.length === 0;
  const half = lowest.value > 0 ? step / 2 : 0;
  return {
    falls,
    standing: isFirst
      ? { day: lowest.day, left: lowest.value, within: half }
      : { day: lowest.day, left: lowest.value + half, within: 2 * half },
  };
}
