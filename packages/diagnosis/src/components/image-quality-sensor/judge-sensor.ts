import { significant } from '../../figures/significant.ts';
import type { Series } from '../../history/day-reading.ts';
import { replayFrom } from '../../statistics/replay.ts';
import { ewmaOf, noiseOf } from '../../statistics/robust.ts';
import { median } from '../../statistics/theil-sen.ts';
import { leastNoise, type SensorFamily } from './sensor-model.ts';

export type SensorUrgency = 'nextVisit' | 'now';

/**
 * In standard deviations: how far the smoothed level may lie from what its own past lets expect (`drift`) and
 * below the family (`level`; above it twice as far, as one just cleaned lies high), and how many times its
 * usual noise it may scatter. Released 5 percent on the safe side (OQ-105).
 */
const limits = {
  drift: { nextVisit: 4.5, now: 10 },
  level: { nextVisit: 4, now: 6 },
  scatter: { nextVisit: 3, now: 6 },
};
const release = 0.95;
const replayedDays = 30;
/** Days in a row on the safe side without which nothing is released. */
const calmDays = 14;
/** The smoothed level: half of it is of the last two readings, nearly all of the last ten. */
const weight = 0.3;
const recent = 14;
/** Days of its own past that are compared with: from 60 to 10 days ago. */
const past = { from: 60, to: 10 };
const pastNeeded = 10;
/**
 * A sudden rise by this number of standard deviations is a cleaning: readings before it do not count
 * afterwards.
 */
const cleaning = 4;

/** Level below which a sensor of the family is judged failing; null before the family is known. */
export const lowerLimit = (family: SensorFamily | undefined): number | null =>
  family === undefined ? null : Math.max(0, Math.round(family.level - limits.level.nextVisit * family.deviation));

/** What `lowerLimit` is made of. */
export const limitInputs = (family: SensorFamily | undefined) => ({
  usual: family === undefined ? null : significant(family.level),
  deviation: family === undefined ? null : significant(family.deviation),
  times: limits.level.nextVisit,
});

/**
 * Urgency after the last reading, replayed over the last 30 days, before which it was `start`: the most
 * severe of the last 14 days since the sensor was cleaned, so that a level that sways about a limit does not
 * switch the sign on and off (0294).
 */
export function judgeSensor(
  series: Series,
  family: SensorFamily | undefined,
  start?: SensorUrgency,
): SensorUrgency | undefined {
  const noise = toNoise(series, family);
  const last = series.at(-1)?.day ?? 0;
  const first = series.findIndex(({ day }) => day > last - replayedDays);
  const at = series.length - 1;
  const cleaned = cleanedBefore(series, at, noise);
  const calm = Math.max(
    endsSign(series, cleaned) ? cleaned : 0,
    series.findIndex(({ day }) => day > last - calmDays),
  );
  const days = series.length - first;
  const after = replayFrom(
    days,
    Math.min(Math.max(0, calm - first), Math.max(0, days - 1)),
    (nth) => worstOf(series, first + nth, noise, family),
    toUrgency,
    start,
    [undefined, 'nextVisit', 'now'],
  );
  return after.includes('now') ? 'now' : after.find((one) => one !== undefined);
}

function toUrgency(
  held: SensorUrgency | undefined,
  worst: Readonly<Record<SensorUrgency, number>>,
): SensorUrgency | undefined {
  if (worst.now >= 1 || (held === 'now' && worst.now >= release)) return 'now';
  if (worst.nextVisit >= 1 || (held !== undefined && worst.nextVisit >= release)) return 'nextVisit';
  return undefined;
}

/** A device's own noise, held near that of the family: it may have been scattering all along. */
function toNoise(series: Series, family: SensorFamily | undefined): number {
  const own = noiseOf(series.map(({ value }) => value));
  if (family === undefined) return Math.max(leastNoise, own ?? Number.POSITIVE_INFINITY);
  return Math.max(leastNoise, 0.8 * family.noise, Math.min(2 * family.noise, own ?? family.noise));
}

/** The greatest of the measures as a share of its limits. */
function worstOf(series: Series, at: number, noise: number, family: SensorFamily | undefined) {
  const window = series.slice(Math.max(0, at + 1 - recent), at + 1).map(({ value }) => value);
  const clean = cleanedBefore(series, at, noise);
  const smoothed = ewmaOf(
    series.slice(Math.max(clean, at + 1 - recent), at + 1).map(({ value }) => value),
    weight,
  );
  const measures: readonly (readonly [keyof typeof limits, number])[] = [
    ['scatter', (noiseOf(window) ?? 0) / noise],
    ['drift', smoothed === undefined ? 0 : driftOf(series, clean, at, smoothed, family) / noise],
    [
      'level',
      smoothed === undefined || family === undefined ? 0 : offLevel(smoothed - family.level) / family.deviation,
    ],
  ];
  const share = (urgency: SensorUrgency) =>
    Math.max(...measures.map(([measure, value]) => value / limits[measure][urgency]));
  return { nextVisit: share('nextVisit'), now: share('now') };
}

const offLevel = (above: number): number => (above > 0 ? above / 2 : -above);

/**
 * A cleaning ends a sign once three readings show it, and where it is twice as high as any step of the
 * readings before it: those of a sensor that scatters go up by themselves (0833).
 */
function endsSign(series: Series, cleaned: number): boolean {
  const valuesOf = (from: number, to: number) => series.slice(Math.max(0, from), to).map(({ value }) => value);
  const before = valuesOf(cleaned - 6, cleaned);
  const since = valuesOf(cleaned, cleaned + 3);
  const steps = before.slice(1).map((value, nth) => Math.abs(value - (before[nth] ?? value)));
  return since.length === 3 && Math.min(...since) - Math.max(...before.slice(-2)) > 2 * Math.max(0, ...steps);
}

/** First reading after the last cleaning; 0 where none is in sight. */
function cleanedBefore(series: Series, at: number, noise: number): number {
  const valueAt = (k: number) => series[k]?.value ?? Number.NaN;
  for (let k = at; k > 1 && (series[k]?.day ?? 0) > (series[at]?.day ?? 0) - past.from; k--) {
    const before = Math.max(valueAt(k - 1), valueAt(k - 2));
    let after = valueAt(k);
    for (let next = k + 1; next <= Math.min(at, k + 2); next++) after = Math.min(after, valueAt(next));
    if (after - before > cleaning * noise) return k;
  }
  return 0;
}

/**
 * How far the smoothed level is from what the readings since the cleaning and the family's dirt let expect; 0
 * where too few are known.
 */
function driftOf(
  series: Series,
  clean: number,
  at: number,
  smoothed: number,
  family: SensorFamily | undefined,
): number {
  const today = series[at]?.day ?? 0;
  // At most one reading a day: this bounds the number of readings in the past that counts.
  const known = series
    .slice(Math.max(clean, at - past.from), at)
    .filter(({ day }) => day >= today - past.from && day <= today - past.to);
  const level = median(known.map(({ value }) => value));
  if (level === undefined || known.length < pastNeeded) return 0;
  const age = today - (median(known.map(({ day }) => day)) ?? today);
  return Math.abs(smoothed - level - (family?.slope ?? 0) * age);
}
