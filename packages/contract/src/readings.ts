import * as z from 'zod/mini';
import { basis } from './basis.ts';
import { breakCauses, tonerHistoryLength } from './constants.ts';
import { deviceParams, nullableNumber, nullableText, perColor, readOfDevice } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { counterRise } from './figures.ts';
import { partVerdict } from './part-verdict.ts';
import {
  conditionCategories,
  counterColors,
  counterFunctions,
  counterSizes,
  counterUnits,
  errorCategories,
} from './report-sections.ts';
import { countedTime, readOfDeviceInZone } from './time-zone.ts';
import { answerDay, day, instant } from './values.ts';

/** A month, `YYYY-MM`. */
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/));

/**
 * Pages by kind; a total is black plus color (CT-04) and is left to the reader. Null: no report, never zero.
 * `total`: only where the device counts all pages but does not distinguish the two.
 */
const ofTokens = { tokenScope: 'devices.read' } as const;
const pages = z.object({ color: nullableNumber, black: nullableNumber, total: z.optional(z.number()) });

/**
 * Addition: a day on which counters fell or leapt, so that what they rose by counts for nothing. Its cause is
 * asked for, once for all counters of that day; null: not stated yet. `key`: `pages.total`, `source.CST1`,
 * `scan.large`.
 */
const counterBreak = z.object({
  day: answerDay,
  cause: z.nullable(z.enum(breakCauses)),
  answeredBy: nullableText,
  answeredAt: z.nullable(instant),
  counters: z.array(z.object({ key: z.string(), before: z.number(), after: z.number() })),
});

/**
 * Pages of the last 6 months, oldest first, and by paper source (OQ-64, OQ-65). Sources the device does not
 * have are null.
 */
export const readCounter = readOfDeviceInZone(
  'counter',
  'Pages by month, by paper source and by scan size',
  z.object({
    monthly: z.array(
      z.object({
        label: month,
        ...pages.shape,
        /** Addition: the readings that the pages of each kind were calculated from. */
        rises: z.optional(z.partialRecord(z.enum(['color', 'black', 'total']), counterRise)),
      }),
    ),
    summary: z.object({
      month3: pages,
      month6: pages,
      total: pages,
      /**
       * Addition: `total` continued over the days on which the counters fell or leapt although the machine
       * went on; left out where nothing has to be added. `isAssumed`: the cause of such a day has not been
       * given yet.
       */
      continued: z.optional(
        z.object({ color: nullableNumber, black: nullableNumber, total: nullableNumber, isAssumed: z.boolean() }),
      ),
    }),
    module: z.object({
      ADF: nullableNumber,
      bypass: nullableNumber,
      CST1: nullableNumber,
      CST2: nullableNumber,
      CST3: nullableNumber,
      CST4: nullableNumber,
      LCF: nullableNumber,
      SFB: nullableNumber,
      ADU: nullableNumber,
      TLCF: z.optional(nullableNumber),
      OLCF: z.optional(nullableNumber),
      O2LCF: z.optional(nullableNumber),
    }),
    scanModule: z.object({ large: nullableNumber, small: nullableNumber }),
    /**
     * Addition: counters by function, colour and size of paper, each as reported, one count perhaps in
     * several units; left out where there are none.
     */
    byFunction: z.optional(
      z.array(
        z.object({
          function: z.enum(counterFunctions),
          color: z.enum(counterColors),
          size: z.enum(counterSizes),
          unit: z.enum(counterUnits),
          count: nullableNumber,
        }),
      ),
    ),
    /** As in the profile: black is the total, color is not fitted. */
    isMonochrome: z.optional(z.literal(true)),
    /** The newest ten, newest first; left out where there are none. */
    breaks: z.optional(z.array(counterBreak)),
    ...countedTime,
  }),
  ofTokens,
);

/** Addition: stores why the counters of a device were interrupted on that day; returns that day. */
export const explainBreak = endpoint({
  method: 'PUT',
  path: '/v1/device/{id}/counter/break',
  access: 'user',
  summary: 'Say why counters fell or leapt on a day',
  params: deviceParams,
  body: z.strictObject({ day, cause: z.enum(breakCauses) }),
  answer: counterBreak,
});

/** 14 entries, oldest first; null for a day without a report (OQ-67). */
const daily = z.array(z.object({ date: answerDay, count: nullableNumber }));

/** Errors a day over the last 14 days, by kind. */
export const readJams = readOfDeviceInZone(
  'error/jams',
  'Errors a day over 14 days, by kind',
  z.object({
    dailyJam: z.object({ jamDF: daily, jamPrint: daily, jamFinisher: daily, serviceCall: daily, other: daily }),
    ...countedTime,
  }),
  { ...ofTokens, right: 'readCodes' },
);

/**
 * Errors of the last 30 days, newest first, with the coded settings of the moment (OQ-68). `counter` in
 * pages.
 */
export const readErrorLogs = readOfDevice(
  'error/logs',
  'Errors of the last 30 days',
  z.object({
    errorLogs: z.array(
      z.object({
        errorCode: z.string(),
        occurredAt: instant,
        category: z.enum(errorCategories),
        counter: nullableNumber,
        conditions: z.partialRecord(z.enum(conditionCategories), z.string()),
      }),
    ),
  }),
  { ...ofTokens, right: 'readCodes' },
);

/**
 * Errors a month, six entries, oldest first (OQ-69); the views take the last 1, 3 or 6. Null: no report in
 * that month.
 */
export const readErrorTrend = readOfDeviceInZone(
  'error/monthly',
  'Errors a month over six months',
  z.object({
    monthly: z.array(
      z.object({
        month,
        jamDF: nullableNumber,
        jamPrint: nullableNumber,
        jamFinisher: nullableNumber,
        serviceCall: nullableNumber,
        other: nullableNumber,
      }),
    ),
    ...countedTime,
  }),
  { ...ofTokens, right: 'readCodes' },
);

/** Days a cartridge lasts, with its 80 % range where one is known, and what the figure rests on. */
const daysLeft = z.nullable(
  z.object({
    days: nullableNumber,
    lower: z.optional(z.number()),
    upper: z.optional(z.number()),
    basis: z.optional(basis),
  }),
);
const cartridge = z.object({ replacedAt: instant, counter: nullableNumber, averagePixelCount: nullableNumber });

/**
 * Toner (OQ-72): percent left and average pixel count (percent of the page), current cartridge first and the
 * nine before, the near-empty setting as the device reports it (read-only, OQ-73), days left. `tonerLeftDays`
 * is a plain number as specified; its 80 % range is in `tonerLeftDaysRange`.
 */
export const readToner = readOfDevice(
  'toner',
  'Toner levels, cartridges and days left',
  z.object({
    toner: perColor(z.nullable(z.object({ percent: nullableNumber, averagePixelCount: nullableNumber }))),
    cartridgeReplacement: perColor(z.array(cartridge).check(z.maxLength(tonerHistoryLength))),
    tonerNearEmpty: z.nullable(
      z.object({
        mode: z.nullable(z.enum(['longer', 'centre', 'shorter', 'percent', 'sheets'])),
        percent: nullableNumber,
        sheets: nullableNumber,
      }),
    ),
    tonerLeftDays: perColor(nullableNumber),
    tonerLeftDaysRange: z.optional(perColor(daysLeft)),
  }),
);

/**
 * PM parts (OQ-71). `threshold` and lives are percent of the life consumed; `counter` in pages; the name of a
 * part is looked up by series and `partsCode`. `consumedLife` is counted against the rated life; `lifeNow`
 * and the weeks after it follow what the verdict on the part rests on (`verdict`): the expected life where
 * its condition is judged, else the rated life.
 */
export const readPmParts = readOfDevice(
  'PMParts',
  'Parts for preventive maintenance and their life',
  z.object({
    threshold: z.number(),
    parts: z.array(
      z.object({
        partsCode: z.string(),
        name: z.optional(nullableText),
        lifeNow: nullableNumber,
        life1Week: nullableNumber,
        life2Weeks: nullableNumber,
        life4Weeks: nullableNumber,
        counter: nullableNumber,
        consumedLife: nullableNumber,
        /**
         * Advice id of the part's sign, null without one; bounds of the 80 % range of the three forecasts.
         */
        messageId: z.optional(nullableText),
        ranges: z.optional(
          z.record(
            z.enum(['life1Week', 'life2Weeks', 'life4Weeks']),
            z.nullable(z.object({ lower: z.number(), upper: z.number() })),
          ),
        ),
        replacedAt: z.optional(nullableText),
        basis: z.optional(basis),
        /**
         * What `lifeNow` and its forecasts rest on where the condition of the part speaks; `basis` is that of
         * the rated life.
         */
        conditionBasis: z.optional(basis),
        /**
         * Instead of `conditionBasis`: the prediction with the same basis, `predictions.developer.black` as
         * in the evidence.
         */
        conditionOf: z.optional(z.string()),
        verdict: z.optional(partVerdict),
      }),
    ),
  }),
  { right: 'readPredictions' },
);
