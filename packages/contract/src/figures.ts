import * as z from 'zod/mini';
import { nullableNumber } from './device-call.ts';
import { answerDay } from './values.ts';

/** A figure with its 80 % range. */
const estimate = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

/** What the wear of a part is counted in. */
export const wearUnits = ['pages', 'sheets', 'rotations', 'hours', 'percent'] as const;
const unit = z.enum(wearUnits);

/** The shorter and the longer end of the 80 % range of days, as multiples of the days. */
const spread = { shorter: z.number(), longer: z.number() };

/**
 * Days until a cartridge is empty: `level / perDay - age`, rounded up. `level`: percent left at the last
 * reading, estimated within the step in which the device reports it, `rounding` percent more or less.
 * `perDay`: forecast use, percent a day, as a mean of these days. `age`: days from the last reading to the
 * judgement.
 */
const tonerDays = z.object({
  kind: z.literal('tonerDays'),
  level: z.number(),
  rounding: z.number(),
  perDay: z.number(),
  ...spread,
  age: z.number(),
});

/**
 * Percent of the rated life: as the device reports it, or `done / rated`. Forecasts add `percentEach` for
 * each unit of the forecast use `uses` after 7, 14 and 28 days, counted from the last reading, `age` days
 * before the judgement. `share`: units of the part per page of the device over 90 days; null: the counter of
 * the part itself is forecast.
 */
const ratedLife = z.object({
  kind: z.literal('ratedLife'),
  unit,
  /** Percent as reported; null where it follows from `done` and `rated`. */
  reported: nullableNumber,
  done: nullableNumber,
  rated: nullableNumber,
  forecast: z.optional(
    z.object({
      percentEach: z.number(),
      share: nullableNumber,
      age: z.number(),
      uses: z.array(estimate),
    }),
  ),
});

/**
 * Percent of the expected life of this piece: `wear / life`, 100 once it has failed (`failedOn`). It fails
 * `(life - wear) / perDay` days after the last reading (`readOn`), with the range of days by `shorter` and
 * `longer`; a date is never before the judgement (`judgedOn`). After some days the wear is `perDay` times the
 * days more, divided or multiplied by `useFactor` at the ends of the range.
 */
const expectedLife = z.object({
  kind: z.literal('expectedLife'),
  unit,
  wear: z.number(),
  life: estimate,
  perDay: z.number(),
  useFactor: z.number(),
  /** Learned from past forecasts: the days are multiplied by it; left out where it is 1. */
  correction: z.optional(z.number()),
  ...spread,
  readOn: answerDay,
  judgedOn: answerDay,
  failedOn: z.nullable(answerDay),
});

/**
 * Percent of the life usual for the rollers of a paper source: `sheets / life`. A roller of this age fails
 * after `left` more sheets, of which the source feeds `share` per page of the device; `perDay`: forecast
 * pages of the device a day until then, at each end of the range. Null: no date, because the roller fails
 * already, or no forecast of the pages. `uses`: forecast pages after 7, 14 and 28 days.
 */
const rollerLife = z.object({
  kind: z.literal('rollerLife'),
  sheets: z.number(),
  life: z.number(),
  share: nullableNumber,
  uses: z.optional(z.array(estimate)),
  left: z.optional(estimate),
  perDay: z.optional(z.object({ value: z.number(), lower: z.number(), upper: nullableNumber })),
  judgedOn: answerDay,
});

/** What a part has done, where nothing is known of its life, or too few readings are. */
const partWear = z.object({ kind: z.literal('partWear'), unit, wear: z.number() });

/** Percent of the life as the device reports it; nothing is calculated. */
const reportedLife = z.object({ kind: z.literal('reportedLife'), reported: z.number() });

/**
 * Units that a counter rose by: `last - first - omitted`. `omitted`: steps over a fall or a leap of the
 * counter, signed.
 */
const rise = { first: z.number(), last: z.number(), omitted: z.number() };
export const counterRise = z.object({ kind: z.literal('counterRise'), ...rise });
/**
 * Average monthly pages: the rise over its `days` (without those of the omitted steps), for a month of
 * 30.4375 days.
 */
const monthlyAverage = z.object({ kind: z.literal('monthlyAverage'), ...rise, days: z.number() });
/** Pages of several months, or by several counters. */
const sum = z.object({ kind: z.literal('sum'), values: z.array(nullableNumber) });
/** Percent of all: `part / whole`, one decimal. */
const ratio = z.object({ kind: z.literal('ratio'), part: z.number(), whole: z.number() });

/**
 * Level below which a sensor is judged failing: `usual - times × deviation` of its family, not below 0; and
 * its last reading.
 */
const sensorLimit = z.object({
  kind: z.literal('sensorLimit'),
  usual: nullableNumber,
  deviation: nullableNumber,
  times: z.number(),
  last: nullableNumber,
});

/**
 * State of a drive after its last reading: the most severe grade whose limit the score or the wear passes, or
 * one held from the state `before` while the score is little below its limit, or the wear above 95 % of it.
 * `score`: log odds of a failure within 30 days above what is usual; null without SMART counts. `isHeld`: a
 * score of the last 90 days asked for replacement, so the state is 3 at least.
 */
const driveState = z.object({
  kind: z.literal('driveState'),
  score: nullableNumber,
  wear: nullableNumber,
  before: nullableNumber,
  isSelfTesting: z.boolean(),
  isHeld: z.optional(z.boolean()),
});

/**
 * Centre and spread of a code's values over the devices compared with, and the distance from which a value is
 * an outlier.
 */
export const codeScale = z.object({
  median: z.number(),
  mad: z.number(),
  limit: z.number(),
  /** Of the logarithms, where the smaller of both distances counts. */
  log: z.optional(z.object({ median: z.number(), mad: z.number() })),
});
/**
 * Outlier level of the value of a code: by its distance from the median in median absolute deviations, or,
 * where there is no such scale, by how rare it is (`rarity`: the level of values that are as rare; 0 of the
 * most frequent one).
 */
const codeLevel = z.object({
  kind: z.literal('codeLevel'),
  value: z.string(),
  scale: z.optional(codeScale),
  rarity: nullableNumber,
});

/**
 * Risk of a stop without a plan: `chances` of each cause within 7, 14 and 28 days, 0 to 1; together
 * 1 - (1 - p1)(1 - p2)…
 */
const stopRisk = z.object({
  kind: z.literal('stopRisk'),
  causes: z.array(
    z.object({
      item: z.string(),
      chances: z.tuple([z.number(), z.number(), z.number()]),
      /**
       * The chance within 14 days as it was forecast, where what came of such forecasts in the fleet has
       * corrected it; else left out.
       */
      forecast: z.optional(z.number()),
      /** Failures that the fleet has seen, and device-years under watch, where the chance rests on them. */
      seen: z.optional(z.object({ failures: z.number(), deviceYears: z.number() })),
    }),
  ),
  /** Parts that cannot be judged yet by themselves: not in the sum, or in it as unexplained. */
  unknownParts: z.number(),
  /**
   * Percent within 14 days from which a sign turns the status to a warning; left out where the device has no
   * sign, or every sign does.
   */
  warnFrom: z.optional(z.number()),
});

/**
 * Addition: what a figure was calculated from, by the kind of calculation. `reproduce` (packages/diagnosis)
 * makes the figure of it again.
 */
export const figureInputs = z.discriminatedUnion('kind', [
  tonerDays,
  ratedLife,
  expectedLife,
  rollerLife,
  partWear,
  reportedLife,
  counterRise,
  monthlyAverage,
  sum,
  ratio,
  sensorLimit,
  driveState,
  codeLevel,
  stopRisk,
]);
export type FigureInputs = z.infer<typeof figureInputs>;
export type FigureKind = FigureInputs['kind'];
export type InputsOf<K extends FigureKind> = Extract<FigureInputs, { kind: K }>;

/** Readings that a figure rests on, one a day from `from` on; null for a day without one. */
export const figureReadings = z.object({ from: answerDay, values: z.array(nullableNumber) });
export type FigureReadings = z.infer<typeof figureReadings>;
