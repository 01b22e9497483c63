import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { answerDay, count, instant, uuid } from './values.ts';
import { conditionFacts } from './worklist-item.ts';
import { conditionKinds, conditionSources, priorities, resolutions, shownStates } from './worklist-names.ts';

/** Bytes of the body of a webhook at most (DE-27). */
export const largestWebhookBytes = 20 * 1024;

/**
 * Events that a webhook reports (DE-27). `condition.overdue`, `condition.forgotten`: the answer time passed,
 * or no user did anything about it for long. `visit.planned`: the condition got a planned day.
 */
export const conditionEventTypes = [
  'condition.opened',
  'condition.regressed',
  'condition.worse',
  'condition.assigned',
  'condition.overdue',
  'condition.forgotten',
  'condition.acknowledged',
  'condition.snoozed',
  'condition.resolved',
  'visit.planned',
  'collector.silent',
  'collector.working',
] as const;
export type ConditionEventType = (typeof conditionEventTypes)[number];

/**
 * Body of a webhook about a condition. Fields are only ever added. The order of arrival is not promised:
 * `data.version` orders the changes of one condition. `data.eventId` is the same on every channel.
 */
export const conditionWebhook = z.object({
  type: z.enum(conditionEventTypes),
  timestamp: instant,
  data: z.object({
    eventId: uuid,
    version: count,
    priority: z.enum(priorities),
    assignee: nullableText,
    condition: z.object({
      conditionId: uuid,
      kind: z.enum(conditionKinds),
      subject: z.string(),
      /** `judgement`: a person has acknowledged, planned or handed it over (XC-02). */
      source: z.enum(conditionSources),
      state: z.enum(shownStates),
      /** Left out where the body would be larger than 20 KB. */
      facts: z.optional(conditionFacts),
      openedAt: instant,
      lastSeenAt: instant,
      resolution: z.nullable(z.enum(resolutions)),
      plannedDay: z.nullable(answerDay),
    }),
    of: z.object({
      entity: z.enum(['device', 'collector', 'customer']),
      serial: nullableText,
      model: nullableText,
      customerNumber: nullableText,
      customerName: nullableText,
      dealerNumber: nullableText,
      description: nullableText,
      name: nullableText,
    }),
    /** The row of the worklist, for people. */
    url: z.url(),
  }),
});
export type ConditionWebhook = z.infer<typeof conditionWebhook>;

/** Body of an example (DE-05). */
export const testWebhook = z.object({
  type: z.literal('test'),
  timestamp: instant,
  data: z.object({ channelName: z.string(), url: z.url() }),
});
export type TestWebhook = z.infer<typeof testWebhook>;

export const webhookBody = z.discriminatedUnion('type', [conditionWebhook, testWebhook]);
export type WebhookBody = z.infer<typeof webhookBody>;
