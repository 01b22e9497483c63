import * as z from 'zod/mini';
import { basis } from './basis.ts';
import { nullableNumber, nullableText, readOfDevice } from './device-call.ts';
import type { AnswerOf } from './endpoint.ts';
import { partVerdict } from './part-verdict.ts';
import { paperSources, tonerColors } from './report-sections.ts';
import { answerDay, instant } from './values.ts';

/** 8-digit id of an advice text of the catalogue (OQ-82). */
const messageId = z.nullable(z.string().check(z.regex(/^\d{8}$/)));

/**
 * A series, oldest first (OQ-81); a forecast starts at the last actual point. `lower` and `upper` bound its
 * 80 % range.
 */
const series = z.array(
  z.object({ date: answerDay, value: nullableNumber, lower: z.optional(z.number()), upper: z.optional(z.number()) }),
);

/** 80 % range of a predicted day or month, where one is known. */
const range = z.optional(z.nullable(z.object({ lower: z.string(), upper: z.string() })));

/** Present with every judgement of this product; a date or message withheld for lack of history is null. */
const resting = { basis: z.optional(basis) };

/** Addition: left out of judgements of earlier versions. */
const withVerdict = { verdict: z.optional(partVerdict) };

/**
 * A part predicted by its life (behaviour section 3, drum): rates in percent. `exhaustionRate`: of the
 * expected life of this piece; `lifeRate`: the exhaustion against the threshold of the part (FS-16).
 * `partsMessageId`: the part's bare name among the advice texts (severity 00).
 */
const lifePart = z.object({
  partsMessageId: messageId,
  exhaustionRate: nullableNumber,
  predictionFailureDate: z.nullable(answerDay),
  predictionFailureRange: range,
  lifeRate: nullableNumber,
  lastReplacementDate: z.nullable(answerDay),
  ...withVerdict,
});
const lifePrediction = z.object({
  messageId,
  replacementPart: lifePart,
  threshold: nullableNumber,
  actual: series,
  forecast: series,
  ...resting,
});

/** A component without data answers 200 with null (OQ-84). */
const prediction = <Answer extends z.ZodMiniType>(component: string, summary: string, answer: Answer) =>
  readOfDevice(`prediction/${component}`, summary, z.nullable(answer), { right: 'readPredictions' });

export const predictFuser = prediction('fuser', 'Failure sign of the fuser', lifePrediction);
export const predictDrum = prediction('drum', 'Failure sign of the drum', lifePrediction);
/** Drive time in hours; the month as `YYYY-MM`. */
export const predictSecondTransfer = prediction(
  '2ndTransfer',
  'Failure sign of the second transfer',
  z.object({
    messageId,
    replacementPart: z.object({
      partsMessageId: messageId,
      predictionFailureMonth: nullableText,
      predictionFailureRange: range,
      driveTime: nullableNumber,
      lastReplacementDate: z.nullable(answerDay),
      ...withVerdict,
    }),
    lowerThreshold: nullableNumber,
    actual: series,
    forecast: series,
    ...resting,
  }),
);
export const predictFeedRoller = prediction(
  'feedRoller',
  'Failure signs of the feed rollers, by paper source',
  z.object({
    predictionFeedRollers: z.array(
      z.object({ paperSource: z.enum(paperSources), messageId, replacementPart: lifePart, ...resting }),
    ),
  }),
);
export const predictDeveloper = prediction(
  'developer',
  'Failure signs of the developers, by colour',
  z.object({
    predictionDevelopers: z.array(
      z.object({ color: z.enum(tonerColors), messageId, replacementPart: lifePart, ...resting }),
    ),
  }),
);
export const predictImageQualitySensor = prediction(
  'imageQualitySensor',
  'Image quality sensor, by colour',
  z.object({
    messageId,
    predictionSensors: z.array(
      z.object({ color: z.enum(tonerColors), actual: series, threshold: nullableNumber, messageId, ...resting }),
    ),
  }),
);
/** `count`: errors of the last 90 days (`imageControlErrorDays`); `lastOccurredAt`: of all that is known. */
const imageControlCount = z.nullable(
  z.object({ count: nullableNumber, lastOccurredAt: z.nullable(instant), messageId, ...resting }),
);
export const predictImageControlError = prediction(
  'imageControlError',
  'Image control errors CE20 and CE40',
  z.object({ errorMessage: messageId, errorCE20: imageControlCount, errorCE40: imageControlCount }),
);
/** Counts are increments over 30 days (FS-12). */
export const predictPolygonalMotor = prediction(
  'polygonalMotor',
  'Polygonal motors, by colour',
  z.object({
    messageId,
    polygonalMotorDetails: z.array(
      z.object({ color: z.enum(tonerColors), count30Days: nullableNumber, messageId, ...resting }),
    ),
  }),
);
/** State: 0 no problem, 1 self test running, 2 backup needed, 3 back up and replace, 9 danger (OQ-104). */
export const predictHdd = prediction(
  'hdd',
  'Health of the storage, by SATA port',
  z.object({
    messageId,
    predictionStorages: z.array(
      z.object({
        sataPort: z.int().check(z.minimum(0)),
        type: z.enum(['HDD', 'SSD', 'unknown']),
        state: z.nullable(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(9)])),
        messageId,
        ...resting,
      }),
    ),
  }),
);

/** The call of each component, in the order of the screen (FS-13). */
export const predictionCalls = {
  fuser: predictFuser,
  secondTransfer: predictSecondTransfer,
  feedRoller: predictFeedRoller,
  developer: predictDeveloper,
  imageQualitySensor: predictImageQualitySensor,
  imageControlError: predictImageControlError,
  polygonalMotor: predictPolygonalMotor,
  drum: predictDrum,
  hdd: predictHdd,
} as const;
export type PredictionComponent = keyof typeof predictionCalls;
/** Answers by component; null without data (OQ-84). */
export type Predictions = { readonly [C in PredictionComponent]: AnswerOf<(typeof predictionCalls)[C]> };
