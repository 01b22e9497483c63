import { adviceId } from '@platen/contract/advice-ids';
import type { InputsOf } from '@platen/contract/figures';
import type { predictFeedRoller } from '@platen/contract/predictions';
import type * as z from 'zod/mini';
import { daysAhead } from '../figures/reproduce.ts';
import { significant, significantEstimate } from '../figures/significant.ts';
import { type Day, type DeviceHistory, type Papers, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import type { Basis } from '../judge/judgement.ts';
import { type Drift, readingsNeeded } from '../statistics/rate-drift.ts';
import { failingShare, remainingLife, type Weibull } from '../statistics/weibull.ts';
import type { UsageForecast } from '../usage/forecast-usage.ts';
import {
  beliefOf,
  type FeedModel,
  type FeedRates,
  type FeedSummary,
  fitFeed,
  kindOf,
  summariseFeed,
  trackFeed,
} from './feed-roller/feed-model.ts';
import { type FeedPast, type FeedSource, toFeedPasts } from './feed-roller/feed-readings.ts';
import { horizonDays, toDate } from './part-life/dates.ts';
import { wornOut } from './part-life/life-answer.ts';
import type { PartCondition } from './part-life/part-condition.ts';
import { usualFactors, widenRange } from './part-life/range-factors.ts';

type FeedRollers = NonNullable<z.infer<(typeof predictFeedRoller)['answer']>>;
type FeedRoller = FeedRollers['predictionFeedRollers'][number];

export interface FeedRollerSummary {
  readonly sources: readonly FeedSummary[];
}

export type FeedRollerModel = FeedModel;

/** Rate over what is usual from which the advice is to act now. */
const factorNow = 4;
/** Days of the past that say how the device's pages come from its sources. */
const recent = 90;

/**
 * What the device's feeders add to the model of the family; undefined where it counts no sheets by source.
 */
export function summariseFeedRollers(history: DeviceHistory): FeedRollerSummary | undefined {
  const sources = toFeedPasts(history).flatMap((past) => summariseFeed(past) ?? []);
  return sources.length === 0 ? undefined : { sources };
}

/** Model of the feeders of a family, drawn towards `common`. */
export function fitFeedRollers(summaries: readonly FeedRollerSummary[], common?: FeedRollerModel): FeedRollerModel {
  return fitFeed(
    summaries.flatMap(({ sources }) => sources),
    common,
  );
}

/**
 * Condition of the rollers of one paper source: how they feed, and how worn the roller is whose sheets are
 * counted.
 */
export interface SourceCondition extends Omit<PartCondition, 'partsCode'> {
  readonly source: FeedSource;
  /** Retries are counted besides jams, which show a worn roller much sooner. */
  readonly countsRetries: boolean;
  /** Part code of the roller that `exhaustion` is of. */
  readonly agedPart: string | null;
}

interface FeedRollersJudged {
  readonly answer: FeedRollers | null;
  /** Of every source whose feeding is judged. */
  readonly sources: readonly SourceCondition[];
}

interface Context {
  readonly today: Day;
  readonly model: FeedRollerModel | undefined;
  /** Forecast of all pages of the device. */
  readonly usage: UsageForecast | undefined;
  /** Kinds of paper by source, as far as the device says. */
  readonly papers?: Papers | undefined;
  /** Rates of the family with which the signs of sources began that were open after the last judgement. */
  readonly opened?: Readonly<Partial<Record<string, FeedRates>>> | undefined;
}

/**
 * Failure signs of the feed rollers by paper source (FS-04, FS-24): a lasting rise of jams and retries a
 * sheet, weighed with the sheets as exposure (0303); the advice is to act at the next visit, from four
 * times the usual rate on now. Withheld (message null, `readings` below `neededReadings`) with fewer than 14
 * readings, or 30 before the family is known. Exhaustion in percent of the family's median life in sheets,
 * before a family is known as the device says; the date at which the family's lives let the roller of this
 * age fail, null beyond 12 months and once it fails. The answer is null where the device counts no sheets by
 * source.
 */
export function judgeFeedRollers(history: DeviceHistory, context: Context): FeedRollersJudged {
  const pasts = toFeedPasts(history);
  if (pasts.length === 0) return { answer: null, sources: [] };
  const pages = sumSince(toIncrements(seriesOf(history, 'pages.total'), pageLimits), context.today - recent);
  const judged = pasts.map((past) => judgeSource(past, { papers: history.papers, ...context }, pages));
  return {
    answer: { predictionFeedRollers: judged.map(({ roller }) => roller) },
    sources: judged.flatMap(({ condition }) => condition ?? []),
  };
}

function judgeSource(past: FeedPast, context: Context, pages: number) {
  const { source } = past;
  const kind = kindOf(past);
  const drift = toDrift(past, context);
  const severity = toSeverity(drift);
  const ageing = toAgeing(past, context, pages);
  const life = toLifeFigures(past, context, ageing, severity !== undefined);
  const inputs = toInputs(past, context, ageing, life.left);
  const basis: Basis = {
    rule: 'feedRollerRate',
    readings: drift?.readings ?? 0,
    neededReadings: readingsNeeded(beliefOf(kind, context.model)),
    from: drift === undefined ? null : toDate(drift.from),
    to: drift === undefined ? null : toDate(drift.to),
    ...(inputs && { inputs }),
  };
  const feedParts = { component: 'feedParts', unit: source, variant: context.papers?.[source] } as const;
  const roller: FeedRoller = {
    paperSource: source,
    messageId: severity === undefined ? null : adviceId({ ...feedParts, severity }),
    replacementPart: {
      partsMessageId: adviceId({ ...feedParts, severity: 'name' }),
      ...life.figures,
      lastReplacementDate: past.replaced.length === 0 ? null : toDate(past.replaced.at(-1) ?? 0),
    },
    basis,
  };
  const condition: SourceCondition | undefined =
    drift?.state === undefined
      ? undefined
      : {
          source,
          countsRetries: past.countsRetries,
          agedPart: past.agedPart,
          urgency: severity ?? 'none',
          ...toLifeForecast(ageing, context),
          basis,
          shownAs: `predictions.feedRoller.${source}`,
        };
  return { roller, condition };
}

/** By the rates of today; where these would close a sign that is open, by those that it began with (0294). */
function toDrift(past: FeedPast, { model, opened }: Context): Drift | undefined {
  const drift = trackFeed(past, model);
  const rates = opened?.[past.source];
  if (rates === undefined || toSeverity(drift) !== undefined) return drift;
  const before = trackFeed(past, { lives: {}, rates: { [kindOf(past)]: rates } });
  return toSeverity(before) === undefined ? drift : before;
}

function toSeverity(drift: Drift | undefined): 'nextVisit' | 'now' | undefined {
  if (drift?.state === undefined || drift.state.alarmedSince === null) return undefined;
  return drift.state.factor >= factorNow ? 'now' : 'nextVisit';
}

type LifeFigures = Pick<
  FeedRoller['replacementPart'],
  'exhaustionRate' | 'lifeRate' | 'predictionFailureDate' | 'predictionFailureRange'
>;

/** Ten years are as good as never, and can still be given as a date. */
const farthest = 10 * horizonDays;

/**
 * How far the rollers are through the life of the family, and how the device's pages come from this source.
 */
interface Ageing {
  readonly law: Weibull;
  readonly age: number;
  /**
   * Sheets of the source a page of the device, over the last 90 days; undefined where no pages were counted.
   */
  readonly share: number | undefined;
}

function toAgeing(past: FeedPast, { today, model }: Context, pages: number): Ageing | undefined {
  const law = model?.lives[past.source === 'ADF' ? 'ADF' : 'paper'];
  const age = toAge(past);
  if (law === undefined || age === null) return undefined;
  return { law, age, share: pages > 0 ? sumSince(past.sheets, today - recent) / pages : undefined };
}

const exhaustionAt = ({ law }: Ageing, sheets: number): number =>
  oneDecimal((wornOut * sheets) / remainingLife(law, 0, 0.5));

/**
 * Exhaustion now and after 7, 14 and 28 days, and the chance of failing by then, where the family's lives
 * are known.
 */
function toLifeForecast(
  ageing: Ageing | undefined,
  { usage }: Context,
): Pick<PartCondition, 'exhaustion' | 'after' | 'risk'> {
  if (ageing === undefined) return { exhaustion: null, after: null };
  const exhaustion = exhaustionAt(ageing, ageing.age);
  const { share } = ageing;
  if (usage === undefined || share === undefined) return { exhaustion, after: null };
  const after = (days: number) => {
    const { value, lower, upper } = usage.cumulative(days);
    const at = (pages: number) => exhaustionAt(ageing, ageing.age + share * pages);
    return { value: at(value), lower: at(lower), upper: at(upper) };
  };
  const [week, fortnight, month] = daysAhead;
  const chance = (days: number) =>
    failingShare(ageing.law, ageing.age, ageing.age + share * usage.cumulative(days).value);
  return {
    exhaustion,
    after: [after(week), after(fortnight), after(month)],
    risk: [chance(week), chance(fortnight), chance(month)],
  };
}

function toLifeFigures(
  past: FeedPast,
  { today, usage }: Context,
  ageing: Ageing | undefined,
  fails: boolean,
): { readonly figures: LifeFigures; readonly left?: Left } {
  const exhaustionRate = ageing === undefined ? past.consumed : exhaustionAt(ageing, ageing.age);
  const lifeRate = exhaustionRate === null ? null : oneDecimal((exhaustionRate / wornOut) * 100);
  const figures = { exhaustionRate, lifeRate, predictionFailureDate: null };
  const share = ageing?.share;
  if (ageing === undefined || usage === undefined || fails || share === undefined) return { figures };
  if (!(share > 0)) return { figures };
  const year = usage.cumulative(horizonDays).value;
  // Beyond a year the device is used as in that year.
  const within = (days: number) =>
    share * (days > horizonDays ? (year * days) / horizonDays : usage.cumulative(days).value);
  const dayOf = (quantile: number) => {
    const pages = remainingLife(ageing.law, ageing.age, quantile) / share;
    return usage.daysUntil(pages)?.value ?? (year > 0 ? (horizonDays * pages) / year : Infinity);
  };
  const median = dayOf(0.5);
  if (!(median <= horizonDays)) return { figures };
  const range = widenRange({ median, lower: dayOf(0.1), upper: dayOf(0.9) }, usualFactors.feedRoller);
  const { lower } = range;
  const upper = Math.min(range.upper, farthest);
  const dateOf = (days: number) => toDate(today + Math.round(days));
  return {
    figures: {
      ...figures,
      predictionFailureDate: dateOf(median),
      predictionFailureRange: { lower: dateOf(lower), upper: dateOf(upper) },
    },
    left: {
      left: significantEstimate({ value: within(median), lower: within(lower), upper: within(upper) }),
      perDay: significantEstimate({
        value: within(median) / share / median,
        lower: within(lower) / share / lower,
        upper: within(upper) / share / upper,
      }),
    },
  };
}

type Inputs = InputsOf<'rollerLife'>;
/** Sheets left until the failure, and the forecast pages a day until then. */
type Left = Pick<Inputs, 'left' | 'perDay'>;

/** What the figures of the life are made of; undefined where no life is known. */
function toInputs(
  past: FeedPast,
  { today, usage }: Context,
  ageing: Ageing | undefined,
  left: Left | undefined,
): NonNullable<Basis['inputs']> | undefined {
  if (ageing === undefined)
    return past.consumed === null ? undefined : { kind: 'reportedLife', reported: past.consumed };
  const { law, age, share } = ageing;
  return {
    kind: 'rollerLife',
    sheets: age,
    life: significant(remainingLife(law, 0, 0.5)),
    share: share === undefined ? null : significant(share),
    ...(usage !== undefined &&
      share !== undefined && { uses: daysAhead.map((days) => significantEstimate(usage.cumulative(days))) }),
    ...left,
    judgedOn: toDate(today),
  };
}

/**
 * Sheets that the rollers have fed: by their own counter, else since the replacement that is known; null: not
 * known.
 */
function toAge({ lives, replaced, sheets }: FeedPast): number | null {
  const counted = lives.at(-1)?.readings.at(-1)?.wear;
  if (counted !== undefined) return counted;
  const since = replaced.at(-1);
  return since === undefined ? null : sumSince(sheets, since);
}

const sumSince = (increments: readonly { readonly day: Day; readonly value: number }[], since: Day): number =>
  increments.reduce((sum, { day, value }) => sum + (day > since ? value : 0), 0);

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
