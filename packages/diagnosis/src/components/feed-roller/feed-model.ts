import { fitRatePrior, logLikelihoodRatio } from '../../statistics/negative-binomial.ts';
import {
  type Drift,
  type Overdispersion,
  type Rise,
  toOverdispersion,
  toSize,
  trackRate,
} from '../../statistics/rate-drift.ts';
import type { RateBelief } from '../../statistics/rate-rise.ts';
import { fitWeibull, type Life, type Weibull, wearOut } from '../../statistics/weibull.ts';
import type { FeedPast } from './feed-readings.ts';

/** Sources that can be compared: originals or paper, with or without a count of retries. */
const feedKinds = ['ADF', 'ADF.jams', 'paper', 'paper.jams'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** One source of a device as it reports itself to its family; JSON. */
export interface FeedSummary extends Overdispersion {
  readonly kind: FeedKind;
  /** Counted while nothing rose: jams and retries, and sheets. */
  readonly events: number;
  readonly exposure: number;
  /**
   * Lives of its rollers in sheets; one ends as failed where jams and retries began to rise for good (0242).
   */
  readonly lives: readonly Life[];
}

/** What is known of the rate of sources of one kind; JSON. */
export interface FeedRates {
  /** Belief in the rate of a source: as if these events had been counted over these sheets. */
  readonly events: number;
  readonly exposure: number;
  /** Size of the negative binomial of one reading. */
  readonly size: number;
}

/** What is known of the feeders of a family; JSON. */
export interface FeedModel {
  readonly rates: Partial<Record<FeedKind, FeedRates>>;
  readonly lives: { readonly ADF?: Weibull | undefined; readonly paper?: Weibull | undefined };
}

/** Size of single readings before any family is known: bunched, as jams are. */
const usualSize = 1.5;
/** How many times the usual rate a worn roller jams at least. */
const worse = 2;
/** Failures that what is common to all is worth to a family. */
const commonWorth = 4;

export const kindOf = ({ source, countsRetries }: FeedPast): FeedKind => {
  const fed = source === 'ADF' ? 'ADF' : 'paper';
  return countsRetries ? fed : `${fed}.jams`;
};

/** The belief that a source starts from. */
export function beliefOf(kind: FeedKind, model: FeedModel | undefined): RateBelief {
  const rates = model?.rates[kind];
  return rates === undefined ? { prior: undefined, size: usualSize } : { prior: rates, size: rates.size };
}

/**
 * The first reading that counts is that of a period of the calendar: a window that moves every day would
 * begin otherwise each day, and a sign near its limit would switch with it (0252).
 */
const period = 56;
/** Days that are left at least. */
const leastLeft = 200;

export function trackFeed(past: FeedPast, model: FeedModel | undefined): Drift | undefined {
  const { readings } = past;
  const start = Math.ceil((readings[0]?.day ?? 0) / period) * period;
  const isLong = (readings.at(-1)?.day ?? 0) - start >= leastLeft;
  return trackRate(
    isLong ? readings.filter(({ day }) => day >= start) : readings,
    beliefOf(kindOf(past), model),
    past.replaced,
  );
}

export function summariseFeed(past: FeedPast): FeedSummary | undefined {
  const drift = trackFeed(past, undefined);
  if (drift === undefined) return undefined;
  const { events, exposure } = drift.calm;
  const calmUntil = drift.alarms[0] ?? Number.POSITIVE_INFINITY;
  const calm = past.readings.filter(({ day }) => day < calmUntil);
  return {
    kind: kindOf(past),
    events,
    exposure,
    ...toOverdispersion(calm, exposure > 0 ? events / exposure : 0),
    lives: past.lives.flatMap((life) =>
      toLife(life, drift.rises).filter(({ failed }) => failed || !hadFailedBefore(life, past)),
    ),
  };
}

function toLife({ since, until, readings }: FeedPast['lives'][number], rises: readonly Rise[]): Life[] {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = since ?? first.day;
  const rise = rises.find((one) => one.since >= from && one.since < (until ?? Number.POSITIVE_INFINITY));
  const end = rise === undefined ? last.wear : (readings.findLast(({ day }) => day <= rise.since) ?? first).wear;
  return [{ entry: since === null ? first.wear : 0, end, failed: rise !== undefined }];
}

/** Days from an installation to the first reading of the piece from which on it counts as one seen late. */
const seenLate = 14;

/**
 * A roller that was worn before the first reading never shows a rise: it jams all along, and its successor
 * does not. How long it lasted is not known, and taken for a sound one it would make the family's lives too
 * long.
 */
function hadFailedBefore({ since, until, readings }: FeedPast['lives'][number], past: FeedPast): boolean {
  const first = readings[0]?.day ?? 0;
  if (until === undefined || (since !== null && since > first - seenLate)) return false;
  const after = sumOf(past.readings.filter(({ day }) => day > until));
  if (after.exposure <= 0) return false;
  const usual = (after.events + 1) / after.exposure;
  const evidence = past.readings
    .filter(({ day }) => day <= until)
    .reduce((sum, { events, exposure }) => sum + logLikelihoodRatio(events, usual * exposure, worse, usualSize), 0);
  return evidence > 0;
}

function sumOf(readings: FeedPast['readings']): { readonly events: number; readonly exposure: number } {
  return readings.reduce(
    (sum, { events, exposure }) => ({ events: sum.events + events, exposure: sum.exposure + exposure }),
    { events: 0, exposure: 0 },
  );
}

/**
 * Rates and lives of a family's feeders, drawn towards what is common to all. A kind with fewer than 5
 * sources has the common rate.
 */
export function fitFeed(summaries: readonly FeedSummary[], common: FeedModel | undefined): FeedModel {
  const rates: FeedModel['rates'] = {};
  for (const kind of feedKinds) {
    const alike = summaries.filter((one) => one.kind === kind);
    const prior = fitRatePrior(alike);
    const found = prior === undefined ? common?.rates[kind] : { ...prior, size: toSize(alike) };
    if (found !== undefined) rates[kind] = found;
  }
  const livesOf = (fed: 'ADF' | 'paper') => {
    const known = common?.lives[fed];
    const lives = summaries.filter(({ kind }) => kind.startsWith(fed)).flatMap((one) => one.lives);
    return fitWeibull(
      lives,
      known === undefined ? wearOut : { ...known, shapeWorth: commonWorth, scaleWorth: commonWorth },
    );
  };
  return { rates, lives: { ADF: livesOf('ADF'), paper: livesOf('paper') } };
}
