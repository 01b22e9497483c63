import { fitUsage, type UsageCalibration } from '@platen/diagnosis/usage/calibration';
import { forecastUsage } from '@platen/diagnosis/usage/forecast-usage';
import { summariseUsage } from '@platen/diagnosis/usage/summarise-usage';
import { readSeries } from './nn5.ts';

/** How long the stocks last whose end is predicted, in days. */
const durations = [3, 5, 10, 17, 24, 31, 38];
/** Days before the end from which is predicted. */
const origins = [56, 42, 28, 14];
/** 1996-03-18, the first day of the series, in days since 1970. */
const firstDay = 9573;
/** Days of history of a new device, and days by which the end of the series is moved back. */
const histories = [60, 120, 200, 300, 370];
const movedBack = [0, 56, 112, 140];
const newDevice = { error: 1.75, leastCoverage: 0.72, mostCoverage: 0.88 };
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
    series.flatMap((one) => summariseUsage(toIncrements(one), firstDay + one.length - first - 1) ?? []),
  );
  const cases = series.flatMap((one) => origins.flatMap((back) => toCases(one, one.length - back)));
  function toCases(one: Series, origin: number): readonly Case[] {
    const forecast = forecastUsage(toIncrements(one), firstDay + origin - 1, calibration);
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
  const areNew = scoreNewDevices(series);
  console.log(`  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return error <= targets.error && isCovered && width <= targets.width && areNew;
}

/**
 * Devices with little history in an older fleet: what the fleet knows is learned from one half of the series,
 * whole, and the other half is cut, then the halves exchanged. Windows at the ends moved back.
 */
function scoreNewDevices(series: readonly Series[]): boolean {
  console.log('new devices in an older fleet: days of history, end moved back by; error (without the year), coverage');
  const holds = histories.flatMap((history) =>
    movedBack.map((moved) => {
      const whole = series.map((one) => one.slice(0, one.length - moved));
      const cases = [0, 1].flatMap((half) => {
        const learned = fitUsage(
          whole.flatMap((one, at) => {
            const until = one.length - Math.max(...origins);
            return at % 2 === half
              ? []
              : (summariseUsage(toIncrements(one.slice(0, until)), firstDay + until - 1) ?? []);
          }),
        );
        return whole.flatMap((one, at) =>
          at % 2 === half ? origins.flatMap((back) => toNewCases(one, one.length - back, history, learned)) : [],
        );
      });
      const error = mean(cases, ({ actual, predicted }) => Math.abs(predicted - actual));
      const without = mean(cases, ({ actual, mean28 }) => Math.abs(mean28 - actual));
      const coverage = mean(cases, ({ actual, lower, upper }) => (actual >= lower && actual <= upper ? 1 : 0));
      const isReached =
        error <= newDevice.error && coverage >= newDevice.leastCoverage && coverage <= newDevice.mostCoverage;
      console.log(
        `  ${String(history).padStart(4)} ${String(moved).padStart(4)}  ${error.toFixed(3)} (${without.toFixed(3)})  ${coverage.toFixed(3)}  ${isReached ? 'holds' : 'MISSED'}`,
      );
      return isReached;
    }),
  );
  return holds.every(Boolean);
}

/** Cases of a device of which `history` days are known; `mean28` is the forecast without the fleet's year. */
function toNewCases(one: Series, origin: number, history: number, learned: UsageCalibration): readonly Case[] {
  const increments = toIncrements(one).filter(
    ({ day }) => day < firstDay + origin && day >= firstDay + origin - history,
  );
  const forecast = forecastUsage(increments, firstDay + origin - 1, learned);
  const without = forecastUsage(increments, firstDay + origin - 1, { quantiles: learned.quantiles });
  return durations.flatMap((actual) => {
    if (origin + actual > one.length) return [];
    const stock = sum(one.slice(origin, origin + actual));
    const left = forecast?.daysUntil(stock);
    const other = without?.daysUntil(stock);
    if (left === undefined || other === undefined) return [];
    return [{ actual, predicted: left.value, lower: left.lower, upper: left.upper, mean28: other.value }];
  });
}

const toIncrements = (series: Series) =>
  series.flatMap((value, day) => (value === null ? [] : [{ day: firstDay + day, span: 1, value }]));
const sum = (values: Series) => values.reduce<number>((all, value) => all + (value ?? 0), 0);
const mean = (cases: readonly Case[], of: (one: Case) => number) =>
  cases.reduce((all, one) => all + of(one), 0) / cases.length;
const print = (name: string, value: number, holds: boolean, target: string) =>
  console.log(`  ${name.padEnd(32)} ${value.toFixed(3)}  ${holds ? 'holds' : 'MISSED'} (${target})`);
