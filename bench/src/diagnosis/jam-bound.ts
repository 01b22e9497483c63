import type { RateReading } from '@platen/diagnosis/statistics/rate-rise';
import { type FeedWorld, type Random, type Source, toReadings, toSource } from './jam-sources.ts';

const days = 600;
const sources = 900;
const usualDays = 365;
/** Events a year at which a limit is compared with others. */
const usualEvents = 8;

/**
 * Alarms where the true rate of each source and the size of the coming rise are known: the CUSUM of the
 * Poisson likelihood, the quickest there is at given false alarms (Moustakides 1986). `base` and a term for
 * the events a year make the limit, so that all sources alarm alike often.
 */
export function knowingAlarms(
  readings: readonly RateReading[],
  { sheetsPerDay, quality }: Source,
  { rate, ratio, base }: { readonly rate: number; readonly ratio: number; readonly base: number },
): readonly number[] {
  const own = rate * quality;
  const limit = base + Math.log((own * sheetsPerDay * usualDays) / usualEvents);
  const alarms: number[] = [];
  let sum = 0;
  let isOn = false;
  for (const { day, events, exposure } of readings) {
    sum = Math.max(0, sum + events * Math.log(ratio) - (ratio - 1) * own * exposure);
    if (sum >= limit && !isOn) alarms.push(day);
    isOn = sum >= limit || (isOn && sum > 0);
  }
  return alarms;
}

/** The `base` with which flat sources alarm once in this many years. */
export function toBase(
  toRandom: () => Random,
  world: FeedWorld,
  { rate, ratio, years }: { readonly rate: number; readonly ratio: number; readonly years: number },
): number {
  const random = toRandom();
  const flat = Array.from({ length: sources }, () => {
    const source = toSource(random, world);
    return { source, readings: toReadings(random, world, source, days, () => 1) };
  });
  const most = (sources * days) / usualDays / years;
  let [low, high] = [0, 12];
  while (high - low > 0.05) {
    const base = (low + high) / 2;
    const alarms = flat.reduce(
      (sum, { readings, source }) => sum + knowingAlarms(readings, source, { rate, ratio, base }).length,
      0,
    );
    if (alarms > most) low = base;
    else high = base;
  }
  return high;
}
