import type { ErrorCategory, paperSources } from '@platen/contract/report-sections';
import { markPageSeries, type PageFacts } from '../meters/page-series.ts';
import { remembered } from './remembered.ts';

/** Days since 1970-01-01, UTC. */
export type Day = number;

/**
 * What a device measured on one day, by telemetry key. A key that is not there was not reported; it is never
 * 0.
 *
 * Keys: `pages.total`, `pages.color`, `pages.black` (impressions since manufacture), `source.<paper source>`
 * (sheets), `scan.large`, `scan.small`, `toner.<color>` (percent left), `coarse.<color>` (1: the level comes
 * in wide steps), `part.<code>.pages`, `.hours` (drive time), `.rotations`, `.life` (percent consumed),
 * `.lifePages`, `sensor.<name>` and `sensor.<name>.<color>` (names and units: contract, telemetry),
 * `smart.<port>.<attribute>`, `wear.<port>` (percent), `selfTest.<port>` (1), `drive.<port>` (1 HDD, 2 SSD).
 */
export interface DayReading {
  readonly day: Day;
  readonly values: ReadonlyMap<string, number>;
}

export interface ErrorEvent {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly code: string;
  readonly category: ErrorCategory;
  /** Total pages then; null where not reported. */
  readonly counter: number | null;
  /** Coded settings of the moment: `paperSource` → `3`. */
  readonly conditions: Readonly<Record<string, string>>;
}

/** A replacement that the device reported, or a visit recorded. `item`: `toner.black`, `part.6250`. */
export interface ReportedReplacement {
  readonly item: string;
  readonly day: Day;
  /** People recorded it on a visit, and the device did not report it (VR-04). */
  readonly isRecorded?: true;
}

/** A part that somebody looked at on a visit and found good (VE-09). `item`: `part.6250`. */
export interface FoundGood {
  readonly item: string;
  readonly day: Day;
}

/** Kinds of paper that advice on feed rollers distinguishes (FS-24). */
export type Paper = 'plain' | 'recycled' | 'thick' | 'otherPaper';
/** By paper source. */
export type Papers = Readonly<Partial<Record<(typeof paperSources)[number], Paper>>>;

/** All that is known of one device's past. Pure input of every judgement. */
export interface DeviceHistory {
  /** Family of the catalogue, model and system firmware; null where not known. */
  readonly family: string | null;
  readonly model: string | null;
  readonly firmware: string | null;
  /** Ascending, at most one entry a day; days without a report are not there. */
  readonly days: readonly DayReading[];
  /** Ascending by time. */
  readonly errors: readonly ErrorEvent[];
  readonly replacements: readonly ReportedReplacement[];
  /** Left out where none was recorded. */
  readonly foundGood?: readonly FoundGood[];
  /** Kind of paper by paper source, as last reported; left out where the device does not say. */
  readonly papers?: Papers;
}

/**
 * One value of a series. A class, as are increments and readings of wear: V8 describes all objects written
 * `{ day, … }` together, and once one of them anywhere holds a day in another form than a small integer, code
 * that reads days is slower for good, up to half of a judgement (0740).
 */
export class Reading {
  readonly day: Day;
  readonly value: number;

  constructor(day: Day, value: number) {
    this.day = day;
    this.value = value;
  }
}

/** One value a day, ascending; days without it are not there. */
export type Series = readonly Reading[];

const none: Series = [];

/**
 * The series of one key; empty where it was never reported. Days must not be changed once they have been
 * looked at.
 */
export function seriesOf({ days }: Pick<DeviceHistory, 'days'>, key: string): Series {
  return indexOf(days).get(key) ?? none;
}

/** Every key that was reported on some day. */
export function keysOf({ days }: Pick<DeviceHistory, 'days'>): Iterable<string> {
  return indexOf(days).keys();
}

/** Days that hold their series themselves, so that both are given up together. */
class DaysOfSeries extends Array<DayReading> {
  readonly #series: ReadonlyMap<string, Series>;
  readonly #facts: PageFacts | undefined;

  constructor(series: ReadonlyMap<string, Series>, facts: PageFacts | undefined) {
    super();
    this.#series = series;
    this.#facts = facts;
  }

  /** Lists made of this one, as by `slice`, are plain ones. */
  static override get [Symbol.species]() {
    return Array;
  }

  get series(): ReadonlyMap<string, Series> {
    return this.#series;
  }

  get facts(): PageFacts | undefined {
    return this.#facts;
  }
}

/**
 * Days of a history whose series are known already: nothing is made of them again. `days` ascend, each with
 * at least one value; so do the series.
 */
export function toDays(
  days: readonly Day[],
  series: ReadonlyMap<string, Series>,
  facts?: PageFacts,
): DeviceHistory['days'] {
  markPageSeries(series, facts);
  const list = new DaysOfSeries(series, facts);
  for (const day of days)
    list.push({
      day,
      // Made at each look: judgements ask for series.
      get values() {
        return valuesOf(day, series);
      },
    });
  return list;
}

/** The days up to and including `last`, with what is known of their counters. */
export function daysUntil(days: DeviceHistory['days'], last: Day): DeviceHistory['days'] {
  const isUntil = ({ day }: { readonly day: Day }) => day <= last;
  if (!(days instanceof DaysOfSeries)) return days.filter(isUntil);
  // Series that are known are cut, each with one search, instead of being made again from the days.
  const cut = [...days.series].map(([key, list]) => [key, list.slice(0, list.findLastIndex(isUntil) + 1)] as const);
  const known = days.slice(0, days.findLastIndex(isUntil) + 1).map(({ day }) => day);
  return toDays(known, new Map(cut.filter(([, list]) => list.length > 0)), days.facts);
}

function valuesOf(day: Day, series: ReadonlyMap<string, Series>): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const [key, readings] of series) {
    const reading = readings.find((one) => one.day === day);
    if (reading !== undefined) values.set(key, reading.value);
  }
  return values;
}

/**
 * All series of a history at once, made at the first question: a judgement asks for nearly every key, for
 * some often.
 */
const indexOf = (days: DeviceHistory['days']): ReadonlyMap<string, Series> =>
  days instanceof DaysOfSeries ? days.series : toSeries(days);

const toSeries = remembered((days: DeviceHistory['days']): ReadonlyMap<string, Series> => {
  const index = new Map<string, Reading[]>();
  for (const { day, values } of days)
    for (const [key, value] of values) {
      const reading = new Reading(day, value);
      const series = index.get(key);
      if (series === undefined) index.set(key, [reading]);
      else series.push(reading);
    }
  markPageSeries(index);
  return index;
});
