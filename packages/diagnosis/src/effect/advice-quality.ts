import type { Day } from '../history/day-reading.ts';

/** Days within which what became of advice counts (VE-08). */
export const adviceDays = 90;

/** Advice of grade 'now' or 'next visit' that was given for a part of a device. */
export interface GivenAdvice {
  readonly unit: string;
  readonly day: Day;
}
/** What records and the device itself say of the same unit. */
export interface Outcome {
  readonly unit: string;
  readonly day: Day;
  readonly kind: 'replaced' | 'foundGood';
}
export type AdviceOutcome = 'replaced' | 'foundGood' | 'notLookedAt' | 'open';

/**
 * What became of advice (VE-08): the first that happened to the unit within 90 days; after them, that it was
 * not looked at; before, it is open and counts for nothing.
 */
export function outcomeOf(advice: GivenAdvice, outcomes: readonly Outcome[], today: Day): AdviceOutcome {
  const first = outcomes
    .filter(({ unit, day }) => unit === advice.unit && day >= advice.day && day <= advice.day + adviceDays)
    .toSorted((a, b) => a.day - b.day || (a.kind === 'replaced' ? -1 : 1))[0];
  if (first !== undefined) return first.kind;
  return today > advice.day + adviceDays ? 'notLookedAt' : 'open';
}
