import { pmForecastWeeks } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { InputsOf } from '@platen/contract/figures';
import type { readPmParts } from '@platen/contract/readings';
import { significant, significantEstimate } from '../figures/significant.ts';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import type { Increment } from '../history/increment.ts';
import { findReplacements } from '../history/replacements.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import type { Estimate } from '../judge/judgement.ts';
import { forecastUsage, neededReadings, oldestReading, type UsageForecast } from '../usage/forecast-usage.ts';
import { toDate } from './part-life/dates.ts';
import { type PartCounters, toPartCounters } from './pm-parts/part-counters.ts';
import { type PartWear, sumOf, toPartWear } from './pm-parts/part-wear.ts';

type PmParts = AnswerOf<typeof readPmParts>;
type Part = PmParts['parts'][number];

export interface PmPartsContext {
  readonly today: Day;
  /**
   * Forecast of the device's total pages from the end of today on; without it the part's own counter is
   * forecast.
   */
  readonly usage: UsageForecast | undefined;
}

/** Percent consumed from which a part is recommended for replacement (OQ-71). */
const threshold = 100;
/** Days back over which a part's share of the device's pages is measured. */
const recent = 90;

/**
 * The parts that a device reports (PM-01 to PM-09, OQ-71), most consumed first, those of unknown life last.
 * Lives in percent consumed: now, and after 7, 14 and 28 days by the forecast of the device's pages times
 * what the part does a page, with 80 % ranges. Forecasts are null with fewer than 14 readings, without a
 * known life, and with readings older than 14 days. Null where the device reports no part. `messageId` is
 * null: signs are decided elsewhere.
 */
export function judgePmParts(history: DeviceHistory, { today, usage }: PmPartsContext): PmParts | null {
  const counters = toPartCounters(history);
  if (counters.length === 0) return null;
  const replacements = findReplacements(history);
  const pages = toIncrements(seriesOf(history, 'pages.total'), pageLimits);
  const parts = counters.map((part) => {
    const replaced = replacements.findLast(({ item }) => item === `part.${part.code}`);
    return toPart(part, { today, usage, pages, replacedAt: replaced === undefined ? null : toDate(replaced.day) });
  });
  return { threshold, parts: parts.sort(byConsumed) };
}

interface Device {
  readonly today: Day;
  readonly usage: UsageForecast | undefined;
  readonly pages: readonly Increment[];
  readonly replacedAt: string | null;
}

function toPart(part: PartCounters, device: Device): Part {
  const wear = toPartWear(part);
  const forecast = forecastLives(part, wear, device);
  const lives = forecast?.lives;
  const consumed = wear.consumed === null ? null : round(wear.consumed);
  return {
    partsCode: part.code,
    lifeNow: consumed,
    life1Week: lives?.[0].value ?? null,
    life2Weeks: lives?.[1].value ?? null,
    life4Weeks: lives?.[2].value ?? null,
    counter: part.series.pages?.at(-1)?.value ?? null,
    consumedLife: consumed,
    messageId: null,
    ...(lives && {
      ranges: { life1Week: toRange(lives[0]), life2Weeks: toRange(lives[1]), life4Weeks: toRange(lives[2]) },
    }),
    replacedAt: device.replacedAt,
    basis: {
      rule: 'pmParts',
      readings: part.readings,
      neededReadings,
      from: toDate(part.from),
      to: toDate(part.to),
      ...(consumed !== null && { inputs: toInputs(part, wear, forecast?.inputs) }),
    },
  };
}

type Inputs = InputsOf<'ratedLife'>;

/** What the consumed life is made of: as reported, or the pages done against the rated ones. */
function toInputs({ series }: PartCounters, { unit }: PartWear, forecast: Inputs['forecast']): Inputs {
  const [reported = null, done = null, rated = null] = [
    series.life,
    series.pages ?? series.rotations ?? series.hours,
    series.lifePages,
  ].map((one) => one?.at(-1)?.value);
  return { kind: 'ratedLife', unit, reported, done, rated, ...(forecast && { forecast }) };
}

interface LifeForecast {
  readonly lives: readonly [Estimate, Estimate, Estimate];
  readonly inputs: NonNullable<Inputs['forecast']>;
}

function forecastLives(
  part: PartCounters,
  { consumed, increments, percentEach }: PartWear,
  { today, usage, pages }: Device,
): LifeForecast | undefined {
  const age = today - part.to;
  if (consumed === null || percentEach === null || part.readings < neededReadings || age > oldestReading)
    return undefined;
  const share = shareOfPages(increments, pages, part.to);
  const within = usage === undefined || share === undefined ? forecastOwn(part, increments) : scaled(usage, share);
  if (within === undefined) return undefined;
  const after = (more: Estimate): Estimate => ({
    value: round(consumed + percentEach * more.value),
    lower: round(consumed + percentEach * more.lower),
    upper: round(consumed + percentEach * more.upper),
  });
  const [, ...weeks] = pmForecastWeeks;
  const [first, second, last] = [weeks[0], weeks[1], weeks[2]].map((count) => within(7 * count + age));
  if (first === undefined || second === undefined || last === undefined) return undefined;
  return {
    lives: [after(first), after(second), after(last)],
    inputs: {
      percentEach: significant(percentEach),
      share: usage === undefined || share === undefined ? null : significant(share),
      age,
      uses: [first, second, last].map(significantEstimate),
    },
  };
}

type UseWithin = (days: number) => Estimate;

/**
 * What the part does a page of the device, over the last 90 days; undefined where no pages were counted in
 * that time.
 */
function shareOfPages(own: readonly Increment[], pages: readonly Increment[], to: Day): number | undefined {
  const isRecent = ({ day }: Increment) => day > to - recent && day <= to;
  const first = Math.max(own[0]?.day ?? to, pages[0]?.day ?? to);
  const printed = sumOf(pages.filter((one) => isRecent(one) && one.day >= first));
  return printed > 0 ? sumOf(own.filter((one) => isRecent(one) && one.day >= first)) / printed : undefined;
}

const scaled =
  (usage: UsageForecast, share: number): UseWithin =>
  (days) => {
    const { value, lower, upper } = usage.cumulative(days);
    return { value: share * value, lower: share * lower, upper: share * upper };
  };

const forecastOwn = (part: PartCounters, increments: readonly Increment[]): UseWithin | undefined =>
  forecastUsage(increments, part.to, undefined, part.readings)?.cumulative;

const toRange = ({ lower, upper }: Estimate) => ({ lower, upper });
const round = (percent: number): number => Math.round(percent * 10) / 10;
const byConsumed = (a: Part, b: Part): number =>
  (b.lifeNow ?? -1) - (a.lifeNow ?? -1) || (a.partsCode < b.partsCode ? -1 : 1);
