import type { Day } from '../history/day-reading.ts';

/** Days within which what became of advice counts (VE-08). */
const adviceDays = 90;

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
 * What became of the advice for a device (VE-08), by unit: the first that happened to the unit within 90
 * days; after them, that it was not looked at; before, it is open. Advice that was given again while the
 * former one was open is the same one.
 */
export function toAdviceOutcomes(
  advice: readonly GivenAdvice[],
  outcomes: readonly Outcome[],
  today: Day,
): readonly (GivenAdvice & { readonly outcome: AdviceOutcome })[] {
  const judged: (GivenAdvice & { readonly outcome: AdviceOutcome })[] = [];
  const until = new Map<string, Day>();
  for (const given of advice.toSorted((a, b) => a.day - b.day)) {
    if (given.day <= (until.get(given.unit) ?? Number.NEGATIVE_INFINITY)) continue;
    const first = outcomes
      .filter(({ unit, day }) => unit === given.unit && day >= given.day && day <= given.day + adviceDays)
      .toSorted((a, b) => a.day - b.day || (a.kind === 'replaced' ? -1 : 1))[0];
    until.set(given.unit, first?.day ?? given.day + adviceDays);
    const isOver = today > given.day + adviceDays;
    judged.push({ ...given, outcome: first?.kind ?? (isOver ? 'notLookedAt' : 'open') });
  }
  return judged;
}
