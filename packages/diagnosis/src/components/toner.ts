import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import { factorOf, significant } from '../figures/significant.ts';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { remembered } from '../history/remembered.ts';
import { findReplacements } from '../history/replacements.ts';
import type { Basis, Estimate, Judged, Replacement, TonerJudgement } from '../judge/judgement.ts';
import { fitUsage, mergeSummaries, type UsageCalibration, type UsageSummary } from '../usage/calibration.ts';
import { forecastUsage, neededReadings, oldestReading } from '../usage/forecast-usage.ts';
import { summariseUsage } from '../usage/summarise-usage.ts';
import { toDate } from './part-life/dates.ts';
import { usualFactors, widenRange } from './part-life/range-factors.ts';
import type { Cartridge } from './toner/cartridges.ts';
import { type TonerUse, toTonerUse } from './toner/toner-use.ts';

/** How far earlier forecasts of the device's own toner use were off, all colours together; JSON. */
export type TonerSummary = UsageSummary;
/** How far forecasts of toner days are off in a family; JSON. */
export type TonerModel = UsageCalibration;

export interface TonerContext {
  readonly today: Day;
  readonly model: TonerModel | undefined;
}

/**
 * Days until the toner of each reported colour is empty, whole ones, with the 80 % interval (TN-03): 3 says
 * that it will be used up within the third day from today; and the mean pixel count of the cartridge in place
 * (TN-04). Rests on what the level lost day by day (`toner/toner-use`) and its forecast. Withheld with fewer
 * than 14 readings, with fewer than two falls of the level seen, with a coarse level without pages to count
 * on, with a level older than 14 days, and where it lasts beyond 12 months.
 */
export function judgeToner(
  history: DeviceHistory,
  { today, model }: TonerContext,
): Partial<Record<TonerColor, TonerJudgement>> {
  return Object.fromEntries(
    toTonerUses(history).map(({ color, use }) => {
      const averagePixelCount = pixelCountOf(history, color, use.cartridge, use.to);
      return [color, { daysLeft: judgeDaysLeft(use, today, model), averagePixelCount }];
    }),
  );
}

/** The use of each colour with a level. */
const toTonerUses = remembered((history: DeviceHistory): readonly { color: TonerColor; use: TonerUse }[] => {
  const replacements = findReplacements(history);
  return tonerColors.flatMap((color) => {
    const use = toTonerUse(history, color, daysOf(replacements, color));
    return use === undefined ? [] : [{ color, use }];
  });
});

function judgeDaysLeft(use: TonerUse, today: Day, model: TonerModel | undefined): Judged<Estimate> {
  const basis: Basis = {
    rule: 'toner',
    readings: use.readings,
    neededReadings,
    from: toDate(use.from),
    to: toDate(use.to),
  };
  const age = today - use.to;
  if (use.readings < neededReadings || age > oldestReading || !use.isMeasured) return { state: 'withheld', basis };
  const until = forecastUsage(use.increments, use.to, model, use.readings)?.daysUntil(use.left);
  if (until === undefined) return { state: 'withheld', basis };
  const rounding = use.left > 0 ? (use.rounding * until.value) / use.left : 0;
  const left = widenRange({ median: until.value, lower: until.lower, upper: until.upper }, usualFactors.toner);
  // Used up within the third day is empty on the third day; what lies a hair beyond a whole day is that day.
  const fromToday = (days: number) => Math.max(0, Math.ceil(days - age - 1e-6));
  return {
    state: 'judged',
    value: {
      value: fromToday(left.median),
      lower: fromToday(left.lower - rounding),
      upper: fromToday(left.upper + rounding),
    },
    basis: {
      ...basis,
      inputs: {
        kind: 'tonerDays',
        level: significant(use.left),
        rounding: significant(use.left > 0 ? use.rounding : 0),
        perDay: left.median > 0 ? significant(use.left / left.median) : 0,
        shorter: factorOf(left.lower, left.median),
        longer: factorOf(left.upper, left.median),
        age,
      },
    },
  };
}

/** Mean pixel count that the device last reported of this cartridge, percent of the page. */
function pixelCountOf(history: DeviceHistory, color: TonerColor, cartridge: Cartridge, to: Day): number | null {
  const since = cartridge.levels[0]?.day ?? to;
  const last = seriesOf(history, `sensor.pixelCount.${color}`).at(-1);
  return last !== undefined && (cartridge.since === null || last.day >= since) ? last.value : null;
}

/** How far the device's own forecasts were off; undefined where its history is too short. */
export function summariseToner(history: DeviceHistory): TonerSummary | undefined {
  return mergeSummaries(
    toTonerUses(history).flatMap(({ use }) => (use.isMeasured ? (summariseUsage(use.increments, use.to) ?? []) : [])),
  );
}

/** Intervals of a family; where it has too few forecasts to learn from, those of `common`. */
export const fitToner = (summaries: readonly TonerSummary[], common?: TonerModel): TonerModel =>
  fitUsage(summaries, common);

const daysOf = (replacements: readonly Replacement[], color: TonerColor): readonly Day[] =>
  replacements.flatMap(({ item, day }) => (item === `toner.${color}` ? [day] : []));
