import * as z from 'zod/mini';
import {
  channelKinds,
  deliveryEvents,
  deliveryReasons,
  deliveryStates,
  deviceEvents,
  messageKinds,
} from './channel-names.ts';
import { deliveryTry } from './channels.ts';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { count, instant, uuid } from './values.ts';
import { conditionFacts } from './worklist-item.ts';
import { conditionKinds, priorities } from './worklist-names.ts';

/** Entries of a page of the log, and of one call of 'Send again'. */
export const mostListedDeliveries = 100;
export const mostAgain = 200;

const loggedEvents = [...deliveryEvents, ...deviceEvents] as const;

/** What a message is about first, as far as a headline needs it. */
const about = z.object({
  rowId: uuid,
  conditionId: uuid,
  kind: z.enum(conditionKinds),
  subject: z.string(),
  facts: conditionFacts,
  openedAt: instant,
  lastSeenAt: instant,
  serial: nullableText,
  model: nullableText,
  customerName: nullableText,
});

/** One message, or an event that waits for its message (DE-17, DE-20). The id never changes (DE-16). */
export const delivery = z.object({
  deliveryId: uuid,
  at: instant,
  kind: z.enum(messageKinds),
  /** Of its first event; null: the message is the server's own. */
  event: z.nullable(z.enum(loggedEvents)),
  about: z.nullable(about),
  /** Of a message of the kind `device` the device of its first event, of a ticket its own; as it is now. */
  device: z.nullable(z.object({ serial: nullableText, model: nullableText, customerName: nullableText })),
  /** Events in it. */
  count,
  priority: z.nullable(z.enum(priorities)),
  /** One of them rests on a judgement (TX-20). */
  isJudged: z.boolean(),
  channel: z.object({ channelId: uuid, name: z.string(), kind: z.enum(channelKinds) }),
  subscription: z.nullable(z.object({ subscriptionId: uuid, name: z.string() })),
  state: z.enum(deliveryStates),
  reason: z.nullable(z.enum(deliveryReasons)),
  /** When it is looked at or tried next; null: never. */
  dueAt: z.nullable(instant),
  tries: z.array(deliveryTry),
});
export type Delivery = z.infer<typeof delivery>;

const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number));

/** `GET /v1/deliveries` (DE-20): newest first; own channels, and with the right to manage delivery all. */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/v1/deliveries',
  access: 'user',
  summary: 'Log of deliveries of the last 90 days',
  query: z.strictObject({
    deliveryId: z.optional(uuid),
    channelId: z.optional(uuid),
    state: z.optional(z.enum(deliveryStates)),
    reason: z.optional(z.enum(deliveryReasons)),
    kind: z.optional(z.enum(messageKinds)),
    event: z.optional(z.enum(loggedEvents)),
    from: z.optional(instant),
    to: z.optional(instant),
    /** Serial, customer, subject, or text of an answer. */
    search: z.optional(z.string().check(z.maxLength(200))),
    offset: z.optional(wholeNumber),
  }),
  answer: z.object({
    deliveries: z.array(delivery),
    count,
    /** By state, whatever the filter by state. */
    states: z.record(z.enum(deliveryStates), count),
  }),
});

/**
 * `POST /v1/deliveries/again` (DE-19): these, or all of a channel and span that failed or were given up. They
 * keep their ids.
 */
export const sendAgain = endpoint({
  method: 'POST',
  path: '/v1/deliveries/again',
  access: 'user',
  summary: 'Send messages again',
  body: z.union([
    z.strictObject({ deliveryIds: z.array(uuid).check(z.minLength(1), z.maxLength(mostAgain)) }),
    z.strictObject({ channelId: uuid, from: instant, to: instant }),
  ]),
  answer: z.object({ count }),
});
