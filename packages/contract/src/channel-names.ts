// Names of delivery without schemas: a client that needs only these loads no zod. Rows: specification of the
// next capabilities, section 5.

/** Where something goes (DE-01). `mail`, `teams` and `slack` reach people, `webhook` reaches a machine. */
export const channelKinds = ['mail', 'webhook', 'teams', 'slack'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Whether a program reads what goes there (XC-02). */
export const isForMachines = (kind: ChannelKind): boolean => kind === 'webhook';

/**
 * `unverified`: the holder of the mail address has not confirmed it (DE-04). `failing`, `disabled`: DE-19.
 */
export const channelStates = ['unverified', 'active', 'failing', 'disabled'] as const;
export type ChannelState = (typeof channelStates)[number];

/** Who owns a channel: a user, or the organisation. */
export const channelOwners = ['self', 'organisation'] as const;
export type ChannelOwner = (typeof channelOwners)[number];

/** Languages of messages. */
export const messageLanguages = ['en-us', 'ja-jp'] as const;
export type MessageLanguage = (typeof messageLanguages)[number];

/**
 * What happens to a condition, as subscriptions choose it (DE-02). `assigned`: to the owner of the channel;
 * `collector`: a collector fell silent or works again, whatever the other events.
 */
export const deliveryEvents = [
  'opened',
  'cameBack',
  'worse',
  'assigned',
  'overdue',
  'forgotten',
  'acknowledged',
  'snoozed',
  'visitPlanned',
  'resolved',
  'collector',
] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

/** What happens to a visit as a whole, as subscriptions choose it (DE-02, DE-27). */
export const visitEvents = ['visitChanged', 'visitDone'] as const;
export type VisitEvent = (typeof visitEvents)[number];
/** A device stopped reporting, or reports again: opening and end of its condition `stopped` (DE-27). */
export const silenceEvents = ['deviceStopped', 'deviceReporting'] as const;
/** Choices of a subscription that name the opening and the end of conditions of one kind. */
export type NamedChoice = 'collector' | (typeof silenceEvents)[number];

/**
 * What happens to a device as such, as subscriptions choose it (DE-27): it reported for the first time,
 * belongs to another customer or dealer, or one of its meters was corrected.
 */
export const deviceEvents = ['deviceAdded', 'deviceMoved', 'meterCorrected'] as const;
export type DeviceEvent = (typeof deviceEvents)[number];

/** What happens to closes of meters, as subscriptions choose it (MX-07): a period was closed. */
export const closeEvents = ['meterClosed'] as const;

/** All that a subscription can choose. */
export const subscriptionEvents = [
  ...deliveryEvents,
  ...visitEvents,
  ...silenceEvents,
  ...deviceEvents,
  ...closeEvents,
] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/** What one message is about. `change`: one or several events; `ticket`: for another system (TK-04);
 * `visit`: a visit as a whole; `device`: a device as such; `close`: a close of meters; the others are the
 * server's own. */
export const messageKinds = [
  'change',
  'reminder',
  'digest',
  'summary',
  'limit',
  'test',
  'confirmation',
  'channelFailing',
  'rulePaused',
  'ticket',
  'ticketNotConfirmed',
  'tokenEnds',
  'visit',
  'device',
  'close',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * States of a delivery (DE-17). Nothing is ever called delivered: `accepted` is what the other side answered.
 */
export const deliveryStates = ['waiting', 'held', 'sending', 'accepted', 'failed', 'givenUp', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why a delivery is held (DE-06, DE-10 to DE-14, XC-02), or was given up or dropped (DE-03, DE-09, DE-18,
 * DE-19).
 */
export const deliveryReasons = [
  'group',
  'quiet',
  'digest',
  'limit',
  'snoozed',
  'inhibited',
  'visit',
  'judged',
  'unverified',
  'superseded',
  'openingNotSent',
  'notVisible',
  'ownerGone',
  'channelDisabled',
  'subscriptionGone',
  'rulePaused',
  'byHand',
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/** Subscriptions of a channel at most (DE-02). */
export const mostSubscriptions = 50;
/** Channels of a user, and of the organisation, at most. */
export const mostChannels = 50;
/** Tests of a channel an hour (DE-05), and mails that ask for a confirmation a day (DE-04). */
export const mostTests = 10;
export const mostConfirmations = 3;
/** Messages of a channel for people (DE-13). */
export const usualLimits = { hour: 20, day: 100 } as const;
/** Rows of a digest (DE-11). */
export const mostDigestRows = 50;
/** Days of the log (DE-20, GE-16). */
export const logDays = 90;
