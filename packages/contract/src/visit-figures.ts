import * as z from 'zod/mini';
import { nullableNumber, nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { exportFormats, exportTypes } from './export.ts';
import { timeZone } from './time-zone.ts';
import { answerDay, count, day, instant, uuid } from './values.ts';
import { visitEffect } from './visit-effects.ts';
import { person } from './worklist-item.ts';

/** Percent with its 80 % range. */
const share = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

/**
 * Figures of a group of visits (VE-07). Each percentage has its own base: call-backs of problems, returns of
 * problems and call-backs; under 20 visits they are null.
 */
const figures = z.object({
  /** Visits for a problem that were neither call-backs nor returns for parts. */
  problems: count,
  callBacks: count,
  returns: count,
  callBackShare: nullableNumber,
  returnShare: nullableNumber,
  firstTime: z.nullable(share),
  /** Spans between visits for a problem, and the middle one in pages; null below 30 spans. */
  spans: count,
  pagesBetween: nullableNumber,
  /** Pieces that were brought, and of these those that came back unused. */
  brought: count,
  unused: count,
});
export type AnsweredFigures = z.infer<typeof figures>;

/** What became of all entries about one kind of part (VE-04). */
const partFigures = z.object({
  /** Kind of part or work: `feedRoller`, `drum`, `codeSet`. */
  kind: z.string(),
  entries: count,
  better: count,
  noClearChange: count,
  worse: count,
  notYetKnown: count,
  /** Of all known entries together, with its 80 % range; null: nothing was counted. */
  ratio: nullableNumber,
  lower: nullableNumber,
  upper: nullableNumber,
});
export type PartFigures = z.infer<typeof partFigures>;

/** What became of advice 'now' and 'next visit' (VE-08). */
const adviceFigures = z.object({
  component: z.string(),
  family: nullableText,
  advised: count,
  replaced: count,
  foundGood: count,
  notLookedAt: count,
  /** Not 90 days old, and nothing has become of it. */
  open: count,
});
export type AdviceFigures = z.infer<typeof adviceFigures>;

/** Months back that the call answers at most, and groups of each kind. */
export const mostFigureDays = 732;
export const mostGroups = 50;
/** Newest changes that are answered. */
export const mostChanges = 20;

const chosen = {
  /** Days of visits, both included; without them the last six months. */
  from: z.optional(day),
  to: z.optional(day),
  /** Customer number, and model. */
  customer: z.optional(z.string().check(z.maxLength(200))),
  model: z.optional(z.string().check(z.maxLength(200))),
};

/**
 * `GET /v1/visits/effect` (VE-06 to VE-08, VR-11): what visits brought, of the devices that the user may see.
 */
export const readVisitFigures = endpoint({
  method: 'GET',
  path: '/v1/visits/effect',
  access: 'user',
  summary: 'What visits brought: call-backs, returns for parts, rates before and after, quality of advice',
  query: z.strictObject(chosen),
  answer: z.object({
    from: answerDay,
    to: answerDay,
    all: figures,
    months: z.array(z.object({ month: z.string(), ...figures.shape })),
    /** The first 50 by visits, and how many there are. */
    models: z.array(z.object({ model: nullableText, ...figures.shape })),
    modelCount: count,
    customers: z.array(z.object({ customerNumber: nullableText, customerName: nullableText, ...figures.shape })),
    customerCount: count,
    /** All with the right to manage visits, else the user alone (VR-11); by name. */
    technicians: z.array(z.object({ person: z.nullable(person), ...figures.shape })),
    parts: z.array(partFigures),
    /** The newest first. */
    changes: z.array(z.object({ deviceId: uuid, serial: nullableText, effect: visitEffect })),
    changeCount: count,
    advice: z.array(adviceFigures),
    /** When the oldest of these figures was counted; null: nothing was yet. */
    countedAt: z.nullable(instant),
  }),
});
export type AnsweredVisitFigures = z.infer<typeof readVisitFigures.answer>;

/**
 * `GET /v1/visits/effect/export`: all entries of these visits with the rates before and after, as a file. It
 * names no technician (VR-11).
 */
export const exportVisitEffects = endpoint({
  method: 'GET',
  path: '/v1/visits/effect/export',
  access: 'user',
  summary: 'What visits changed, as a file',
  query: z.strictObject({ format: z.enum(exportFormats), timeZone: z.optional(timeZone), ...chosen }),
  answer: z.string(),
  answerTypes: Object.values(exportTypes),
  answerHeaders: { 'total-count': 'number of rows in the file', 'content-disposition': 'a file name with the day' },
});
