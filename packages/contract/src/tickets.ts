import * as z from 'zod/mini';
import { channelKinds, channelStates } from './channel-names.ts';
import { quietHours, subscriptionScope } from './channels.ts';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { mostHandOverRows, ticketAnswers, ticketChanges, ticketEffects } from './ticket-names.ts';
import { answerDay, count, day, instant, uuid } from './values.ts';
import { condition, conditionFacts, freeText, itemResult, person, ticketMark, version } from './worklist-item.ts';
import { conditionKinds, conditionSources, priorities, resolutions, shownStates } from './worklist-names.ts';

/** Conditions of one handing over at most: those of 200 rows. */
const mostItems = 2000;

/**
 * A rule of handing over (TK-05). It takes what devices report and what rules measure, never a judgement;
 * there is no field that changes that (XC-01).
 */
export const handOverRule = z.strictObject({
  scope: z.omit(subscriptionScope, { assignedToMe: true }),
  /** Left out: all. */
  kinds: z.optional(z.array(z.enum(conditionKinds)).check(z.minLength(1), z.maxLength(conditionKinds.length))),
  leastPriority: z.enum(priorities),
  /** Minutes that a condition must be open first. */
  delayMinutes: z.int().check(z.minimum(0), z.maximum(7 * 24 * 60)),
  /** Spans in which nothing is handed over, in the zone of the channel; null: none. */
  quiet: z.nullable(z.omit(quietHours, { isReallyQuiet: true })),
});
export type HandOverRule = z.infer<typeof handOverRule>;

const systemFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** Webhook or mail channel of the organisation by which tickets go out (TK-04). */
  channelId: uuid,
  /** The network address of devices goes along (TK-06). */
  withNetworkAddress: z.boolean(),
  /** What its answers do (TK-08). */
  effects: z.record(z.enum(ticketAnswers), z.enum(ticketEffects)),
  rules: z.array(handOverRule).check(z.maxLength(20)),
};
/** A ticket system as written. */
export const ticketSystemForm = z.strictObject(systemFields);
export type TicketSystemForm = z.infer<typeof ticketSystemForm>;

/** A ticket system (TK-01). Without the right to manage delivery `rules` are left empty. */
export const ticketSystem = z.object({
  ...systemFields,
  systemId: uuid,
  channel: z.object({ kind: z.enum(channelKinds), name: z.string(), state: z.enum(channelStates) }),
  /** Tickets that are not ended, and those of them without an answer for 24 hours (TK-11). */
  live: count,
  notConfirmed: count,
  lastAnswerAt: z.nullable(instant),
  /** Who made it: notified of tickets without an answer. */
  madeBy: z.nullable(person),
  madeAt: instant,
  /** The user may change it. */
  own: z.boolean(),
  version,
});
export type TicketSystem = z.infer<typeof ticketSystem>;

/** A ticket (TK-02) with what became of it, oldest first. */
export const ticket = z.object({
  ...ticketMark.shape,
  systemId: uuid,
  deviceId: uuid,
  serial: nullableText,
  conditions: z.array(condition),
  /** Null: a rule of handing over. */
  askedBy: z.nullable(person),
  askedAt: instant,
  plannedDay: z.nullable(answerDay),
  assignee: nullableText,
  lastOutAt: z.nullable(instant),
  lastInAt: z.nullable(instant),
  events: z.array(
    z.object({
      at: instant,
      way: z.enum(['out', 'in']),
      /** Of `out` what was sent; of `in` what was reported. */
      change: z.enum([...ticketChanges, ...ticketAnswers]),
      note: nullableText,
      /** Of `out` its entry in the log of deliveries. */
      deliveryId: z.nullable(uuid),
    }),
  ),
});
export type Ticket = z.infer<typeof ticket>;

const systemParams = z.strictObject({ id: uuid });
const oneSystem = z.object({ system: ticketSystem });

/** `GET /v1/ticket-systems`: for all who may hand over. */
export const listTicketSystems = endpoint({
  method: 'GET',
  path: '/v1/ticket-systems',
  access: 'user',
  summary: 'Ticket systems to which conditions can be handed over',
  answer: z.object({ systems: z.array(ticketSystem) }),
});

/** `POST /v1/ticket-systems`: needs the right to manage delivery. */
export const addTicketSystem = endpoint({
  method: 'POST',
  path: '/v1/ticket-systems',
  access: 'user',
  summary: 'Connect a ticket system',
  body: ticketSystemForm,
  answer: oneSystem,
});

/** `PUT /v1/ticket-systems/{id}`: tickets that went out keep their way. */
export const changeTicketSystem = endpoint({
  method: 'PUT',
  path: '/v1/ticket-systems/{id}',
  access: 'user',
  summary: 'Change a ticket system',
  params: systemParams,
  body: z.strictObject({ ...systemFields, version }),
  answer: oneSystem,
});

/** `DELETE /v1/ticket-systems/{id}`: its tickets end; the conditions stay as they are. */
export const removeTicketSystem = endpoint({
  method: 'DELETE',
  path: '/v1/ticket-systems/{id}',
  access: 'user',
  summary: 'Disconnect a ticket system',
  params: systemParams,
  query: z.strictObject({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
  answer: z.object({ status: z.string() }),
});

/**
 * `POST /v1/tickets/preview` (TK-03): what handing these rows over would do; makes nothing. Rows that are not
 * about a device, and what the user may not act on, are left out.
 */
export const previewTickets = endpoint({
  method: 'POST',
  path: '/v1/tickets/preview',
  access: 'user',
  summary: 'What handing rows over to a ticket system would do',
  body: z.strictObject({
    systemId: uuid,
    rowIds: z.array(uuid).check(z.minLength(1), z.maxLength(mostHandOverRows)),
  }),
  answer: z.object({
    devices: z.array(
      z.object({
        rowId: uuid,
        serial: nullableText,
        model: nullableText,
        customerName: nullableText,
        description: nullableText,
        priority: z.enum(priorities),
        /** The ticket of the device at this system that takes notes (TK-03); null: there is none. */
        ticket: z.nullable(ticketMark),
        /** Not resolved, without a live ticket; the costliest first. */
        conditions: z.array(condition),
      }),
    ),
    leftOut: count,
  }),
});
export type TicketPreview = z.infer<typeof previewTickets.answer>;

/**
 * `POST /v1/tickets` (TK-03): the conditions of one device become one ticket, or a note on the one it has.
 * What rests on a judgement goes because a person read and chose it here, and in no other way (XC-01).
 */
export const handOver = endpoint({
  method: 'POST',
  path: '/v1/tickets',
  access: 'user',
  summary: 'Hand conditions over to a ticket system',
  body: z.strictObject({
    systemId: uuid,
    items: z.array(z.strictObject({ conditionId: uuid, version })).check(z.minLength(1), z.maxLength(mostItems)),
    /** Devices for which a second ticket is wanted although one is open (TK-03). */
    apart: z.optional(z.array(uuid).check(z.maxLength(mostHandOverRows))),
    note: z.optional(freeText),
  }),
  answer: z.object({
    results: z.array(itemResult),
    /** New tickets and tickets that got a note, by device. */
    tickets: z.array(z.object({ rowId: uuid, isNew: z.boolean(), ticket: ticketMark })),
  }),
});
export type HandOverResult = z.infer<typeof handOver.answer>;

/** `GET /v1/tickets/{ticketId}`. */
export const readTicket = endpoint({
  method: 'GET',
  path: '/v1/tickets/{ticketId}',
  access: 'user',
  summary: 'A ticket of another system with what became of it',
  params: z.strictObject({ ticketId: uuid }),
  answer: z.object({ ticket }),
});

/**
 * `POST /v1/tickets/{ticketId}/state` (TK-07), by the other system with an API token. An older `changedAt`
 * or a repeated `sequence` changes nothing and answers 200 with `changed` false.
 */
export const answerTicket = endpoint({
  method: 'POST',
  path: '/v1/tickets/{ticketId}/state',
  access: 'user',
  tokenScope: 'tickets.write',
  summary: 'Report the state of a ticket',
  params: z.strictObject({ ticketId: uuid }),
  body: z.strictObject({
    state: z.enum(ticketAnswers),
    key: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
    /** `https` address of the ticket, for people. */
    url: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))),
    /** Needed with `planned`. */
    plannedDay: z.optional(day),
    assignee: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    note: z.optional(freeText),
    changedAt: instant,
    sequence: z.int().check(z.minimum(0)),
  }),
  answer: z.object({ changed: z.boolean(), ticket: ticketMark }),
});

/** A condition for programs: what rests on a judgement only after a person acted on it (XC-02). */
export const fedCondition = z.object({
  conditionId: uuid,
  /** Place in the order of changes; the last one of a page is the next `changedSince`. */
  change: z.string(),
  changedAt: instant,
  kind: z.enum(conditionKinds),
  subject: z.string(),
  source: z.enum(conditionSources),
  state: z.enum(shownStates),
  priority: z.enum(priorities),
  facts: conditionFacts,
  openedAt: instant,
  lastSeenAt: instant,
  resolvedAt: z.nullable(instant),
  resolution: z.nullable(z.enum(resolutions)),
  assignee: nullableText,
  plannedDay: z.nullable(answerDay),
  ticket: z.nullable(ticketMark),
  deviceId: z.nullable(uuid),
  serial: nullableText,
  model: nullableText,
  customerNumber: nullableText,
  customerName: nullableText,
  dealerNumber: nullableText,
  description: nullableText,
});
export type FedCondition = z.infer<typeof fedCondition>;

/**
 * `GET /v1/conditions` (TK-12): what changed, by change order, 1,000 a page, the last 30 days. Without
 * `changedSince` from the beginning of these. As JSON, or with `format=csv` as CSV.
 */
export const feedConditions = endpoint({
  method: 'GET',
  path: '/v1/conditions',
  access: 'user',
  tokenScope: 'conditions.read',
  summary: 'Conditions that changed, for programs',
  query: z.strictObject({
    /** `change` of the last condition that the caller has, or an instant. */
    changedSince: z.optional(z.string().check(z.maxLength(80))),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  answer: z.object({ conditions: z.array(fedCondition), hasMore: z.boolean(), next: nullableText }),
  answerHeaders: {
    'has-more': "'True' when more changes follow, else 'False'",
    'next-change': 'the `changedSince` of the next page',
  },
});
