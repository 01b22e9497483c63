import { dayMs } from '@platen/contract/constants';
import type { FigureKind, InputsOf } from '@platen/contract/figures';
import { readNumber } from '../codes/code-tally.ts';
import { distanceLevel } from '../codes/outlier-level.ts';
import { toDate } from '../components/part-life/dates.ts';
import { toEndDays } from '../components/part-life/end-days.ts';
import { grades, heldState, releaseScore, releaseWear } from '../components/storage/drive-score.ts';
import type { Estimate } from '../judge/judgement.ts';

/** A day or month with its 80 % range. */
export interface DateRange {
  readonly date: string;
  readonly lower: string;
  readonly upper: string;
}

/** Percent of a life: now, and after 7, 14 and 28 days (empty: no forecast). */
export interface LifeFigures {
  readonly now: number;
  readonly after: readonly Estimate[];
}

/** The figures that follow from the inputs of each kind, unrounded percents as shown with one decimal. */
export interface Reproduced {
  readonly tonerDays: Estimate;
  readonly ratedLife: LifeFigures;
  /** `date`: null: not within 12 months. */
  readonly expectedLife: LifeFigures & { readonly failure: DateRange | null };
  readonly rollerLife: LifeFigures & { readonly failure: DateRange | null };
  /** With one decimal. */
  readonly partWear: number;
  readonly reportedLife: LifeFigures;
  readonly counterRise: number;
  readonly monthlyAverage: number;
  /** Null: none of the values is known. */
  readonly sum: number | null;
  readonly ratio: number;
  /** Null: the family is not known yet. */
  readonly sensorLimit: { readonly limit: number | null; readonly last: number | null };
  readonly driveState: number | null;
  readonly codeLevel: number | null;
  /** Percent within 7, 14 and 28 days, one decimal: of all causes together, and of each. */
  readonly stopRisk: {
    readonly within: Within;
    readonly causes: readonly CauseRisk[];
    readonly unknownParts: number;
  };
}
/** Percent within 7, 14 and 28 days. */
export type Within = readonly [number, number, number];
interface CauseRisk {
  readonly item: string;
  readonly within: Within;
  /** Percent within 14 days before it was corrected; left out where it was not. */
  readonly forecast?: number;
  /** Failures that the fleet has seen, and device-years under watch, where the chance rests on them. */
  readonly seen?: { readonly failures: number; readonly deviceYears: number };
}

type Formulas = { readonly [K in FigureKind]: (inputs: InputsOf<K>) => Reproduced[K] };

/** Days ahead of the forecasts of a life. */
export const daysAhead = [7, 14, 28] as const;
const daysOfMonth = 365.25 / 12;
const wornOut = 100;
/** Days that a date is looked for at most. */
const horizon = 365;

/** The formula of every kind of figure: a kind without one does not compile. */
export const formulas: Formulas = {
  tonerDays: ({ level, rounding, perDay, shorter, longer, age }) => {
    const days = perDay > 0 ? level / perDay : 0;
    const off = perDay > 0 ? rounding / perDay : 0;
    const fromToday = (whole: number) => Math.max(0, Math.ceil(whole - age - 1e-6));
    return {
      value: fromToday(days),
      lower: fromToday(days * shorter - off),
      upper: fromToday(days * longer + off),
    };
  },
  ratedLife: ({ reported, done, rated, forecast }) => {
    const now = reported ?? (done !== null && rated !== null && rated > 0 ? (done / rated) * 100 : 0);
    const more = (use: number) => oneDecimal(now + (forecast?.percentEach ?? 0) * use);
    return {
      now: oneDecimal(now),
      after: (forecast?.uses ?? []).map(({ value, lower, upper }) => ({
        value: more(value),
        lower: more(lower),
        upper: more(upper),
      })),
    };
  },
  expectedLife: (inputs) => {
    const { wear, life, perDay, useFactor, readOn, judgedOn, failedOn } = inputs;
    const now = failedOn === null ? (wear / life.value) * wornOut : wornOut;
    const age = toDay(judgedOn) - toDay(readOn);
    const after = (days: number): Estimate => {
      const more = (perDay * (days + age) * wornOut) / life.value;
      return {
        value: oneDecimal(now + more),
        lower: oneDecimal(now + more / useFactor),
        upper: oneDecimal(now + more * useFactor),
      };
    };
    return { now: oneDecimal(now), after: failedOn === null ? daysAhead.map(after) : [], failure: toFailure(inputs) };
  },
  rollerLife: ({ sheets, life, share, uses, left, perDay, judgedOn }) => {
    const at = (pages: number) => oneDecimal((wornOut * (sheets + (share ?? 0) * pages)) / life);
    const day = (amount: number, use: number) =>
      toDate(toDay(judgedOn) + Math.min(10 * horizon, Math.round(amount / (share ?? 0) / use)));
    return {
      now: at(0),
      after: (uses ?? []).map(({ value, lower, upper }) => ({ value: at(value), lower: at(lower), upper: at(upper) })),
      failure:
        left === undefined || perDay === undefined || share === null
          ? null
          : {
              date: day(left.value, perDay.value),
              lower: day(left.lower, perDay.lower),
              upper: perDay.upper === null ? toDate(toDay(judgedOn) + horizon) : day(left.upper, perDay.upper),
            },
    };
  },
  partWear: ({ wear }) => oneDecimal(wear),
  reportedLife: ({ reported }) => ({ now: reported, after: [] }),
  counterRise: ({ first, last, omitted }) => last - first - omitted,
  monthlyAverage: ({ first, last, omitted, days }) => Math.round(((last - first - omitted) / days) * daysOfMonth),
  sum: ({ values }) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
  },
  ratio: ({ part, whole }) => oneDecimal((part / whole) * 100),
  sensorLimit: ({ usual, deviation, times, last }) => ({
    limit: usual === null || deviation === null ? null : Math.max(0, Math.round(usual - times * deviation)),
    last,
  }),
  driveState: ({ score, wear, before, isSelfTesting, isHeld = false }) => {
    const least = isHeld ? heldState : 0;
    if (score === null && wear === null) return isHeld ? Math.max(before ?? 0, least) : before;
    const reached = (grade: (typeof grades)[number], easier: boolean) =>
      (score !== null && score > grade.score - (easier ? releaseScore : 0)) ||
      (wear ?? 0) >= grade.wear * (easier ? releaseWear : 1);
    const now = grades.findLast((grade) => reached(grade, false))?.state ?? 0;
    const held = grades.findLast((grade) => grade.state <= (before ?? 0) && reached(grade, true))?.state ?? 0;
    const state = Math.max(now, held, least);
    return isSelfTesting && state === 0 ? 1 : state;
  },
  codeLevel: ({ value, scale, rarity }) => {
    const number = readNumber(value);
    return scale === undefined || number === undefined
      ? rarity
      : distanceLevel(number, { ...scale, log: scale.log ?? null });
  },
  stopRisk: ({ causes, unknownParts }) => {
    const percent = (chance: number) => oneDecimal(100 * chance);
    const toWithin = (of: (at: 0 | 1 | 2) => number): Within => [percent(of(0)), percent(of(1)), percent(of(2))];
    return {
      within: toWithin((at) => 1 - causes.reduce((none, { chances }) => none * (1 - chances[at]), 1)),
      causes: causes.map(({ item, chances, forecast, seen }) => ({
        item,
        within: toWithin((at) => chances[at]),
        ...(forecast === undefined ? {} : { forecast: percent(forecast) }),
        ...(seen && { seen }),
      })),
      unknownParts,
    };
  },
};
/** The figures of a kind again from their inputs; pure. */
export const reproduce = <K extends FigureKind>(kind: K, inputs: InputsOf<K>): Reproduced[K] => formulas[kind](inputs);

function toFailure(inputs: InputsOf<'expectedLife'>): DateRange | null {
  const { wear, life, perDay, correction = 1, shorter, longer, readOn, judgedOn, failedOn } = inputs;
  if (failedOn !== null) return { date: failedOn, lower: failedOn, upper: failedOn };
  const [to, today] = [toDay(readOn), toDay(judgedOn)];
  const median = perDay > 0 ? (correction * Math.max(life.value - wear, 0)) / perDay : Number.POSITIVE_INFINITY;
  const ends = toEndDays(to, today, { median, lower: median * shorter, upper: median * longer });
  if (!ends.isInSight) return null;
  return { date: toDate(to + ends.median), lower: toDate(to + ends.lower), upper: toDate(to + ends.upper) };
}

const toDay = (date: string): number => Date.parse(date) / dayMs;
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
