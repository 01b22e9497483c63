import * as z from 'zod/mini';
import { deviceParams, nullableNumber, nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { answerDay, count, uuid } from './values.ts';
import { doneKinds } from './visit-names.ts';

/** Events over thousands of feeds or pages, on days that are both included. */
const side = z.object({ count, exposure: z.number(), from: answerDay, to: answerDay });

/** What became of one rate around one visit (VE-01 to VE-05), with all that the figure rests on (GE-10). */
export const visitEffect = z.object({
  visitId: uuid,
  day: answerDay,
  /** What was done: `replaced` with the item, or an entry of the record. */
  done: z.enum(['replaced', ...doneKinds]),
  item: nullableText,
  measure: z.enum(['jams', 'retries', 'unitErrors', 'serviceCalls']),
  /** Paper source, or unit; null: all service calls. */
  of: nullableText,
  before: side,
  after: side,
  /** No further day counts for `after`. */
  isOver: z.boolean(),
  /** Events per thousand of the model; null: too little is known. */
  usual: nullableNumber,
  /** The device's own 90 days earlier; left out: counted by an earlier release. */
  past: z.optional(z.nullable(side)),
  sensor: z.nullable(z.object({ before: z.number(), after: z.number() })),
  judged: z.union([
    /** `before`, `after`: thousands of feeds or pages that are missing; `events`: events that are. */
    z.object({
      state: z.literal('notYetKnown'),
      missing: z.object({
        before: z.optional(z.number()),
        after: z.optional(z.number()),
        events: z.optional(count),
      }),
    }),
    z.object({
      state: z.literal('known'),
      /** After to before, with the 80 % interval; null: nothing was counted before. */
      ratio: nullableNumber,
      lower: z.number(),
      upper: nullableNumber,
      /**
       * `better`: the rate fell, and by more than it would have by itself (0473).
       */
      verdict: z.enum(['better', 'worse', 'noClearChange']),
      /** What was bad tends to become better by itself: the rate before was not far from usual (VE-04). */
      wasNearUsual: z.boolean(),
    }),
  ]),
});
export type VisitEffect = z.infer<typeof visitEffect>;

/** `GET /v1/device/{id}/visits/effects`: what the last ten visits of a device changed, the newest first. */
export const listVisitEffects = endpoint({
  method: 'GET',
  path: '/v1/device/{id}/visits/effects',
  access: 'user',
  summary: 'What the last visits of a device changed: rates before and after',
  params: deviceParams,
  answer: z.object({ effects: z.array(visitEffect) }),
});
