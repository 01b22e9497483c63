import type { ConditionCost, ConditionFacts } from '@platen/contract/worklist-item';
import { type ConditionKind, type Priority, priorities } from '@platen/contract/worklist-names';
import type { WorkTime } from './calendar.ts';
import { hourMs, type Instant } from './model.ts';

// What one more working day of waiting costs, in points (WL-47 to WL-50): one point is one hour in which a
// device of average use cannot be used. One device at a time; no place, travel or price enters (WL-54).

/** Bounds of the use factor (WL-48). */
const useBounds = { lower: 0.25, upper: 4 };
/** Most by which one more day raises a chance (WL-49). */
const mostADay = 0.2;
/** Chance of one more day where no range is known. */
const unknownChance = { now: 0.02, nextVisit: 0.005, low: 0.1, nearFull: 0.05, empty: 1, full: 1 } as const;
/** Points that the failure of a part costs besides the lost hours. */
const partPoints = 4;
const hoursOfCall = 0.25;
const fixed = { driveWarns: 0.5, stopped: 0.5, counterBreak: 0.2, beforeClose: 2, codeLimit: 1, codeChanged: 0.3 };
const others = { identity: 0.3, firmware: 0.05, person: 1, collector: 0.5, mostOfCollector: 20 };
/** Working days before a meter close in which what hinders it costs more (LG-30). */
const closeDays = 5;
/** Points from which a row is of a class, the most pressing first; below the last it is P4 (WL-52). */
const classes: readonly (readonly [Priority, number])[] = [
  ['P1', 6],
  ['P2', 1.5],
  ['P3', 0.3],
];
const holdMs = 4 * hourMs;

export interface UseFacts {
  readonly pagesAMonth: number | null;
  readonly medianPages: number | null;
}

/** Factor of WL-48 without the weight by hand; null: the pages are not known, and 1 counts for them. */
export function toUseFactor({ pagesAMonth, medianPages }: UseFacts): number | null {
  if (pagesAMonth === null || medianPages === null || !(medianPages > 0)) return null;
  return Math.min(useBounds.upper, Math.max(useBounds.lower, pagesAMonth / medianPages));
}

/** What the cost of a device's conditions depends on. */
export interface RankContext {
  /** Use factor; null: unknown. */
  readonly use: number | null;
  readonly weight: number;
  /** Working hours of the next working day. */
  readonly hours: number;
  /** Days from today to the next working day, and to the arrival of a supply ordered today and then. */
  readonly nextDay: number;
  readonly arrival: readonly [today: number, next: number];
  /** Share of a working day in seven days: working days of the last week. */
  readonly workingDays: number;
  readonly isBeforeClose: boolean;
  /** Days since the judgement on which the facts rest. */
  readonly age: number;
}

/** The calendar's part of a context. `closeDay`: the day of the next meter close; null: none is known. */
export function toRankDays(time: WorkTime, now: Instant, leadDays: number, closeDay: number | null) {
  const today = time.dayOf(now);
  const next = time.nextWorkingDay(today);
  const workingDays = [1, 2, 3, 4, 5, 6, 7].filter((ago) => time.isWorkingDay(today + 1 - ago)).length;
  return {
    hours: time.hoursOf(next),
    nextDay: next - today,
    arrival: [time.addWorkingDays(today, leadDays) - today, time.addWorkingDays(next, leadDays) - today] as const,
    workingDays,
    isBeforeClose: closeDay !== null && closeDay >= today && closeDay <= time.addWorkingDays(today, closeDays),
  };
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

/** A condition as the ranking sees it. */
export interface Rankable {
  readonly kind: ConditionKind;
  readonly facts: ConditionFacts;
}

/** The cost of one condition in its parts. */
export interface RawCost {
  /** Points that are lost hours: H·u times a chance. */
  readonly lost: number;
  readonly points: number;
  readonly chance: number | null;
  /** Rests on a figure of a judgement. */
  readonly isJudged: boolean;
  /** Uses H·u. */
  readonly usesHours: boolean;
  /** The chance rests on no range of its own. */
  readonly isUnknown: boolean;
}

const flat = (points: number): RawCost => ({
  lost: 0,
  points,
  chance: null,
  isJudged: false,
  usesHours: false,
  isUnknown: false,
});
const lostHours = (lost: number, more: Partial<RawCost> = {}): RawCost => ({
  ...flat(0),
  lost,
  usesHours: true,
  ...more,
});

/** Cost of one more working day of one condition (WL-50), before the device's hours are held at one day. */
export function costOf({ kind, facts }: Rankable, context: RankContext): RawCost {
  const { hours, isBeforeClose } = context;
  const day = hours * (context.use ?? 1) * context.weight;
  switch (kind) {
    case 'down':
      return lostHours(day, { chance: 1 });
    case 'errorRepeat': {
      const calls = (facts.count ?? 0) / Math.max(1, context.workingDays);
      return lostHours(Math.min(day, calls * hoursOfCall * (context.use ?? 1) * context.weight));
    }
    case 'part': {
      const { chance, isUnknown } = chanceOfPart(facts, context);
      return lostHours(chance * day, { points: chance * partPoints, chance, isUnknown, isJudged: true });
    }
    case 'supply': {
      const { chance, isUnknown, isJudged } = chanceOfSupply(facts, context);
      return lostHours(chance * day, { chance, isUnknown, isJudged });
    }
    case 'storage':
      if (facts.count === 9) return lostHours(day / 2, { chance: 0.5, isJudged: true });
      return facts.count === 3
        ? lostHours(day / 4, { chance: 0.25, isJudged: true })
        : { ...flat(fixed.driveWarns), isJudged: true };
    case 'stopped':
      return flat(isBeforeClose ? fixed.beforeClose : fixed.stopped);
    case 'counterBreak':
      return flat(isBeforeClose ? fixed.beforeClose : fixed.counterBreak);
    case 'codeLimit':
      return flat(fixed.codeLimit);
    case 'codeChanged':
      return flat(fixed.codeChanged);
    case 'identity':
      return flat(others.identity);
    case 'firmware':
      return flat(others.firmware);
    case 'person':
      return facts.unusable === true ? lostHours(day, { chance: 1 }) : flat(others.person);
    case 'collector':
      return flat(Math.min(others.mostOfCollector, others.collector * (facts.count ?? 0)));
    case 'outbreak':
      break;
  }
  // Of an outbreak the sum of its members, which is the caller's.
  return flat(0);
}

interface Chance {
  readonly chance: number;
  readonly isUnknown: boolean;
  readonly isJudged: boolean;
}

/** The range of the facts as seen from today. */
function rangeOf({ days, range }: ConditionFacts, age: number) {
  if (days === undefined || range === undefined) return undefined;
  return { days: days - age, lower: range.lower - age, upper: range.upper - age };
}

function chanceOfPart(facts: ConditionFacts, { nextDay, age }: RankContext): Chance {
  const range = rangeOf(facts, age);
  if (range === undefined)
    return { chance: unknownChance[facts.urgency === 'now' ? 'now' : 'nextVisit'], isUnknown: true, isJudged: true };
  // Where the predicted day has come, each further day counts in full.
  const chance = range.days <= 0 ? mostADay : chanceBy(nextDay, range);
  return { chance: Math.min(mostADay, chance), isUnknown: false, isJudged: true };
}

/**
 * Chance of being empty before a delivery arrives, gained by ordering one working day later. Where the
 * predicted day comes before any delivery, each further day is one without the supply and counts in full
 * (0343).
 */
function chanceOfSupply(facts: ConditionFacts, { arrival, age }: RankContext): Chance {
  const { urgency } = facts;
  if (urgency === 'empty' || urgency === 'full') return { chance: 1, isUnknown: false, isJudged: false };
  const range = rangeOf(facts, age);
  if (range === undefined)
    return { chance: unknownChance[urgency === 'nearFull' ? 'nearFull' : 'low'], isUnknown: true, isJudged: false };
  const gained = range.days <= arrival[0] ? mostADay : chanceBy(arrival[1], range) - chanceBy(arrival[0], range);
  return { chance: Math.min(mostADay, gained), isUnknown: false, isJudged: true };
}

export interface RankedCost {
  readonly cost: ConditionCost;
  readonly judgedPoints: number;
}

/**
 * The costs of a device's conditions, in their order. The hours lost of one device are counted once: those
 * of the conditions that `counts` are summed, the greatest first, and held at one day (amendment to WL-47);
 * `heldBack` is what that took off. A condition that does not count costs what it would cost by itself.
 */
export function rankConditions(
  conditions: readonly (Rankable & { readonly counts: boolean })[],
  context: RankContext,
): { readonly costs: readonly RankedCost[]; readonly unknown: number } {
  const { use, weight, hours } = context;
  const raw = conditions.map((condition) => costOf(condition, context));
  let left = hours * (use ?? 1) * weight;
  const shown: number[] = [];
  const byHours = raw
    .map((cost, index) => ({ cost, index }))
    .sort((a, b) => b.cost.lost - a.cost.lost || a.index - b.index);
  for (const { cost, index } of byHours) {
    const isCounted = conditions[index]?.counts === true;
    const lost = isCounted ? Math.min(cost.lost, left) : cost.lost;
    if (isCounted) left -= lost;
    shown[index] = lost;
  }
  const costs = raw.map((one, index): RankedCost => {
    const lost = shown[index] ?? 0;
    const heldBack = one.lost - lost;
    const points = round(lost + one.points);
    return {
      cost: {
        points,
        hours: one.usesHours ? hours : null,
        use: one.usesHours && use !== null ? round(use * weight) : null,
        chance: one.chance === null ? null : round(one.chance),
        ...(heldBack > 0 ? { heldBack: round(heldBack) } : {}),
      },
      judgedPoints: one.isJudged ? points : 0,
    };
  });
  const counted = raw.filter((_, index) => conditions[index]?.counts === true);
  // Each chance without a range, and once the use where it enters and is not known.
  const unknown = counted.filter(({ isUnknown }) => isUnknown).length;
  return { costs, unknown: unknown + (use === null && counted.some(({ usesHours }) => usesHours) ? 1 : 0) };
}

/** Points and chances to a hundred-thousandth, so that a repeated evaluation compares equal. */
const round = (value: number): number => Math.round(value * 1e5) / 1e5;

/** Class of a cost in points a day (WL-52). */
export const classOf = (cost: number): Priority => classes.find(([, least]) => cost >= least)?.[0] ?? 'P4';
/** 0 for P1. */
export const rankOf = (priority: Priority): number => priorities.indexOf(priority);

export interface HeldClass {
  readonly priority: Priority;
  readonly roseAt: Instant;
}

/**
 * The class of a row, which never falls within four hours of having risen (WL-52); `until`: while it is
 * held.
 */
export function holdClass(
  before: HeldClass | null,
  cost: number,
  now: Instant,
): { readonly held: HeldClass; readonly until: Instant | null } {
  const priority = classOf(cost);
  if (before === null || rankOf(priority) < rankOf(before.priority))
    return { held: { priority, roseAt: now }, until: null };
  const until = before.roseAt + holdMs;
  if (rankOf(priority) === rankOf(before.priority)) return { held: before, until: null };
  if (now < until) return { held: before, until };
  return { held: { priority, roseAt: before.roseAt }, until: null };
}
