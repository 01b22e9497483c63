import { feedSources } from '@platen/diagnosis/components/feed-roller/feed-readings';
import { countTarget } from '@platen/diagnosis/effect/count-target';
import { effectOf, usualRate } from '@platen/diagnosis/effect/effect-of';
import type { Target } from '@platen/diagnosis/effect/target';
import type { Day } from '@platen/diagnosis/history/day-reading';
import { findReplacements } from '@platen/diagnosis/history/replacements';
import { toStoredItems } from '@platen/diagnosis/visit-record/part-items';
import type { SimulatedPast } from './fleet-histories.ts';
import { type FleetPlan, firstJudged, simulateFleet } from './fleet-models.ts';

/** How often visits were called better, worse, or neither. */
interface Verdicts {
  visits: number;
  known: number;
  better: number;
  worse: number;
}
export interface EffectScore {
  /** Visits to the sources that jam most, on which nothing was replaced. */
  readonly useless: Verdicts;
  /** Days on which rollers that had failed were replaced. */
  readonly real: Verdicts;
}

/** Days between rounds of visits, the share of the sources that are visited, and days of the usual rate. */
const round = { days: 45, share: 0.1, usual: 90 };
const before = 30;
/** Days after a visit that must be simulated. */
const after = 31;

interface Candidate {
  readonly past: SimulatedPast;
  readonly target: Target & { readonly measure: 'jams' };
  readonly rate: number;
}

/**
 * Simulated service people work down the list of what jams most, and clean rollers without replacing any: of
 * such visits with a verdict at most one in ten may be called better (VE-04). Next to it the visits on which
 * rollers that had failed were replaced, by the truth.
 */
export function scoreEffects(plan: FleetPlan, progress: (share: number) => void): EffectScore {
  const fleet = simulateFleet(plan, (share) => progress(0.9 * share));
  const useless: Verdicts = { visits: 0, known: 0, better: 0, worse: 0 };
  const real: Verdicts = { visits: 0, known: 0, better: 0, worse: 0 };
  for (let day = firstJudged(plan); day <= plan.end - after; day += round.days) {
    const candidates = fleet.flatMap((past) => toCandidates(past, day)).toSorted((one, other) => other.rate - one.rate);
    for (const candidate of candidates.slice(0, Math.ceil(round.share * candidates.length)))
      judge(useless, fleet, candidate, day, plan.end);
  }
  for (const past of fleet)
    for (const event of past.truth)
      if (event.kind === 'roller' && event.replaced !== null && event.replaced <= plan.end - after)
        for (const candidate of toCandidates(past, event.replaced))
          if (candidate.target.source === event.source) judge(real, fleet, candidate, event.replaced, plan.end);
  return { useless, real };
}

function toCandidates(past: SimulatedPast, day: Day): Candidate[] {
  return feedSources.flatMap((source): Candidate[] => {
    const target = { measure: 'jams', source } as const;
    const side = countTarget(past.history, target, { from: day - before, to: day - 1 });
    return side === undefined || side.exposure === 0 ? [] : [{ past, target, rate: side.count / side.exposure }];
  });
}

function judge(
  verdicts: Verdicts,
  fleet: readonly SimulatedPast[],
  { past, target }: Candidate,
  day: Day,
  today: Day,
): void {
  const alike = fleet.filter(({ history }) => history !== past.history && history.model === past.history.model);
  const usual = usualRate(
    alike.flatMap(({ history }) => countTarget(history, target, { from: day - round.usual, to: day - 1 }) ?? []),
  );
  const items = toStoredItems(`feedRoller.${target.source}`);
  const replaced = findReplacements(past.history).flatMap((one) => (items.includes(one.item) ? one.day : []));
  const effect = effectOf(past.history, target, { visit: day, today, replaced, visits: [day] }, usual);
  if (effect === undefined) return;
  verdicts.visits++;
  const { judged } = effect;
  if (judged.state !== 'known') return;
  verdicts.known++;
  if (judged.verdict === 'better') verdicts.better++;
  if (judged.verdict === 'worse') verdicts.worse++;
}

const percent = (part: number, of: number): string => (of === 0 ? 'none' : `${((100 * part) / of).toFixed(1)} %`);

/**
 * Prints how often visits were called better; true where useless ones were at most one time in ten of those
 * with a verdict.
 */
export function printEffects(scores: readonly EffectScore[]): boolean {
  const sum = (which: keyof EffectScore, name: keyof Verdicts) =>
    scores.reduce((total, score) => total + score[which][name], 0);
  for (const which of ['useless', 'real'] as const) {
    const [visits, known] = [sum(which, 'visits'), sum(which, 'known')];
    console.log(
      `  ${which === 'useless' ? 'visits that changed nothing' : 'rollers that had failed were replaced'}: ${visits}, ${known} with a verdict; ` +
        `of these called better ${percent(sum(which, 'better'), known)}, worse ${percent(sum(which, 'worse'), known)}`,
    );
  }
  return sum('useless', 'better') <= 0.1 * sum('useless', 'known');
}
