import type { predictFeedRoller } from '@platen/contract/predictions';
import type * as z from 'zod/mini';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import { adviceId, type Severity } from '../judge/advice-ids.ts';
import { type Drift, readingsNeeded } from '../statistics/cusum.ts';
import { remainingLife } from '../statistics/weibull.ts';
import type { UsageForecast } from '../usage/forecast-usage.ts';
import {
  beliefOf,
  type FeedModel,
  type FeedSummary,
  fitFeed,
  kindOf,
  summariseFeed,
  trackFeed,
} from './feed-roller/feed-model.ts';
import { type FeedPast, toFeedPasts } from './feed-roller/feed-readings.ts';
import { horizonDays, toDate } from './part-life/dates.ts';

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

/** What the device's feeders add to the model of the family; undefined where it counts no sheets by source. */
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

interface Context {
  readonly today: Day;
  readonly model: FeedRollerModel | undefined;
  /** Forecast of all pages of the device. */
  readonly usage: UsageForecast | undefined;
}

/**
 * Failure signs of the feed rollers by paper source (FS-04, FS-24): a lasting rise of jams and retries a sheet, found by a CUSUM with the sheets
 * as exposure; the advice is to act at the next visit, from four times the usual rate on now. Withheld (message null, `readings` below
 * `neededReadings`) with fewer than 14 readings, or 30 before the family is known. Consumed life in percent, as the device says or by the family's
 * median life in sheets; the date at which the family's lives let the roller of this age fail, null beyond 12 months and once it fails.
 * Null: the device counts no sheets by source.
 */
export function judgeFeedRollers(history: DeviceHistory, context: Context): FeedRollers | null {
  const pasts = toFeedPasts(history);
  if (pasts.length === 0) return null;
  const pages = sumSince(toIncrements(seriesOf(history, 'pages.total'), pageLimits), context.today - recent);
  return { predictionFeedRollers: pasts.map((past) => judgeSource(past, context, pages)) };
}

function judgeSource(past: FeedPast, context: Context, pages: number): FeedRoller {
  const { source } = past;
  const kind = kindOf(past);
  const drift = trackFeed(past, context.model);
  const severity = toSeverity(drift);
  return {
    paperSource: source,
    messageId: severity === undefined ? null : adviceId({ component: 'feedParts', unit: source, severity }),
    replacementPart: {
      partsMessageId: adviceId({ component: 'feedParts', unit: source, severity: 'name' }),
      ...toLifeFigures(past, context, pages, severity !== undefined),
      lastReplacementDate: past.replaced.length === 0 ? null : toDate(past.replaced.at(-1) ?? 0),
    },
    basis: {
      rule: 'feedRollerRate',
      readings: drift?.readings ?? 0,
      neededReadings: readingsNeeded(beliefOf(kind, context.model)),
      from: drift === undefined ? null : toDate(drift.from),
      to: drift === undefined ? null : toDate(drift.to),
    },
  };
}

function toSeverity(drift: Drift | undefined): Severity | undefined {
  if (drift?.state === undefined || drift.state.alarmedSince === null) return undefined;
  return drift.state.factor >= factorNow ? 'now' : 'nextVisit';
}

type LifeFigures = Pick<
  FeedRoller['replacementPart'],
  'exhaustionRate' | 'lifeRate' | 'predictionFailureDate' | 'predictionFailureRange'
>;

function toLifeFigures(past: FeedPast, { today, model, usage }: Context, pages: number, fails: boolean): LifeFigures {
  const law = model?.lives[past.source === 'ADF' ? 'ADF' : 'paper'];
  const age = toAge(past);
  const lifeRate = law === undefined || age === null ? null : oneDecimal((100 * age) / remainingLife(law, 0, 0.5));
  const figures = { exhaustionRate: past.consumed ?? lifeRate, lifeRate, predictionFailureDate: null };
  if (law === undefined || age === null || usage === undefined || fails || !(pages > 0)) return figures;
  const share = sumSince(past.sheets, today - recent) / pages;
  const dayOf = (quantile: number) => usage.daysUntil(remainingLife(law, age, quantile) / share)?.value;
  const [lower, middle] = [dayOf(0.1), dayOf(0.5)];
  if (!(share > 0) || lower === undefined || middle === undefined) return figures;
  const dateOf = (days: number) => toDate(today + Math.min(horizonDays, Math.round(days)));
  return {
    ...figures,
    predictionFailureDate: dateOf(middle),
    predictionFailureRange: { lower: dateOf(lower), upper: dateOf(dayOf(0.9) ?? horizonDays) },
  };
}

/** Sheets that the rollers have fed: by their own counter, else since the replacement that is known; null: not known. */
function toAge({ lives, replaced, sheets }: FeedPast): number | null {
  const counted = lives.at(-1)?.readings.at(-1)?.wear;
  if (counted !== undefined) return counted;
  const since = replaced.at(-1);
  return since === undefined ? null : sumSince(sheets, since);
}

const sumSince = (increments: readonly { readonly day: Day; readonly value: number }[], since: Day): number =>
  increments.reduce((sum, { day, value }) => sum + (day > since ? value : 0), 0);

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
