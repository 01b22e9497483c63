import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { correctionKinds, correctionReasons, correctionStates } from './meter-values.ts';
import { ticketChanges } from './ticket-names.ts';
import { answerDay, count, instant, uuid } from './values.ts';
import { visitHours } from './visit-hours.ts';
import { visitChanges, visitKinds, visitStates } from './visit-names.ts';
import { conditionFacts } from './worklist-item.ts';
import { conditionKinds, conditionSources, priorities, resolutions, shownStates } from './worklist-names.ts';

/** Bytes of the body of a webhook at most (DE-27). */
export const largestWebhookBytes = 20 * 1024;

/**
 * Events that a webhook reports (DE-27). `condition.overdue`, `condition.forgotten`: the answer time passed,
 * or no user did anything about it for long. `visit.planned`: the condition got a planned day.
 * `device.stopped`, `device.reporting`, `collector.silent`, `collector.working`: the condition of that
 * silence opened, or ended because reports arrive again.
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
  'device.stopped',
  'device.reporting',
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

/** Why a ticket is sent: a new one, or a change of one that the receiver knows (TK-04, TK-09). */
export const ticketEventTypes = ['ticket.requested', 'ticket.updated'] as const;

/** What goes to a ticket system (TK-06). The answer comes by `POST /v1/tickets/{ticketId}/state` (TK-07). */
export const ticketWebhook = z.object({
  type: z.enum(ticketEventTypes),
  timestamp: instant,
  data: z.object({
    eventId: uuid,
    ticketId: uuid,
    change: z.enum(ticketChanges),
    /** Number over there, once it was answered. */
    key: nullableText,
    /** `serial · headline` of the condition that presses most. */
    title: z.string(),
    /** What is the matter, in text, at most 8,000 characters. */
    description: z.string(),
    priority: z.enum(priorities),
    customerNumber: nullableText,
    customerName: nullableText,
    dealerNumber: nullableText,
    assetNumber: nullableText,
    serial: nullableText,
    model: nullableText,
    /** Where the device stands. */
    place: nullableText,
    /** Left out unless the organisation allows it. */
    networkAddress: z.optional(nullableText),
    counters: z.array(z.object({ name: z.string(), value: z.number(), at: instant })),
    codes: z.array(z.object({ code: z.string(), meaning: nullableText })),
    bring: z.array(z.object({ item: z.string(), partNumber: nullableText })),
    /** Conditions of the ticket. Of `source` `judgement` only what a person handed over (XC-02). */
    conditions: z.array(
      z.object({
        conditionId: uuid,
        kind: z.enum(conditionKinds),
        subject: z.string(),
        source: z.enum(conditionSources),
        state: z.enum(shownStates),
        headline: z.string(),
        openedAt: instant,
        resolution: z.nullable(z.enum(resolutions)),
        plannedDay: z.nullable(answerDay),
      }),
    ),
    /** What the person who handed it over wrote, or what changed. */
    note: nullableText,
    url: z.url(),
  }),
});
export type TicketWebhook = z.infer<typeof ticketWebhook>;

/** Events about a visit as a whole (DE-27); what gets a planned day is also reported by `visit.planned`. */
export const visitEventTypes = ['visit.changed', 'visit.done'] as const;

const plan = {
  plannedDay: z.nullable(answerDay),
  /** In the zone of the organisation. */
  hours: z.nullable(visitHours),
  /** Name of the person; null: no user. */
  assignee: nullableText,
};

/** Body of a webhook about a visit. `data.version` orders the changes of one visit. */
export const visitWebhook = z.object({
  type: z.enum(visitEventTypes),
  timestamp: instant,
  data: z.object({
    /** The same on every channel. */
    eventId: uuid,
    version: count,
    change: z.enum(visitChanges),
    visit: z.object({
      visitId: uuid,
      kind: z.enum(visitKinds),
      state: z.enum(visitStates),
      ...plan,
      customerNumber: nullableText,
      customerName: nullableText,
      place: nullableText,
      externalKey: nullableText,
      devices: z.array(z.object({ serial: nullableText, model: nullableText })),
    }),
    /** What was planned before; null: it was not planned yet. */
    before: z.nullable(z.object(plan)),
    url: z.url(),
  }),
});
export type VisitWebhook = z.infer<typeof visitWebhook>;

/** Events about a device as such (DE-27). */
export const deviceEventTypes = ['device.added', 'device.moved'] as const;
/** Events about the meters of a device (DE-27). */
export const meterEventTypes = ['meter.corrected'] as const;

const deviceOf = z.object({
  deviceId: uuid,
  serial: nullableText,
  model: nullableText,
  customerNumber: nullableText,
  customerName: nullableText,
  dealerNumber: nullableText,
  dealerName: nullableText,
  description: nullableText,
  /** Where it belongs in the tree of organisations; null: nowhere yet. */
  organisationId: z.nullable(uuid),
});

/** Body of a webhook about a device. `data.version` orders the changes of one device. */
export const deviceWebhook = z.object({
  type: z.enum(deviceEventTypes),
  timestamp: instant,
  data: z.object({
    /** The same on every channel. */
    eventId: uuid,
    version: count,
    device: deviceOf,
    /** Of a move within a dealer where it was; null: it was added, or came from another dealer. */
    before: z.nullable(z.object({ customerNumber: nullableText, organisationId: z.nullable(uuid) })),
    url: z.url(),
  }),
});
export type DeviceWebhook = z.infer<typeof deviceWebhook>;

/**
 * Body of a webhook about a correction of a meter (LG-19 to LG-22). `data.version` orders the changes of one
 * correction: made, then decided.
 */
export const meterWebhook = z.object({
  type: z.enum(meterEventTypes),
  timestamp: instant,
  data: z.object({
    eventId: uuid,
    version: count,
    device: deviceOf,
    correction: z.object({
      correctionId: uuid,
      meter: z.string(),
      kind: z.enum(correctionKinds),
      state: z.enum(correctionStates),
      at: instant,
      /** Of `exclude`. */
      until: z.nullable(instant),
      /** Of `cause`. */
      cause: nullableText,
      /** Of `pages`. */
      pages: z.nullable(z.int()),
      /** Of `reading`. */
      value: z.nullable(z.number()),
      reason: z.enum(correctionReasons),
    }),
    url: z.url(),
  }),
});
export type MeterWebhook = z.infer<typeof meterWebhook>;

/** Events about closes of meters (MX-07). */
export const closeEventTypes = ['meter.closed'] as const;

/**
 * Body of a webhook about a period of meters that was closed: figures are readings; how many of them are
 * estimates stands with them (XC-02). The lines are fetched with an API token of the scope `meters.read`.
 */
export const closeWebhook = z.object({
  type: z.enum(closeEventTypes),
  timestamp: instant,
  data: z.object({
    /** The same on every channel. */
    eventId: uuid,
    version: count,
    /** The first event of its kind on the channel, to try the other system with (MX-06). */
    test: z.boolean(),
    close: z.object({
      closeId: uuid,
      name: z.string(),
      planId: z.nullable(uuid),
      /** Days of the zone, both included. */
      firstDay: answerDay,
      lastDay: answerDay,
      zone: z.string(),
      lines: count,
      corrections: count,
      estimated: count,
      leftOut: count,
      /** SHA-256 over the file of the close. */
      hash: z.string(),
    }),
    /** Where a program fetches the lines. */
    linesUrl: z.url(),
    /** For people. */
    url: z.url(),
  }),
});
export type CloseWebhook = z.infer<typeof closeWebhook>;

/** Body of an example (DE-05). */
export const testWebhook = z.object({
  type: z.literal('test'),
  timestamp: instant,
  data: z.object({ channelName: z.string(), url: z.url() }),
});
export type TestWebhook = z.infer<typeof testWebhook>;

export const webhookBody = z.discriminatedUnion('type', [
  conditionWebhook,
  ticketWebhook,
  visitWebhook,
  deviceWebhook,
  meterWebhook,
  closeWebhook,
  testWebhook,
]);
export type WebhookBody = z.infer<typeof webhookBody>;
