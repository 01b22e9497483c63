import { type Day, type DeviceHistory, type Series, seriesOf } from '../../history/day-reading.ts';
import { remembered, rememberedBy } from '../../history/remembered.ts';
import { isNewPiece } from '../../history/replacements.ts';

/** What a part's counter counts. */
export type WearMeasure = 'pages' | 'hours' | 'rotations';

export class WearReading {
  readonly day: Day;
  /** Wear of the part since it was new, in its measure. */
  readonly wear: number;

  constructor(day: Day, wear: number) {
    this.day = day;
    this.wear = wear;
  }
}

/** One piece of a part, from its installation to the next one's. */
export interface PartLife {
  /** Day it was put in; null: before anything is known. */
  readonly since: Day | null;
  /** Day it was replaced; undefined: it is in force. */
  readonly until: Day | undefined;
  /** Ascending, never empty, never falling. */
  readonly readings: readonly WearReading[];
}

/** Days between a reported replacement and the fall of the counter that belongs to it, at most. */
const sameReplacement = 3;

/**
 * The lives of a part, oldest first, by its counter and by the replacements that the device reported. A
 * counter that falls starts again with a new piece. Where the device's total of pages fell with it, the
 * memory was exchanged and the piece wears on, and so it does where the counter fell by less than seven
 * tenths and no replacement was reported. A replacement reported without a fall starts a new piece at the
 * counter's height. Empty where the device does not count it.
 */
export const toLives = rememberedBy(findLives);

function findLives(
  history: Pick<DeviceHistory, 'days' | 'replacements'>,
  code: string,
  measure: WearMeasure,
): readonly PartLife[] {
  const counted = seriesOf(history, `part.${code}.${measure}`);
  if (counted.length === 0) return [];
  const reported = history.replacements.filter(({ item }) => item === `part.${code}`).map(({ day }) => day);
  const series = withoutMisread(counted.filter(({ value }) => value >= 0 && Number.isFinite(value)));
  const falls = series.filter(({ value }, at) => value < (series[at - 1]?.value ?? 0)).map(({ day }) => day);
  const loose = reported.filter((day) => !falls.some((fall) => Math.abs(fall - day) <= sameReplacement));
  const totals = seriesOf(history, 'pages.total');
  const lives: { since: Day | null; readings: WearReading[] }[] = [];
  let base = 0;
  let last: Series[number] | undefined;
  for (const reading of series) {
    const { day, value } = reading;
    const before = last;
    last = reading;
    const current = lives.at(-1);
    if (before === undefined || current === undefined) {
      lives.push({ since: latest(reported, day) ?? null, readings: [new WearReading(day, value)] });
      continue;
    }
    const fell = value < before.value;
    // As nearly always; a part has 200 readings and a device a dozen parts.
    if (!fell && loose.length === 0) {
      current.readings.push(new WearReading(day, value + base));
      continue;
    }
    const isReported = reported.some((one) => Math.abs(one - day) <= sameReplacement);
    const isSetBack = fell && !isReported && !isNewPiece(before.value, value);
    const wasReset = fell && (totalOn(totals, day) ?? 0) < (totalOn(totals, before.day) ?? 0);
    const without = loose.find((one) => one > before.day && one <= day);
    if (isSetBack) base += before.value - value;
    else if (wasReset) base += before.value;
    else if (fell || without !== undefined) {
      base = fell ? 0 : -before.value;
      const since = without ?? reported.find((one) => Math.abs(one - day) <= sameReplacement) ?? day;
      lives.push({ since, readings: [] });
    }
    lives.at(-1)?.readings.push(new WearReading(day, value + base));
  }
  return lives.map((life, at) => ({ ...life, until: lives[at + 1]?.since ?? undefined }));
}

/**
 * A counter without single readings that are lower than both neighbours, or higher than the one that follows
 * while that goes on from the one before: they were misread (0295).
 */
export const withoutMisread = (series: Series): Series =>
  series.filter(({ value }, at) => {
    const before = series[at - 1]?.value;
    const after = series[at + 1]?.value;
    if (before === undefined || after === undefined || after < before) return true;
    return value >= before && value <= after;
  });

const totalOn = (totals: Series, on: Day): number | undefined => totals.find(({ day }) => day === on)?.value;

const latest = (days: readonly Day[], until: Day): Day | undefined =>
  days.filter((day) => day <= until).toSorted((one, other) => other - one)[0];

/** Wear over all pieces of a part, one after another: a counter that never falls, for the rate of use. */
export const unrolled = remembered((lives: readonly PartLife[]): readonly WearReading[] => {
  const all: WearReading[] = [];
  let before = 0;
  for (const { readings } of lives) {
    for (const { day, wear } of readings) all.push(new WearReading(day, before + wear));
    before = all.at(-1)?.wear ?? before;
  }
  return all;
});
