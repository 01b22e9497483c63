import type { Day } from '../../history/day-reading.ts';
import { normalShare } from '../../statistics/normal.ts';
import type { PartStanding } from './judge-life.ts';
import type { PartUse } from './part-use.ts';
import { leastDays } from './range-factors.ts';
import type { TotalLife } from './total-life.ts';
import type { DaysLeft } from './urgency.ts';
import { logSdWithin } from './usage-rate.ts';

/** What a reading of a part and all before it tell of its life and its use to come. */
export interface RiskFigures {
  readonly use: Pick<PartUse, 'logSd' | 'within'>;
  readonly total: TotalLife;
}

/** Standard deviations beyond which nothing is left of a normal variable. */
const beyond = 5;

/**
 * How likely the part fails within a number of days, 0 to 1: over the lives it may have, and over how much
 * the device will be used (logarithm normal).
 */
export function failureRisk({ total, use }: RiskFigures, wear: number, days: number): number {
  const logSd = logSdWithin(use, days);
  const used = use.within(days);
  let risk = 0;
  // By index: risks are asked for some thousand times a device, and `entries` makes a pair of each life.
  for (let at = 0; at < total.lives.length; at++) {
    const life = total.lives[at] ?? 0;
    const z = Math.log(used / Math.max(life - wear, 1e-9)) / logSd;
    // Lives ascend: what this one does not reach none of the rest does.
    if (!(z > -beyond)) break;
    risk += (total.chances[at] ?? 0) * normalShare(z);
  }
  return risk;
}

/** What is needed of the standing of a part. */
interface ChanceStanding extends Pick<PartStanding, 'to'> {
  readonly state?: Pick<NonNullable<PartStanding['state']>, 'plain' | 'left' | 'riskWithin' | 'failed'>;
}

/**
 * The chance that a part in force fails by `today` plus a number of days, 0 to 1; it never falls with more
 * days. It is made of the same quantities as the 80 % range of its date, and is corrected as that range was
 * corrected by the fleet's own past forecasts. 1 for a part that has failed; undefined where nothing is
 * judged of its life.
 */
export function failureChance({ state, to }: ChanceStanding, today: Day, days: number): number | undefined {
  if (state === undefined) return undefined;
  if (state.failed !== undefined) return 1;
  const { plain, left } = state;
  return Math.min(1, state.riskWithin(toPlainDays(Math.max(0, today - to) + days, plain, left)));
}

/**
 * The days that stood in the range as it was computed where these stand in the corrected one, straight over
 * the logarithm of days on each side of the predicted day.
 */
function toPlainDays(days: number, plain: DaysLeft, left: DaysLeft): number {
  if (!(plain.median > 0) || plain.median === Infinity || left.median === Infinity) return days;
  const log = (value: number) => Math.log(Math.max(leastDays, value));
  const isBefore = days < left.median;
  const half = log(isBefore ? left.lower : left.upper) - log(left.median);
  if (Math.abs(half) < 1e-6 || !Number.isFinite(half)) return days;
  const place = (log(days) - log(left.median)) / half;
  const built = log(isBefore ? plain.lower : plain.upper) - log(plain.median);
  return Math.exp(log(plain.median) + place * built);
}
