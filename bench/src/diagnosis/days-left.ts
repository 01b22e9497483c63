import { fitUsage } from '@platen/diagnosis/usage/calibration';
import { forecastUsage } from '@platen/diagnosis/usage/forecast-usage';
import { summariseUsage } from '@platen/diagnosis/usage/summarise-usage';
import { readSeries } from './nn5.ts';

/** How long the stocks last whose end is predicted, in days. */
const durations = [3, 5, 10, 17, 24, 31, 38];
/** Days before the end from which is predicted. */
const origins = [56, 42, 28, 14];
const targets = { error: 1.38, leastCoverage: 0.77, mostCoverage: 0.83, width: 5 };

type Series = readonly (number | null)[];
interface Case {
  readonly actual: number;
  readonly predicted: number;
  readonly lower: number;
  readonly upper: number;
  readonly mean28: number;
}

/**
 * Days left on the NN5 series: mean absolute error, coverage and mean width of the 80 % interval, the mean of
 * 28 days alongside it. Intervals are calibrated on outcomes known before the first origin, as a family's
 * are. Answers whether the targets hold; undefined, with words why, where the data are not there.
 */
export async function scoreDaysLeft(path?: string): Promise<boolean | undefined> {
  const series = await readSeries(path);
  if (series === undefined) {
    console.log(`days left: no data (${path ?? 'the series are expected in ../shared/data/prognostics'}); give a path`);
    return undefined;
  }
  const started = performance.now();
  const first = Math.max(...origins);
  const calibration = fitUsage(
    series.flatMap((one) => summariseUsage(toIncrements(one), one.length - first - 1) ?? []),
  );
  const cases = series.flatMap((one) => origins.flatMap((back) => toCases(one, one.length - back)));
  function toCases(one: Series, origin: number): readonly Case[] {
    const forecast = forecastUsage(toIncrements(one), origin - 1, calibration);
    return durations.flatMap((actual) => {
      if (origin + actual > one.length) return [];
      const stock = sum(one.slice(origin, origin + actual));
      const left = forecast?.daysUntil(stock);
      if (left === undefined) return [];
      const known = one.slice(origin - 28, origin).filter((value) => value !== null);
      return [
        {
          actual,
          predicted: left.value,
          lower: left.lower,
          upper: left.upper,
          mean28: stock / (sum(known) / known.length),
        },
      ];
    });
  }
  const error = mean(cases, ({ actual, predicted }) => Math.abs(predicted - actual));
  const coverage = mean(cases, ({ actual, lower, upper }) => (actual >= lower && actual <= upper ? 1 : 0));
  const width = mean(cases, ({ lower, upper }) => upper - lower);
  const mean28 = mean(cases, ({ actual, mean28 }) => Math.abs(mean28 - actual));
  const isCovered = coverage >= targets.leastCoverage && coverage <= targets.mostCoverage;
  console.log(`days left, ${series.length} series of ${series[0]?.length ?? 0} days, ${cases.length} cases`);
  print('mean absolute error, days', error, error <= targets.error, `at most ${targets.error}`);
  print('coverage of the 80 % interval', coverage, isCovered, `${targets.leastCoverage} to ${targets.mostCoverage}`);
  print('mean width, days', width, width <= targets.width, `at most ${targets.width}`);
  console.log(`  ${'mean of 28 days, error in days'.padEnd(32)} ${mean28.toFixed(3)}`);
  console.log(`  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return error <= targets.error && isCovered && width <= targets.width;
}

const toIncrements = (series: Series) =>
  series.flatMap((value, day) => (value === null ? [] : [{ day, span: 1, value }]));
const sum = (values: Series) => values.reduce<number>((all, value) => all + (value ?? 0), 0);
const mean = (cases: readonly Case[], of: (one: Case) => number) =>
  cases.reduce((all, one) => all + of(one), 0) / cases.length;
const print = (name: string, value: number, holds: boolean, target: string) =>
  console.log(`  ${name.padEnd(32)} ${value.toFixed(3)}  ${holds ? 'holds' : 'MISSED'} (${target})`);
