import * as z from 'zod/mini';
import { nullableNumber, nullableText } from './device-call.ts';
import { ticketStates } from './ticket-names.ts';
import { answerDay, count, instant, uuid } from './values.ts';
import {
  actors,
  callMatters,
  conditionKinds,
  conditionMarks,
  conditionSignals,
  conditionSources,
  priorities,
  resolutions,
  shownStates,
  snoozeReasons,
  worklistActions,
  workStates,
} from './worklist-names.ts';

/** Free text of people (GE-18): plain text, line breaks kept. */
export const freeText = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));
/** Of every changeable entity (GE-06): a whole number from 1. */
export const version = z.int().check(z.minimum(1));

/** A person who works with the list; of an erased one the name is `erased-<id>` (GE-17). */
export const person = z.object({ userId: uuid, name: z.string() });
export type Person = z.infer<typeof person>;

/**
 * The facts that a headline and an evidence line are made of; texts are the portal's. `code`: device code or
 * setting (`C371`, `05.2103.0`); `item`: colour, part code or port; `days`, `range`: when it is expected, in
 * days from `asOf` (the day of the answer), with its 80 % range; `percent`: life or level; `count`: errors or
 * devices; `text`: the device's own words.
 */
export const conditionFacts = z.object({
  code: z.optional(z.string()),
  item: z.optional(z.string()),
  urgency: z.optional(z.enum(['now', 'nextVisit', 'low', 'nearFull', 'empty', 'full'])),
  days: z.optional(z.number()),
  range: z.optional(z.object({ lower: z.number(), upper: z.number() })),
  asOf: z.optional(answerDay),
  percent: z.optional(z.number()),
  threshold: z.optional(z.number()),
  count: z.optional(z.number()),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  day: z.optional(answerDay),
  messageId: z.optional(z.string()),
  partCode: z.optional(z.string()),
  risk: z.optional(z.object({ within7Days: z.number(), within14Days: z.number(), within28Days: z.number() })),
  ratedOnly: z.optional(z.boolean()),
  matter: z.optional(z.enum(callMatters)),
  unusable: z.optional(z.boolean()),
  text: z.optional(z.string()),
  /** Of a condition that an alert rule opened: the rule as it is now, and what its tests found. */
  rule: z.optional(
    z.object({
      ruleId: uuid,
      logic: count,
      name: z.string(),
      note: z.string(),
      priority: z.enum(['computed', ...priorities]),
      whoCanAct: z.enum(actors),
      inWorklist: z.boolean(),
      isJudged: z.boolean(),
      values: z.array(z.object({ metric: z.string(), value: nullableNumber, word: z.optional(z.string()) })),
    }),
  ),
});
export type ConditionFacts = z.infer<typeof conditionFacts>;

/**
 * Cost of one more working day (WL-47 to WL-50), in points. `hours`: working hours of the next working day;
 * `use`: factor of WL-48, null where the use is not known (1 counts); `chance`: of WL-49;
 * `chanceFrom`: what it rests on (the corrected risk, the range of the predicted day, or the urgency alone),
 * left out where the device reports it; `heldBack`: points that a limit of the device took off (amendment to
 * WL-50).
 */
export const conditionCost = z.object({
  points: z.number(),
  hours: nullableNumber,
  use: nullableNumber,
  chance: nullableNumber,
  chanceFrom: z.optional(z.enum(['risk', 'range', 'urgency'])),
  heldBack: z.optional(z.number()),
});
export type ConditionCost = z.infer<typeof conditionCost>;

/** Who called for how long, and why (WL-27). `until`: null for 'until worse' without a day. */
const snooze = z.object({
  until: z.nullable(instant),
  untilWorse: z.boolean(),
  reason: z.enum(snoozeReasons),
  note: z.optional(z.string()),
});

/** The ticket of another system that has a condition (TK-02). */
export const ticketMark = z.object({
  ticketId: uuid,
  /** Name of the system. */
  system: z.string(),
  state: z.enum(ticketStates),
  /** Number and address over there; null: not answered yet. */
  key: nullableText,
  url: nullableText,
  /** No answer within 24 hours (TK-11). */
  isNotConfirmed: z.boolean(),
});
export type TicketMark = z.infer<typeof ticketMark>;

/** One matter of one subject (WL-01). */
export const condition = z.object({
  conditionId: uuid,
  kind: z.enum(conditionKinds),
  subject: z.string(),
  source: z.enum(conditionSources),
  signal: z.enum(conditionSignals),
  work: z.enum(workStates),
  state: z.enum(shownStates),
  marks: z.array(z.enum(conditionMarks)),
  facts: conditionFacts,
  whoCanAct: z.enum(actors),
  assignee: z.nullable(person),
  openedAt: instant,
  lastSeenAt: instant,
  clearedAt: z.nullable(instant),
  resolvedAt: z.nullable(instant),
  resolution: z.nullable(z.enum(resolutions)),
  regressions: count,
  /** Condition that this one follows from (WL-43 to WL-46); it costs nothing meanwhile. */
  inhibitedBy: z.nullable(uuid),
  /** The former condition of the same matter (WL-35). */
  formerId: z.nullable(uuid),
  plannedDay: z.nullable(answerDay),
  visitId: z.nullable(uuid),
  snooze: z.nullable(snooze),
  /** Its newest ticket; left out: it was never handed over. */
  ticket: z.optional(ticketMark),
  cost: z.nullable(conditionCost),
  /** What the user may do with it now (GE-04); `undo` goes by the action that is taken back. */
  actions: z.optional(z.array(z.enum(worklistActions))),
  version,
});
export type Condition = z.infer<typeof condition>;

/** What became of one condition of an action (WL-68). */
export const itemResult = z.object({
  conditionId: uuid,
  /** One of `itemCodes`. */
  code: z.int(),
  current: z.optional(condition),
  /** With 202002: who changed it last; null: the server (TX-19). */
  changedBy: z.optional(z.nullable(person)),
});

/** What a row is about: a device, a collector (WL-16) or a customer's devices together (WL-18). */
const entity = z.enum(['device', 'collector', 'customer']);

/** A row of the list (WL-56): one device, collector or customer with its conditions that are not resolved. */
export const worklistRow = z.object({
  rowId: uuid,
  entity,
  serial: nullableText,
  model: nullableText,
  customerNumber: nullableText,
  customerName: nullableText,
  description: nullableText,
  /** Of a collector its name. */
  name: nullableText,
  /** Without a meaning where the state is `resolved`. */
  priority: z.enum(priorities),
  /** Class set by hand (WL-52); `computed`: what it would be. */
  byHand: z.nullable(
    z.object({ until: instant, reason: z.string(), computed: z.enum(priorities), version: z.optional(version) }),
  ),
  cost: z.number(),
  /** Points that rest on figures of the judgement; the rest was reported. */
  judgedCost: z.number(),
  /** Parts of the cost that could not be worked out (GE-10). */
  unknown: count,
  /** The three costliest conditions; the first makes the headline. */
  conditions: z.array(condition),
  conditionCount: count,
  /** What the user may do with at least one of its open conditions, listed or not (GE-04). */
  actions: z.optional(z.array(z.enum(worklistActions))),
  state: z.enum(shownStates),
  marks: z.array(z.enum(conditionMarks)),
  assignee: z.nullable(person),
  plannedDay: z.nullable(answerDay),
  /** The ticket of its costliest condition that has one which is not ended (TK-02); left out: none. */
  ticket: z.optional(ticketMark),
  /** When the oldest of it opened; with the state `resolved`, when the last of it was resolved. */
  since: instant,
  /** Opened, came back or became worse since the user last marked the list as seen (WL-63). */
  isNew: z.boolean(),
  /**
   * Agreed answer time (WL-51): the instant by which a person must have acknowledged, and the factor by which
   * it raises the order.
   */
  answer: z.nullable(z.object({ due: instant, factor: z.number(), minutesLeft: z.number() })),
});
export type WorklistRow = z.infer<typeof worklistRow>;

/**
 * A transition or note (WL-59). `by`: null is the server. `change`: an action of a person or a step of the
 * server.
 */
export const worklistEvent = z.object({
  eventId: uuid,
  at: instant,
  conditionId: z.nullable(uuid),
  by: z.nullable(person),
  change: z.string(),
  from: z.nullable(z.enum(workStates)),
  to: z.nullable(z.enum(workStates)),
  detail: z.record(z.string(), z.unknown()),
  /** Was taken back (WL-42). */
  undone: z.boolean(),
  /** Of an action that the user can still take back: its id, for `undo`. */
  actionId: z.optional(uuid),
});
export type WorklistEvent = z.infer<typeof worklistEvent>;
