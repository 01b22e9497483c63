import type { Day } from '../../history/day-reading.ts';
import { replayFrom } from '../../statistics/replay.ts';

/** Days from a day on until a part is expected to fail, with the 80 % interval. */
export interface DaysLeft {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** How urgent it is; `none`: nothing has to be done. */
export type Urgency = 'none' | 'watch' | 'nextVisit' | 'now';

/** What was known of a part at the end of a day. */
export interface DayState {
  readonly day: Day;
  /** How likely the part fails within a number of days, 0 to 1; never falls with more days. */
  readonly riskWithin: (days: number) => number;
  /** It has failed, or the limit of its sensor is crossed. */
  readonly isDue: boolean;
}

/**
 * A visit is planned when the part fails within four weeks as likely as its limit says; to be watched is one
 * of which eight weeks say so.
 */
export const visitWithin = 28;
const watchWithin = 56;
/**
 * A warning is released when all is so far on the safe side (OQ-105): when this many times the days still
 * stay below the limit.
 */
const release = 1.05;

/**
 * Days in a row on the safe side without which nothing is released (0243): a day's risk moves by more than 5
 * % from one reading to the next.
 */
const calmDays = 14;

/**
 * An unplanned call costs as much as seven parts replaced before their time: from this risk on a visit is
 * cheaper than waiting (0192), until the fleet's own past says what share of the signs is right (0296).
 */
export const usualVisitRisk = 0.15;

/**
 * Share of the limit below which the risk of a part with an open sign must lie for the sign to be released
 * (0830): the evidence must speak against the sign. A piece does not grow younger, and what lowers its risk
 * is mostly a pause in its use or noise of its sensor.
 */
export const leavingShare = 0.5;

const grades: readonly Urgency[] = ['none', 'watch', 'nextVisit', 'now'];

/**
 * Urgency after the last of the days, replayed from the first: warned at the limit, released once 14 days in
 * a row say so 5 % beyond it: it is the most severe of those days, so that a figure that sways about a limit
 * does not switch the sign on and off. A pure function of the days; one of which nothing is known changes
 * nothing.
 * @param visitRisk how likely the part must fail within four weeks for a visit to be planned, 0 to 1
 * @param wasOpen whether a sign was open after the last judgement; undefined: not known. None begins on a day
 * that does not ask for it itself, only because what was learned since sees days before otherwise (0561)
 */
export function replayUrgency(
  days: number,
  dayAt: (nth: number) => DayState | undefined,
  visitRisk: number,
  wasOpen?: boolean,
): Urgency {
  const seen = new Map<number, DayState | undefined>();
  const known = (nth: number) => {
    if (!seen.has(nth)) seen.set(nth, dayAt(nth));
    return seen.get(nth);
  };
  const state = known(days - 1);
  const last = state?.day;
  let first = days - 1;
  const isRecent = (nth: number) => last !== undefined && (known(nth)?.day ?? last) > last - calmDays;
  while (first > 0 && isRecent(first - 1)) first--;
  const after = replayFrom<DayState | undefined, Urgency>(
    days,
    first,
    known,
    (before, state) => (state === undefined ? before : next(before, state, visitRisk)),
    'none',
    grades,
  );
  const worst = after.reduce<Urgency>((held, one) => (grades.indexOf(one) > grades.indexOf(held) ? one : held), 'none');
  if (wasOpen !== false || !asksForVisit(worst)) return worst;
  return state !== undefined && asksForVisit(next('none', state, visitRisk)) ? worst : 'watch';
}

/** From this urgency on a part is a sign that asks for a visit. */
export const asksForVisit = (urgency: Urgency): boolean => urgency === 'nextVisit' || urgency === 'now';

function next(before: Urgency, { riskWithin, isDue }: DayState, visitRisk: number): Urgency {
  if (isDue) return 'now';
  const held = (days: number, isHeld: boolean) => riskWithin(isHeld ? days * release : days) >= visitRisk;
  if (held(visitWithin, before === 'nextVisit' || before === 'now')) return 'nextVisit';
  return held(watchWithin, before !== 'none') ? 'watch' : 'none';
}

/**
 * Order in which parts should be seen to: by urgency, then by the days left. One that is not judged comes
 * last.
 */
export function compareUrgency(
  one: { readonly urgency: Urgency; readonly left: DaysLeft } | undefined,
  other: { readonly urgency: Urgency; readonly left: DaysLeft } | undefined,
): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const ahead = grades.indexOf(other.urgency) - grades.indexOf(one.urgency);
  return ahead || (one.left.median < other.left.median ? -1 : Number(one.left.median > other.left.median));
}
