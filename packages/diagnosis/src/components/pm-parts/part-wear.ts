import type { Series } from '../../history/day-reading.ts';
import type { Increment } from '../../history/increment.ts';
import { remembered } from '../../history/remembered.ts';
import { type CounterLimits, toIncrements } from '../../history/segments.ts';
import type { PartCounters } from './part-counters.ts';

/** Drums turn some times a page: far above what any counter of a part can do. */
const partLimits: CounterLimits = { perMinute: 10_000 };
/** Below these whole percents the life in percent is too coarse to measure others by. */
const leastLife = 5;
/** Below this much pages, turns or hours nothing is measured by it. */
const leastDone = 0.01;

/**
 * How a part wears: what it did day by day in the finest unit it counts, and how many percent of its life one
 * of these is.
 */
export interface PartWear {
  /** What the increments are counted in. */
  readonly unit: 'pages' | 'rotations' | 'hours' | 'percent';
  /** Percent consumed at the last reading; null where the life is not known. */
  readonly consumed: number | null;
  readonly increments: readonly Increment[];
  /** Null where it is not known. */
  readonly percentEach: number | null;
}

/**
 * Percent consumed as the device reports it (`life`), else pages against the life in pages. The increments
 * are those of pages, rotations or drive time, whichever comes first, and of the percents themselves only
 * where there is nothing finer: whole percents change too rarely.
 */
export const toPartWear = remembered(({ series }: PartCounters): PartWear => {
  const life = lastOf(series.life);
  const pages = lastOf(series.pages);
  const lifePages = lastOf(series.lifePages);
  const named = lifePages !== undefined && lifePages >= 1 ? 100 / lifePages : undefined;
  const byPages = pages !== undefined && named !== undefined ? pages * named : undefined;
  const fine = series.pages ?? series.rotations ?? series.hours;
  const unit = series.pages ? 'pages' : series.rotations ? 'rotations' : series.hours ? 'hours' : 'percent';
  const increments = toIncrements(fine ?? series.life ?? [], partLimits);
  const consumed = life ?? byPages ?? null;
  if (fine === undefined) return { unit, consumed, increments, percentEach: life === undefined ? null : 1 };
  const done = lastOf(fine) ?? 0;
  const byLife = life !== undefined && life >= leastLife && done > leastDone ? life / done : undefined;
  const byPast = life === undefined ? undefined : percentOfPast(series.life ?? [], increments);
  return {
    unit,
    consumed,
    increments,
    percentEach: byLife ?? byPast ?? (fine === series.pages ? named : undefined) ?? null,
  };
});

const lastOf = (series: Series | undefined): number | undefined => series?.at(-1)?.value;

/** Percent an increment over the whole history, also of earlier pieces: for a piece too new to measure by. */
function percentOfPast(life: Series, increments: readonly Increment[]): number | undefined {
  const percents = sumOf(toIncrements(life, partLimits));
  const done = sumOf(increments);
  return percents >= leastLife && done > leastDone ? percents / done : undefined;
}

export const sumOf = (increments: readonly Increment[]): number =>
  increments.reduce((sum, { value }) => sum + value, 0);
