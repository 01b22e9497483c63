import * as z from 'zod/mini';
import {
  channelKinds,
  channelOwners,
  channelStates,
  messageLanguages,
  mostSubscriptions,
  mostTests,
  subscriptionEvents,
} from './channel-names.ts';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { timeZone } from './time-zone.ts';
import { count, instant, uuid } from './values.ts';
import { person, version } from './worklist-item.ts';
import { conditionKinds, priorities } from './worklist-names.ts';

/** Texts of a scope at most. */
const mostTexts = 200;
const longestName = 80;
const longestAddress = 2000;
/** Hours for which the former secret of a webhook still signs after a rotation (DE-26). */
export const longestOverlapHours = 7 * 24;
export const usualOverlapHours = 24;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(longestName));
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
/** 0 is Monday. */
const weekday = z.int().check(z.minimum(0), z.maximum(6));

/** What of all conditions (DE-02): those that match every part that is there. */
export const subscriptionScope = z.strictObject({
  /** Of devices in one of these groups. */
  groupIds: z.optional(z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(mostTexts))),
  customerNumbers: z.optional(
    z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))).check(z.minLength(1), z.maxLength(mostTexts)),
  ),
  /** Only what is assigned to the owner of the channel. */
  assignedToMe: z.optional(z.boolean()),
});
export type SubscriptionScope = z.infer<typeof subscriptionScope>;

/**
 * Quiet hours (DE-10) in the zone of the channel. A span whose end is not after its beginning ends on the
 * next day and belongs to the day on which it begins; an end equal to the beginning is 24 hours.
 */
export const quietHours = z.strictObject({
  spans: z
    .array(z.strictObject({ days: z.array(weekday).check(z.minLength(1), z.maxLength(7)), from: clock, to: clock }))
    .check(z.maxLength(14)),
  /** The holidays of the organisation are quiet as well. */
  onHolidays: z.boolean(),
  /** P1 waits too. */
  isReallyQuiet: z.boolean(),
});
export type QuietHours = z.infer<typeof quietHours>;

/** When it goes: at once, or together at chosen times in the zone of the channel (DE-11). */
export const deliveryTimes = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('once') }),
  z.strictObject({
    at: z.literal('digest'),
    times: z.array(clock).check(z.minLength(1), z.maxLength(12)),
    /** Working days of the organisation, or all. */
    days: z.enum(['working', 'all']),
    isSentEmpty: z.boolean(),
  }),
]);
export type DeliveryTimes = z.infer<typeof deliveryTimes>;

const subscriptionFields = {
  name,
  scope: subscriptionScope,
  /** Left out: all. */
  kinds: z.optional(z.array(z.enum(conditionKinds)).check(z.minLength(1), z.maxLength(conditionKinds.length))),
  /** Of conditions of rules only those of these; left out: all. */
  ruleIds: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(mostTexts))),
  leastPriority: z.enum(priorities),
  events: z.array(z.enum(subscriptionEvents)).check(z.minLength(1), z.maxLength(subscriptionEvents.length)),
  when: deliveryTimes,
  quiet: z.nullable(quietHours),
};
/** A subscription as written (DE-02). Without an id it is a new one. */
export const subscriptionForm = z.strictObject({ subscriptionId: z.optional(uuid), ...subscriptionFields });
export type SubscriptionForm = z.infer<typeof subscriptionForm>;

/** `stoppedAt`: by the one-click link of a mail; null: it is not. */
export const subscription = z.object({
  ...subscriptionFields,
  subscriptionId: uuid,
  stoppedAt: z.nullable(instant),
});
export type Subscription = z.infer<typeof subscription>;

/** Messages an hour and a day at most (DE-13). */
export const channelLimits = z.strictObject({
  hour: z.int().check(z.minimum(1), z.maximum(1000)),
  day: z.int().check(z.minimum(1), z.maximum(10_000)),
});
export type ChannelLimits = z.infer<typeof channelLimits>;

/** One try of a message: what the other side answered, or why there was no answer. */
export const deliveryTry = z.object({
  at: instant,
  outcome: z.enum(['accepted', 'failed', 'givenUp', 'gone']),
  /** Status of HTTP or reply code of SMTP; null: no answer. */
  code: z.nullable(z.int()),
  milliseconds: count,
  /** The first kilobyte of the answer. */
  answer: nullableText,
  /** Why it failed, in English; null: it did not. */
  reason: nullableText,
});
export type DeliveryTry = z.infer<typeof deliveryTry>;

/** A channel (DE-01). Secrets are never answered; addresses of others are masked (DE-20). */
export const channel = z.object({
  channelId: uuid,
  kind: z.enum(channelKinds),
  owner: z.enum(channelOwners),
  /** Of `self` the user; null: the organisation. */
  ownedBy: z.nullable(person),
  name: z.string(),
  address: z.string(),
  state: z.enum(channelStates),
  /** Since when it is in this state. */
  stateSince: instant,
  language: z.enum(messageLanguages),
  zone: z.string(),
  limits: channelLimits,
  /** Of a webhook the secrets that sign, newest first; `until` null: the present one. */
  secrets: z.array(z.object({ madeAt: instant, until: z.nullable(instant) })),
  /** What became of the messages of the last 24 hours. */
  lastDay: z.object({ accepted: count, held: count, waiting: count, failed: count, givenUp: count }),
  lastTry: z.nullable(deliveryTry),
  subscriptionCount: count,
  /** The user may change it. */
  own: z.boolean(),
  madeAt: instant,
  version,
});
export type Channel = z.infer<typeof channel>;

const address = z.string().check(z.trim(), z.minLength(3), z.maxLength(longestAddress));
const channelFields = {
  name,
  language: z.enum(messageLanguages),
  zone: timeZone,
  /** Left out: 20 an hour, 100 a day. */
  limits: z.optional(channelLimits),
};

const params = z.strictObject({ id: uuid });
const one = z.object({ channel });
const versionQuery = z.strictObject({
  version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
});

/** `GET /v1/channels` (DE-32): own ones, and with the right to manage delivery all others, masked. */
export const listChannels = endpoint({
  method: 'GET',
  path: '/v1/channels',
  access: 'user',
  summary: 'Channels of delivery',
  answer: z.object({
    channels: z.array(channel),
    /** The organisation's channel for what no user took up (DE-07, DE-08); null: none. */
    fallbackChannelId: z.nullable(uuid),
    /** This server has the settings to send mail (DE-21). */
    sendsMail: z.boolean(),
  }),
});

/**
 * `POST /v1/channels`. `owner` `organisation` needs the right to manage delivery. Of a webhook the secret is
 * in this answer alone (DE-25). A mail address gets a link for confirmation (DE-04).
 */
export const addChannel = endpoint({
  method: 'POST',
  path: '/v1/channels',
  access: 'user',
  summary: 'Make a channel of delivery',
  body: z.strictObject({ kind: z.enum(channelKinds), owner: z.enum(channelOwners), address, ...channelFields }),
  answer: z.object({ channel, secret: z.optional(z.string()) }),
});

/** `GET /v1/channels/{id}`. */
export const readChannel = endpoint({
  method: 'GET',
  path: '/v1/channels/{id}',
  access: 'user',
  summary: 'A channel of delivery',
  params,
  answer: one,
});

/** `PUT /v1/channels/{id}`: another mail address must be confirmed again. `address` left out: as it is. */
export const changeChannel = endpoint({
  method: 'PUT',
  path: '/v1/channels/{id}',
  access: 'user',
  summary: 'Change a channel of delivery',
  params,
  body: z.strictObject({
    address: z.optional(address),
    ...channelFields,
    /** Of a channel of the organisation: it is the fallback channel. */
    isFallback: z.optional(z.boolean()),
    version,
  }),
  answer: one,
});

/** `DELETE /v1/channels/{id}`: what waits is dropped; the log stays. */
export const removeChannel = endpoint({
  method: 'DELETE',
  path: '/v1/channels/{id}',
  access: 'user',
  summary: 'Delete a channel of delivery',
  params,
  query: versionQuery,
  answer: z.object({ status: z.string() }),
});

/** `POST /v1/channels/{id}/test` (DE-05): what happened stands in the log under the id. */
export const testChannel = endpoint({
  method: 'POST',
  path: '/v1/channels/{id}/test',
  access: 'user',
  summary: `Send an example to a channel, at most ${mostTests} an hour`,
  params,
  answer: z.object({ deliveryId: uuid }),
});

/** `POST /v1/channels/{id}/rotate` (DE-26): the new secret is in this answer alone. */
export const rotateSecret = endpoint({
  method: 'POST',
  path: '/v1/channels/{id}/rotate',
  access: 'user',
  summary: 'Give a webhook another secret',
  params,
  body: z.strictObject({
    version,
    /** Hours for which the present one signs as well. */
    overlapHours: z.optional(z.int().check(z.minimum(0), z.maximum(longestOverlapHours))),
  }),
  answer: z.object({ channel, secret: z.string() }),
});

/**
 * `POST /v1/channels/{id}/enable`: of an address that is not confirmed, the link goes out once more (DE-04).
 */
export const enableChannel = endpoint({
  method: 'POST',
  path: '/v1/channels/{id}/enable',
  access: 'user',
  summary: 'Use a failing or disabled channel again, or send the link for confirmation again',
  params,
  body: z.strictObject({ version }),
  answer: one,
});

const subscriptions = z.object({ subscriptions: z.array(subscription), version });

/** `GET /v1/channels/{id}/subscriptions`; `version` is that of the channel. */
export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/v1/channels/{id}/subscriptions',
  access: 'user',
  summary: 'What goes to a channel',
  params,
  answer: subscriptions,
});

/** `PUT /v1/channels/{id}/subscriptions`: all of them; what is left out is deleted. */
export const changeSubscriptions = endpoint({
  method: 'PUT',
  path: '/v1/channels/{id}/subscriptions',
  access: 'user',
  summary: 'Say what goes to a channel',
  params,
  body: z.strictObject({ subscriptions: z.array(subscriptionForm).check(z.maxLength(mostSubscriptions)), version }),
  answer: subscriptions,
});
