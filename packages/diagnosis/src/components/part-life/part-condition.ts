import { daysAhead } from '../../figures/reproduce.ts';
import type { Day } from '../../history/day-reading.ts';
import type { Basis, Estimate } from '../../judge/judgement.ts';
import { failureChance } from './failure-chance.ts';
import type { PartStanding } from './judge-life.ts';
import { basisOf, exhaustionOf, factorOfUse, wornOut } from './life-answer.ts';
import type { LifeModel } from './life-model.ts';
import type { Urgency } from './urgency.ts';

/** The judged condition of one part. */
export interface PartCondition {
  readonly partsCode: string;
  readonly urgency: Urgency;
  /** Percent of the expected life of this piece, one decimal; null where only its behaviour is judged. */
  readonly exhaustion: number | null;
  /** The same after 7, 14 and 28 days from today, with 80 % ranges; null where it is not forecast. */
  readonly after: readonly [Estimate, Estimate, Estimate] | null;
  /** How likely it fails within 7, 14 and 28 days from today, 0 to 1; left out where that is not judged. */
  readonly risk?: readonly [number, number, number];
  /** It was found to have failed, and only its sensor shows that; left out: not so. */
  readonly isSensedAlone?: boolean | undefined;
  /** What the exhaustion and its forecasts rest on. */
  readonly basis?: Basis | undefined;
  /**
   * Path of the prediction that has the same basis, `predictions.fuser`; left out where no prediction shows
   * this part.
   */
  readonly shownAs?: string | undefined;
  /** The model that it was judged by. */
  readonly judgedBy?: LifeModel | undefined;
}

/**
 * Condition of a part in force by its standing; none where too little is known to judge it. The forecast
 * carries the exhaustion on at the rate of use, so it meets the threshold on the predicted day.
 */
export function toCondition(
  {
    partsCode,
    rule,
    shownAs,
  }: { readonly partsCode: string; readonly rule: string; readonly shownAs?: string | undefined },
  standing: PartStanding,
  today: Day,
  urgency: Urgency = standing.state?.urgency ?? 'none',
): readonly PartCondition[] {
  const { state, to } = standing;
  if (state === undefined) return [];
  const { perDay } = state.rate;
  const now = exhaustionOf(state);
  const wide = factorOfUse(state.rate);
  const after = (days: number): Estimate => {
    const more = (perDay * (days + today - to) * wornOut) / state.total.median;
    return { value: percent(now + more), lower: percent(now + more / wide), upper: percent(now + more * wide) };
  };
  const [week, fortnight, month] = daysAhead;
  const chance = (days: number) => failureChance(standing, today, days) ?? 0;
  return [
    {
      partsCode,
      urgency,
      exhaustion: percent(now),
      after: state.failed === undefined ? [after(week), after(fortnight), after(month)] : null,
      risk: [chance(week), chance(fortnight), chance(month)],
      ...(state.isSensedAlone && { isSensedAlone: true }),
      basis: basisOf(standing, rule, today),
      shownAs,
      judgedBy: state.judgedBy,
    },
  ];
}

const percent = (value: number): number => Math.round(value * 10) / 10;
