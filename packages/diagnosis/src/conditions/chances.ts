import type { ConditionCost, ConditionFacts } from '@platen/contract/worklist-item';
import { factsAt } from './due-facts.ts';
import type { Instant } from './model.ts';

// How likely a part fails or a supply runs out while it waits one more working day (WL-49, 0373).

/** Most by which one more day raises a chance. */
const mostADay = 0.2;
/** Chance of one more day where neither a risk nor a range is known. */
const unknownChance = { now: 0.02, nextVisit: 0.005, low: 0.1, nearFull: 0.05, empty: 1, full: 1 } as const;

/** What the chances of a device depend on. */
export interface ChanceContext {
  /** Days from today to the next working day, and to the arrival of a supply ordered today and then. */
  readonly nextDay: number;
  readonly arrival: readonly [today: number, next: number];
  /** Working days in a week: the mean of the four weeks to come. */
  readonly workingWeek: number;
  readonly now: Instant;
}

export interface Chance {
  readonly chance: number;
  /** What it rests on; left out where the device reports it. */
  readonly from?: NonNullable<ConditionCost['chanceFrom']>;
}

/**
 * Chance of failing or running out by a day (WL-49), 0 to 1, from the predicted day with its 80 % range: 0
 * today, rising in straight lines to 0.1, 0.5 and 0.9 at the three, and to 1 as far beyond the last as the
 * range is wide. All in days from today; what lies in the past is as good as today.
 */
export function chanceBy(day: number, { days, lower, upper }: { days: number; lower: number; upper: number }): number {
  if (day <= 0) return 0;
  let [x0, y0] = [0, 0];
  for (const [x1, y1] of [
    [lower, 0.1],
    [days, 0.5],
    [upper, 0.9],
    [upper + Math.max(0, upper - lower), 1],
  ] as const) {
    if (x1 > x0 && day < x1) return y0 + ((y1 - y0) * (day - x0)) / (x1 - x0);
    [x0, y0] = [Math.max(x0, x1), y1];
  }
  return 1;
}

/**
 * Chance of a part to fail on one more working day: by its risk, which is corrected by what came of the
 * fleet's own forecasts; without one by the range of its day, else by its urgency.
 */
export function chanceOfPart(facts: ConditionFacts, context: ChanceContext): Chance {
  const { risk, urgency } = facts;
  if (risk !== undefined) return { chance: Math.min(mostADay, chanceADay(risk, context)), from: 'risk' };
  const range = rangeOf(facts, context.now);
  if (range === undefined) return { chance: unknownChance[urgency === 'now' ? 'now' : 'nextVisit'], from: 'urgency' };
  // Where the predicted day has come, each further day counts in full.
  const chance = range.days <= 0 ? mostADay : chanceBy(context.nextDay, range);
  return { chance: Math.min(mostADay, chance), from: 'range' };
}

/**
 * The risk within seven days spread over the working days of a week: parts wear by use, so a weekend adds
 * nothing and a class does not change on Fridays. Of a part found to have failed it is how likely that is
 * (0299); if its device stands still, the condition of that costs the hours.
 */
const chanceADay = ({ within7Days }: NonNullable<ConditionFacts['risk']>, { workingWeek }: ChanceContext): number =>
  1 - (1 - within7Days / 100) ** (1 / workingWeek);

/**
 * Chance of being empty before a delivery arrives, gained by ordering one working day later. Where the
 * predicted day comes before any delivery, each further day is one without the supply and counts in full
 * (0343).
 */
export function chanceOfSupply(facts: ConditionFacts, { arrival, now }: ChanceContext): Chance {
  const { urgency } = facts;
  if (urgency === 'empty' || urgency === 'full') return { chance: unknownChance[urgency] };
  const range = rangeOf(facts, now);
  if (range === undefined)
    return { chance: unknownChance[urgency === 'nearFull' ? 'nearFull' : 'low'], from: 'urgency' };
  const gained = range.days <= arrival[0] ? mostADay : chanceBy(arrival[1], range) - chanceBy(arrival[0], range);
  return { chance: Math.min(mostADay, gained), from: 'range' };
}

/** The range of the facts as seen from today. */
function rangeOf(facts: ConditionFacts, now: Instant) {
  const { days, range } = factsAt(facts, now);
  return days === undefined || range === undefined ? undefined : { days, ...range };
}
