import { hourMs } from '@platen/contract/constants';
import type { ConditionCost, ConditionFacts } from '@platen/contract/worklist-item';
import { type ConditionKind, type Priority, priorities } from '@platen/contract/worklist-names';
import type { WorkTime } from './calendar.ts';
import { type Chance, type ChanceContext, chanceOfPart, chanceOfSupply } from './chances.ts';
import type { Instant, LocalDay } from './model.ts';

// What one more working day of waiting costs, in points (WL-47, WL-48, WL-50): one point is one hour in which
// a device of average use cannot be used. One device at a time; no place, travel or price enters (WL-54).

/** Points that the failure of a part costs besides the lost hours. */
const partPoints = 4;
/** Most points of all parts of a device that are over their rated life and show nothing, below P2 (0374). */
const mostOfRated = 1;
const hoursOfCall = 0.25;
/** Points of a silent collector for each of its devices, and at most. */
const collectorPoints = { device: 0.5, most: 20 };
/** Chance that a drive fails within the day, by its state; the points of one that only warns. */
const chanceOfDrive: Readonly<Record<number, number>> = { 9: 0.5, 3: 0.25 };
const warningDrivePoints = 0.5;
/** Points of a call about a device that can be used. */
const callPoints = 1;
/** Kinds that cost the same on every device. */
type FixedKind = Exclude<
  ConditionKind,
  'down' | 'errorRepeat' | 'part' | 'supply' | 'storage' | 'collector' | 'rule' | 'person'
>;
/** Their points (WL-50), and those while a meter close is near where they differ. */
const fixedPoints: Readonly<Record<FixedKind, readonly [usual: number, beforeClose?: number]>> = {
  stopped: [0.5, 2],
  counterBreak: [0.2, 2],
  codeLimit: [1],
  codeChanged: [0.3],
  identity: [0.3],
  firmware: [0.05],
  // The sum of its members, which is the caller's.
  outbreak: [0],
};
/** Working days before a meter close in which what hinders it costs more (LG-30). */
const closeDays = 5;
/** Points from which a row is of a class, the most pressing first; below the last it is P4 (WL-52). */
const classes: readonly (readonly [Priority, number])[] = [
  ['P1', 6],
  ['P2', 1.5],
  ['P3', 0.3],
];
/** Points of a condition of a rule that names no priority; a named one costs what its class begins with. */
const rulePoints = 1;
const leastOfP4 = 0.05;
const leastOfClass = (priority: Priority): number => classes.find(([name]) => name === priority)?.[1] ?? leastOfP4;
const holdMs = 4 * hourMs;

/** What the cost of a device's conditions depends on. */
export interface RankContext extends ChanceContext {
  /** Use factor; null: unknown. */
  readonly use: number | null;
  readonly weight: number;
  /** Working hours of the next working day. */
  readonly hours: number;
  /** Share of a working day in seven days: working days of the last week. */
  readonly workingDays: number;
  readonly isBeforeClose: boolean;
}

/** The calendar's part of a context. `closeDay`: the day of the next meter close; null: none is known. */
export function toRankDays(time: WorkTime, now: Instant, leadDays: number, closeDay: number | null) {
  const today = time.dayOf(now);
  const next = time.nextWorkingDay(today);
  const workingDays = countWorkingDays(time, today + 1 - daysOfWeek, daysOfWeek);
  return {
    hours: time.hoursOf(next),
    nextDay: next - today,
    arrival: [time.addWorkingDays(today, leadDays) - today, time.addWorkingDays(next, leadDays) - today] as const,
    workingDays,
    workingWeek: countWorkingDays(time, today + 1, weeksAhead * daysOfWeek) / weeksAhead || 1,
    isBeforeClose: closeDay !== null && closeDay >= today && closeDay <= time.addWorkingDays(today, closeDays),
  };
}

const daysOfWeek = 7;
/** Weeks over which the working days to come are averaged, so that one holiday does not move the classes. */
const weeksAhead = 4;

const countWorkingDays = (time: WorkTime, from: LocalDay, days: number): number =>
  Array.from({ length: days }, (_, at) => from + at).filter((day) => time.isWorkingDay(day)).length;

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
  readonly chance: Chance | null;
  /** Rests on a figure of a judgement. */
  readonly isJudged: boolean;
  /** Uses H·u. */
  readonly usesHours: boolean;
  /** Of a part that is over its rated life and shows nothing. */
  readonly isRatedOnly: boolean;
}

const flat = (points: number): RawCost => ({
  lost: 0,
  points,
  chance: null,
  isJudged: false,
  usesHours: false,
  isRatedOnly: false,
});
const lostHours = (lost: number, more: Partial<RawCost> = {}): RawCost => ({
  ...flat(0),
  lost,
  usesHours: true,
  ...more,
});

const isFixed = (kind: ConditionKind): kind is FixedKind => Object.hasOwn(fixedPoints, kind);

/** Cost of one more working day of one condition (WL-50), before the device's hours are held at one day. */
export function costOf({ kind, facts }: Rankable, context: RankContext): RawCost {
  const day = context.hours * (context.use ?? 1) * context.weight;
  if (isFixed(kind)) {
    const [usual, beforeClose = usual] = fixedPoints[kind];
    return flat(context.isBeforeClose ? beforeClose : usual);
  }
  switch (kind) {
    case 'down':
      return lostHours(day, { chance: { chance: 1 } });
    case 'errorRepeat': {
      const calls = (facts.count ?? 0) / Math.max(1, context.workingDays);
      return lostHours(Math.min(day, calls * hoursOfCall * (context.use ?? 1) * context.weight));
    }
    case 'part': {
      const found = chanceOfPart(facts, context);
      return lostHours(found.chance * day, {
        points: found.chance * partPoints,
        chance: found,
        isJudged: true,
        isRatedOnly: facts.ratedOnly === true,
      });
    }
    case 'supply': {
      const found = chanceOfSupply(facts, context);
      return lostHours(found.chance * day, { chance: found, isJudged: found.from === 'range' });
    }
    case 'storage': {
      const chance = chanceOfDrive[facts.count ?? 0];
      if (chance === undefined) return { ...flat(warningDrivePoints), isJudged: true };
      return lostHours(chance * day, { chance: { chance }, isJudged: true });
    }
    case 'person':
      return facts.unusable === true ? lostHours(day, { chance: { chance: 1 } }) : flat(callPoints);
    case 'rule': {
      const { priority = 'computed', isJudged = false } = facts.rule ?? {};
      return { ...flat(priority === 'computed' ? rulePoints : leastOfClass(priority)), isJudged };
    }
    case 'collector':
      break;
  }
  // Of a collector by its devices.
  return flat(Math.min(collectorPoints.most, collectorPoints.device * (facts.count ?? 0)));
}

export interface RankedCost {
  readonly cost: ConditionCost;
  readonly judgedPoints: number;
}

/**
 * The costs of a device's conditions, in their order. The hours lost of one device are counted once: those
 * of the conditions that `counts` are summed, the greatest first, and held at one day (amendment to WL-47);
 * parts that are over their rated life and show nothing are held together at less than P2. `heldBack` is what
 * that took off. A condition that does not count costs what it would cost by itself.
 */
export function rankConditions(
  conditions: readonly (Rankable & { readonly counts: boolean })[],
  context: RankContext,
): { readonly costs: readonly RankedCost[]; readonly unknown: number } {
  const { use, weight, hours } = context;
  const raw = conditions.map((condition) => costOf(condition, context));
  const left = { hours: hours * (use ?? 1) * weight, rated: mostOfRated };
  const counted: number[] = [];
  const byHours = raw
    .map((cost, index) => ({ cost, index }))
    .sort((a, b) => b.cost.lost - a.cost.lost || a.index - b.index);
  for (const { cost, index } of byHours) {
    if (conditions[index]?.counts !== true) continue;
    const whole = Math.min(cost.lost, left.hours) + cost.points;
    const held = cost.isRatedOnly ? Math.min(whole, left.rated) : whole;
    left.hours -= Math.min(cost.lost, left.hours);
    if (cost.isRatedOnly) left.rated -= held;
    counted[index] = held;
  }
  const costs = raw.map((one, index): RankedCost => {
    const whole = one.lost + one.points;
    const points = counted[index] ?? whole;
    const { chance, from } = one.chance ?? { chance: null };
    return {
      cost: {
        points: round(points),
        hours: one.usesHours ? hours : null,
        use: one.usesHours && use !== null ? round(use * weight) : null,
        chance: chance === null ? null : round(chance),
        ...(from === undefined ? {} : { chanceFrom: from }),
        ...(whole > points ? { heldBack: round(whole - points) } : {}),
      },
      judgedPoints: one.isJudged ? round(points) : 0,
    };
  });
  const own = raw.filter((_, index) => conditions[index]?.counts === true);
  // Each chance without a risk or range, and once the use where it enters and is not known.
  const unknown = own.filter(({ chance }) => chance?.from === 'urgency').length;
  return { costs, unknown: unknown + (use === null && own.some(({ usesHours }) => usesHours) ? 1 : 0) };
}

/** Points and chances to a hundred-thousandth, so that a repeated evaluation compares equal. */
const round = (value: number): number => Math.round(value * 1e5) / 1e5;

/** Class of a cost in points a day (WL-52). */
export const classOf = (cost: number): Priority => classes.find(([, least]) => cost >= least)?.[0] ?? 'P4';
/** Index of a class in the order of classes: 0 for P1. */
export const classIndexOf = (priority: Priority): number => priorities.indexOf(priority);

export interface HeldClass {
  readonly priority: Priority;
  readonly roseAt: Instant;
  /** Rests on unknown days, or on a judgement before the first learning (0371, 0393): nothing holds it. */
  readonly isProvisional?: true;
}

/**
 * The class of a row, which never falls within four hours of having risen (WL-52); `until`: while it is
 * held. `firmCost`: the part of the cost that rests on nothing provisional.
 */
export function holdClass(
  before: HeldClass | null,
  cost: number,
  now: Instant,
  firmCost: number = cost,
): { readonly held: HeldClass; readonly until: Instant | null } {
  const priority = classOf(cost);
  const toHeld = (roseAt: Instant): HeldClass => ({
    priority,
    roseAt,
    ...(classIndexOf(classOf(firmCost)) > classIndexOf(priority) && { isProvisional: true }),
  });
  if (before === null || classIndexOf(priority) < classIndexOf(before.priority))
    return { held: toHeld(now), until: null };
  const until = before.roseAt + holdMs;
  const hasFallen = classIndexOf(priority) > classIndexOf(before.priority);
  if (hasFallen && before.isProvisional !== true && now < until) return { held: before, until };
  return { held: toHeld(before.roseAt), until: null };
}
