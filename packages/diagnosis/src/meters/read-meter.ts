import type { MeterState } from '@platen/contract/meter-values';
import { remembered } from '../history/remembered.ts';
import type { Estimate } from '../judge/judgement.ts';
import type { MeterRow, MeterRun } from './continue-meter.ts';
import { dayMs, dayOf } from './suspicious-rise.ts';

/** Ages of a reading (LG-15). */
const exactMs = 60 * 60_000;
const nearMs = 3 * dayMs;

export interface MeterAt {
  readonly state: MeterState;
  /** As billed; null where nothing is billed. */
  readonly value: number | null;
  /** The reading used: the last at or before the instant that was not excluded. */
  readonly used: MeterRow | null;
  readonly ageMs: number | null;
  /** The next one after it that was not excluded. */
  readonly next: MeterRow | null;
  /** The most that the value can differ: the next reading minus this one; null: not known. */
  readonly canDiffer: number | null;
}

/** A meter at an instant (LG-15). Nothing is interpolated (LG-16). */
export function readMeterAt({ rows }: Pick<MeterRun, 'rows'>, instant: number): MeterAt {
  const counted = toCounted(rows);
  const after = countUntil(counted, instant);
  const used = counted[after - 1] ?? null;
  const next = counted[after] ?? null;
  if (used === null) return { state: 'none', value: null, used, ageMs: null, next, canDiffer: null };
  const ageMs = instant - used.at;
  const byAge = ageMs <= exactMs ? 'exact' : ageMs <= nearMs ? 'near' : 'old';
  const state = used.state === 'afterBreak' || used.state === 'suspicious' ? used.state : byAge;
  return { state, value: used.billed, used, ageMs, next, canDiffer: next === null ? null : next.used - used.used };
}

/** A close asks many times for each meter. */
const toCounted = remembered((rows: readonly MeterRow[]) => rows.filter(({ state }) => state !== 'excluded'));

/** How many of the rows, which ascend, lie at or before an instant. */
function countUntil(rows: readonly MeterRow[], instant: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.at ?? Number.NaN) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Pages between two instants, by the readings at both; null where one is missing or not billed. It is never
 * negative, whatever the counter did, and parts of a time add up to the whole.
 */
export function pagesBetween(run: Pick<MeterRun, 'rows'>, from: number, to: number): number | null {
  const [start, end] = [readMeterAt(run, from), readMeterAt(run, to)];
  if (start.used === null || end.used === null || end.value === null || start.value === null) return null;
  return end.used.used - start.used.used;
}

/**
 * An estimate of what a meter rose by from its last reading to an instant, rounded down, with its 80 % range
 * (LG-16); undefined with too few readings, or where the last one is not billed.
 */
export function estimateUntil(run: MeterRun, instant: number): Estimate | undefined {
  const { used } = readMeterAt(run, instant);
  if (used === null || used.billed === null) return undefined;
  const days = (instant - used.at) / dayMs;
  const rise = run.past.forecast(dayOf(used.at), days);
  return rise && { value: Math.floor(rise.value), lower: Math.floor(rise.lower), upper: Math.floor(rise.upper) };
}

/** Use of one period; null: not known. */
export interface KindsOfUse {
  readonly total: number | null;
  readonly black: number | null;
  readonly color: number | null;
}

/** Black plus color agree with total up to this share, or this number of pages (LG-14). */
const agreement = { share: 0.01, pages: 100 };

/**
 * Whether black plus color went apart from total: they agreed in the period before and do not now (LG-14). No
 * figure is made from the others.
 */
export function goesApart(before: KindsOfUse, now: KindsOfUse): boolean {
  const [earlier, present] = [differenceOf(before), differenceOf(now)];
  if (earlier === undefined || present === undefined) return false;
  return earlier.share < agreement.share && present.share > agreement.share && present.pages > agreement.pages;
}

function differenceOf({ total, black, color }: KindsOfUse): { share: number; pages: number } | undefined {
  if (total === null || black === null || color === null) return undefined;
  const pages = Math.abs(total - black - color);
  return { pages, share: pages === 0 ? 0 : pages / Math.max(total, black + color) };
}
