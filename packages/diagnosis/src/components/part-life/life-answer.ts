import type { Basis } from '@platen/contract/basis';
import type { InputsOf } from '@platen/contract/figures';
import type { predictDeveloper, predictDrum } from '@platen/contract/predictions';
import type * as z from 'zod/mini';
import { factorOf, significant, significantEstimate } from '../../figures/significant.ts';
import type { Day } from '../../history/day-reading.ts';
import { z90 } from '../../statistics/normal.ts';
import { toDate } from './dates.ts';
import { forecastDays, toEndDays } from './end-days.ts';
import { neededReadings, type PartStanding } from './judge-life.ts';
import type { UsageRate } from './usage-rate.ts';

type LifePrediction = NonNullable<z.infer<(typeof predictDrum)['answer']>>;
/** The part record of a prediction (FS-14 to FS-18). */
type LifePart = NonNullable<
  z.infer<(typeof predictDeveloper)['answer']>
>['predictionDevelopers'][number]['replacementPart'];
type Series = LifePrediction['actual'];

/** A part is worn out at 100 % of its expected life. */
export const wornOut = 100;
/** Days back from the last reading to the first actual one of a series. */
const shown = 90;
/** A bound that runs ahead of the forecast is not drawn beyond this, in percent. */
const highest = 200;

/** What a judgement of a part rests on. */
export function basisOf(standing: PartStanding, rule: string, today: Day): Basis {
  const { readings, from, to, state } = standing;
  const inputs = state === undefined ? toWear(standing) : toInputs(standing, state, today);
  return { rule, readings, neededReadings, from: toDate(from), to: toDate(to), inputs };
}

const toWear = ({ measure, life }: PartStanding): InputsOf<'partWear'> => ({
  kind: 'partWear',
  unit: measure,
  wear: life.readings.at(-1)?.wear ?? 0,
});

function toInputs({ measure, to }: PartStanding, state: State, today: Day): InputsOf<'expectedLife'> {
  const { wear, rate, total, left, failed } = state;
  const days = Math.max(total.median - wear, 0) / rate.perDay;
  const correction = factorOf(left.median, days);
  return {
    kind: 'expectedLife',
    unit: measure,
    wear: significant(wear),
    life: significantEstimate({ value: total.median, lower: total.lower, upper: total.upper }),
    perDay: significant(rate.perDay),
    useFactor: significant(factorOfUse(rate)),
    ...(correction === 1 ? {} : { correction }),
    shorter: factorOf(left.lower, left.median),
    longer: factorOf(left.upper, left.median),
    readOn: toDate(to),
    judgedOn: toDate(today),
    failedOn: failed === undefined ? null : toDate(failed),
  };
}

/** By how much the use of the coming weeks may differ from that of the last ones, as a factor (80 %). */
export const factorOfUse = ({ logSd }: UsageRate): number => Math.exp(z90 * logSd);

/** The part's record; without a judgement only what the device reports. A date beyond 12 months is none. */
export function toLifePart(
  standing: PartStanding,
  context: { readonly today: Day; readonly partsMessageId: string },
): LifePart {
  const { state, life } = standing;
  const dates = state && failureDates(standing.to, context.today, state);
  const rate = state === undefined ? null : percent(exhaustionOf(state));
  return {
    partsMessageId: context.partsMessageId,
    exhaustionRate: rate,
    predictionFailureDate: dates?.date ?? null,
    predictionFailureRange: dates?.range ?? null,
    lifeRate: rate === null ? null : percent((rate / wornOut) * 100),
    lastReplacementDate: life.since === null ? null : toDate(life.since),
  };
}

type State = NonNullable<PartStanding['state']>;
/** Percent of the expected life of this piece; a part that has failed is at 100. */
export const exhaustionOf = ({ wear, total, failed }: State): number =>
  failed === undefined ? (wear / total.median) * wornOut : wornOut;
const percent = (value: number): number => Math.round(value * 10) / 10;

/** Day and 80 % interval of the failure, never before today; after a failure that was seen, its day. */
function failureDates(to: Day, today: Day, { left, failed }: State) {
  if (failed !== undefined) return { date: toDate(failed), range: { lower: toDate(failed), upper: toDate(failed) } };
  const ends = toEndDays(to, today, left);
  if (!ends.isInSight) return undefined;
  const day = (days: number) => toDate(to + days);
  return { date: day(ends.median), range: { lower: day(ends.lower), upper: day(ends.upper) } };
}

/**
 * Exhaustion in percent over the last 90 days, and on to the threshold on the predicted day, or for 12 months
 * (OQ-81). From the day of a failure on the part is at 100, as in its record.
 */
export function toSeries({ state, life, to }: PartStanding, today: Day): { actual: Series; forecast: Series } {
  if (state === undefined) return { actual: [], forecast: [] };
  const { failed, total } = state;
  const actual = life.readings
    .filter(({ day }) => day > to - shown)
    .map(({ day, wear }) => ({
      date: toDate(day),
      value: failed !== undefined && day >= failed ? wornOut : percent((wear / total.median) * wornOut),
    }));
  const now = exhaustionOf(state);
  if (failed !== undefined || now >= wornOut) return { actual, forecast: [] };
  const ends = toEndDays(to, today, state.left);
  const at = (days: number, whole: number) => percent(Math.min(highest, now + (wornOut - now) * (days / whole)));
  const forecast = forecastDays(ends).map((days) => ({
    date: toDate(to + days),
    value: at(days, ends.median),
    lower: at(days, ends.upper),
    upper: at(days, ends.lower),
  }));
  return { actual, forecast };
}
