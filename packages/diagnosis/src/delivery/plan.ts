import type { ChannelKind, DeliveryEvent, DeliveryReason, NamedChoice } from '@platen/contract/channel-names';
import { isForMachines } from '@platen/contract/channel-names';
import type { ChannelLimits, DeliveryTimes, QuietHours } from '@platen/contract/channels';
import { minuteMs } from '@platen/contract/constants';
import type { Priority, WorkState } from '@platen/contract/worklist-names';
import type { Instant } from '../conditions/model.ts';
import { mayLeave } from './match.ts';
import { type DaysOff, nextHour, nextMidnight, quietUntil } from './times.ts';

// Which waiting events of one channel become which messages now (DE-06 to DE-15, DE-18, XC-02).

/** How long the first news of a customer waits for more (DE-06). */
export const groupWaitMs = 2 * minuteMs;
/** How long changes of what was sent wait after the last message (DE-06). */
const changeWaitMs = 30 * minuteMs;
/** More openings of a subscription at once are one summary (DE-15). */
export const mostAtOnce = 30;
/** How often what is held by another condition or a snooze is looked at again. */
const lookAgainMs = 10 * minuteMs;

/** The condition of an event as it is now; null in its place: it is gone, or the owner may not see it. */
export interface ConditionNow {
  readonly work: WorkState;
  /** The device no longer reports it, though it is not resolved yet. */
  readonly isCleared: boolean;
  readonly priority: Priority;
  readonly isInhibited: boolean;
  /** Of a snoozed one; null: until worse, or not snoozed. */
  readonly snoozedUntil: Instant | null;
  /** A visit to it is under way or near (DE-14), until then. */
  readonly visitUntil: Instant | null;
  readonly isJudged: boolean;
  readonly hasPersonActed: boolean;
}

export interface WaitingEvent {
  readonly id: string;
  /** `visit`: of a visit as a whole; `device`: of a device as such. */
  readonly kind: 'change' | 'reminder' | 'visit' | 'device';
  /** Of visits and devices null. */
  readonly event: DeliveryEvent | null;
  /** The choice that named it (DE-27); null: the event itself. */
  readonly chosen: NamedChoice | null;
  /** Null: chosen by the server, as a reminder on the fallback channel, or a visit for its assignee. */
  readonly subscriptionId: string | null;
  /** Customer; of visits and devices another one than of conditions. */
  readonly groupKey: string;
  readonly at: Instant;
  /** Null: not by time. */
  readonly dueAt: Instant | null;
  readonly reason: DeliveryReason | null;
  readonly priority: Priority;
  /** Of visits and devices null. */
  readonly condition: ConditionNow | null;
  /** A message about the condition was tried on this channel since it last opened, or one about the visit. */
  readonly wasSent: boolean;
}

export interface PlannedSubscription {
  readonly when: DeliveryTimes;
  readonly quiet: QuietHours | null;
  /** It chose to hear of ends of silences, and not of their beginnings. */
  readonly isOfEndsAlone?: boolean;
  /** Its digest is due. */
  readonly isDigestDue: boolean;
  /** When the last message about a customer went. */
  readonly lastSent: ReadonlyMap<string, Instant>;
}

export interface PlannedChannel {
  readonly kind: ChannelKind;
  readonly zone: string;
  readonly limits: ChannelLimits;
  /** Messages of this hour and of this day in the zone of the channel. */
  readonly sent: { readonly hour: number; readonly day: number };
  /** The message that the limit is reached was sent in this hour or day. */
  readonly isLimitAnnounced: { readonly hour: boolean; readonly day: boolean };
  readonly subscriptions: ReadonlyMap<string, PlannedSubscription>;
}

export type Step =
  | { readonly step: 'drop'; readonly ids: readonly string[]; readonly reason: DeliveryReason }
  | {
      readonly step: 'hold';
      readonly ids: readonly string[];
      readonly reason: DeliveryReason;
      readonly until: Instant | null;
    }
  | {
      readonly step: 'send';
      readonly ids: readonly string[];
      readonly kind: WaitingEvent['kind'] | 'digest' | 'summary';
      readonly subscriptionId: string | null;
      /** Of a digest. */
      readonly why?: 'time' | 'quiet' | 'limit';
    }
  | { readonly step: 'limit'; readonly limit: 'hour' | 'day'; readonly count: number; readonly until: Instant };

type Send = Extract<Step, { step: 'send' }>;

/**
 * The steps for the events of a channel: those that are due, and those that wait with them. Each event is in
 * at most one step; one in none waits on as it is.
 */
export function planMessages(
  events: readonly WaitingEvent[],
  channel: PlannedChannel,
  off: DaysOff,
  now: Instant,
): Step[] {
  const steps: Step[] = [];
  const ready: WaitingEvent[] = [];
  for (const event of events) {
    const decided = decideAlone(event, channel, off, now);
    if (decided === undefined) ready.push(event);
    else if (decided.step === 'drop' || !isSame(decided, event)) steps.push(decided);
  }
  if (isForMachines(channel.kind)) {
    const due = ready.filter((one) => isDue(one, now));
    const alone = due.map(({ id, kind, subscriptionId }): Send => ({ step: 'send', ids: [id], kind, subscriptionId }));
    return [...steps, ...alone];
  }
  const { messages, holds } = gather(ready, channel, now);
  return [...steps, ...holds, ...limit(messages, channel, now)];
}

const isDue = ({ dueAt }: WaitingEvent, now: Instant): boolean => dueAt !== null && dueAt <= now;
const isSame = (step: Step, { reason, dueAt }: WaitingEvent): boolean =>
  step.step === 'hold' && step.reason === reason && step.until === dueAt;

/** What follows from the event alone; undefined: it may go. */
function decideAlone(
  event: WaitingEvent,
  channel: PlannedChannel,
  off: DaysOff,
  now: Instant,
): Exclude<Step, { step: 'send' | 'limit' }> | undefined {
  const { subscriptionId } = event;
  const ids = [event.id];
  const subscription = subscriptionId === null ? undefined : channel.subscriptions.get(subscriptionId);
  if (subscriptionId !== null && subscription === undefined) return { step: 'drop', ids, reason: 'subscriptionGone' };
  const isOfCondition = event.kind === 'change' || event.kind === 'reminder';
  const ofCondition = isOfCondition
    ? decideCondition(event, { kind: channel.kind, isOfEndsAlone: subscription?.isOfEndsAlone }, now)
    : undefined;
  if (ofCondition !== undefined) return ofCondition;
  if (isForMachines(channel.kind) || subscription === undefined) return undefined;
  if (subscription.when.at === 'digest')
    return subscription.isDigestDue ? undefined : { step: 'hold', ids, reason: 'digest', until: null };
  const mayPass = event.priority === 'P1' && subscription.quiet?.isReallyQuiet !== true;
  const until = mayPass ? null : quietUntil(subscription.quiet, channel.zone, off, now);
  if (until === null) return undefined;
  return { step: 'hold', ids, reason: 'quiet', until: Number.isFinite(until) ? until : null };
}

/** What follows from how the condition is now; undefined: it may go. */
function decideCondition(
  event: WaitingEvent,
  { kind, isOfEndsAlone = isForMachines(kind) }: { kind: ChannelKind; isOfEndsAlone: boolean | undefined },
  now: Instant,
): Exclude<Step, { step: 'send' | 'limit' }> | undefined {
  const { condition } = event;
  const ids = [event.id];
  if (condition === null) return { step: 'drop', ids, reason: 'superseded' };
  const gone = whySuperseded(event, condition);
  const isAlone = gone === 'openingNotSent' && isOfEndsAlone && event.chosen !== null;
  if (gone !== undefined && !isAlone) return { step: 'drop', ids, reason: gone };
  if (!mayLeave(kind, condition)) return { step: 'hold', ids, reason: 'judged', until: null };
  const held = isHeldBack(event, condition, now);
  return held === undefined ? undefined : { step: 'hold', ids, ...held };
}

/** Why there is nothing to send any more (DE-09, DE-18); undefined: there is. */
export function whySuperseded(
  { event, kind, wasSent }: Pick<WaitingEvent, 'event' | 'kind' | 'wasSent'>,
  { work, priority, isCleared }: Pick<ConditionNow, 'work' | 'priority' | 'isCleared'>,
): 'superseded' | 'openingNotSent' | undefined {
  if (kind === 'reminder') return work === 'open' && priority === 'P1' && !isCleared ? undefined : 'superseded';
  if (event === 'resolved') return work !== 'resolved' ? 'superseded' : wasSent ? undefined : 'openingNotSent';
  if (work === 'resolved') return 'superseded';
  if (isCleared && (event === 'opened' || event === 'cameBack' || event === 'worse')) return 'superseded';
  if (event === 'acknowledged' && work === 'open') return 'superseded';
  if (event === 'snoozed' && work !== 'snoozed') return 'superseded';
  if (event === 'visitPlanned' && work !== 'planned') return 'superseded';
  return undefined;
}

/** What is held back while somebody or something else has it in hand (DE-14); undefined: nothing holds it. */
function isHeldBack(
  { event }: WaitingEvent,
  { work, isInhibited, snoozedUntil, visitUntil }: ConditionNow,
  now: Instant,
): { reason: DeliveryReason; until: Instant } | undefined {
  // News about what people did, and that it is over, are not held.
  if (event === null || ['assigned', 'acknowledged', 'snoozed', 'visitPlanned', 'resolved'].includes(event))
    return undefined;
  if (isInhibited) return { reason: 'inhibited', until: now + lookAgainMs };
  if (work === 'snoozed') return { reason: 'snoozed', until: Math.max(now, snoozedUntil ?? now + lookAgainMs) };
  if (visitUntil !== null && visitUntil > now) return { reason: 'visit', until: visitUntil };
  return undefined;
}

/** Puts together what goes together; what is ready and waits for more is in neither list. */
function gather(
  ready: readonly WaitingEvent[],
  channel: PlannedChannel,
  now: Instant,
): { messages: Send[]; holds: Step[] } {
  const messages: Send[] = [];
  const holds: Step[] = [];
  const digest = (events: readonly WaitingEvent[], subscriptionId: string | null, why: 'time' | 'quiet' | 'limit') =>
    messages.push({ step: 'send', kind: 'digest', subscriptionId, why, ids: events.map(({ id }) => id) });
  const overLimit = ready.filter((one) => one.reason === 'limit');
  if (overLimit.some((one) => isDue(one, now))) digest(overLimit, overLimit[0]?.subscriptionId ?? null, 'limit');
  const rest = ready.filter((one) => one.reason !== 'limit');
  for (const [id, subscription] of channel.subscriptions) {
    const own = rest.filter(({ subscriptionId }) => subscriptionId === id);
    if (subscription.when.at === 'digest') {
      if (subscription.isDigestDue && (own.length > 0 || subscription.when.isSentEmpty)) digest(own, id, 'time');
      continue;
    }
    const quiet = own.filter(({ reason }) => reason === 'quiet');
    if (quiet.some((one) => isDue(one, now))) digest(quiet, id, 'quiet');
    const others = own.filter(({ reason }) => reason !== 'quiet');
    const openings = others.filter(
      ({ kind, event }) => kind === 'change' && (event === 'opened' || event === 'cameBack'),
    );
    const isCrowded = openings.length > mostAtOnce && openings.some((one) => isDue(one, now));
    if (isCrowded)
      messages.push({ step: 'send', kind: 'summary', subscriptionId: id, ids: openings.map((one) => one.id) });
    const single = isCrowded ? others.filter((one) => !openings.includes(one)) : others;
    byGroup(single, id, subscription, now, messages, holds);
  }
  for (const one of rest)
    if (one.subscriptionId === null && isDue(one, now))
      messages.push({ step: 'send', kind: one.kind, subscriptionId: null, ids: [one.id] });
  return { messages, holds };
}

/** News of a customer go together, and changes of what was sent (DE-06); reminders by themselves. */
function byGroup(
  events: readonly WaitingEvent[],
  subscriptionId: string,
  { lastSent }: PlannedSubscription,
  now: Instant,
  messages: Send[],
  holds: Step[],
): void {
  const groups = new Map<string, WaitingEvent[]>();
  for (const event of events) {
    const key = `${event.kind} ${isChange(event)} ${event.groupKey}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || !group.some((one) => isDue(one, now))) continue;
    const ids = group.map(({ id }) => id);
    const free = (lastSent.get(first.groupKey) ?? -Infinity) + changeWaitMs;
    if (first.kind !== 'reminder' && isChange(first) && free > now)
      holds.push({ step: 'hold', ids, reason: 'group', until: free });
    else messages.push({ step: 'send', kind: first.kind, subscriptionId, ids });
  }
}

/** About something that was sent before, and no news for a person by name. */
const isChange = ({ wasSent, event }: WaitingEvent): boolean =>
  wasSent && event !== 'assigned' && event !== 'overdue' && event !== 'forgotten';

/**
 * Beyond the limit one message says so, and everything further waits for the end of the hour or day (DE-13).
 */
function limit(
  messages: readonly Send[],
  { limits, sent, isLimitAnnounced, zone }: PlannedChannel,
  now: Instant,
): Step[] {
  const left = { hour: limits.hour - sent.hour, day: limits.day - sent.day };
  const most = Math.max(0, Math.min(left.hour, left.day));
  if (messages.length <= most) return [...messages];
  const which = left.day <= left.hour ? 'day' : 'hour';
  const until = which === 'day' ? nextMidnight(zone, now) : nextHour(now);
  const held = messages.slice(most).flatMap(({ ids }) => ids);
  return [
    ...messages.slice(0, most),
    ...(isLimitAnnounced[which] ? [] : [{ step: 'limit', limit: which, count: limits[which], until } as const]),
    ...(held.length === 0 ? [] : [{ step: 'hold', ids: held, reason: 'limit', until } as const]),
  ];
}
