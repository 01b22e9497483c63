import * as z from 'zod/mini';
import { codesSince } from './codes-since.ts';
import { deviceParams, nullableNumber, nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { errorCategories } from './report-sections.ts';
import { answerDay, count, instant, uuid } from './values.ts';
import { visitEffect } from './visit-effects.ts';
import { visitHours } from './visit-hours.ts';
import { visitKinds, visitStates } from './visit-names.ts';
import { fetchStates, forecastReasons, packGroups, taskKinds } from './visit-pack-names.ts';
import { itemName, storedRecord } from './visit-records.ts';
import { conditionFacts, person } from './worklist-item.ts';
import { conditionKinds, priorities } from './worklist-names.ts';

// The visit pack (VP-07 to VP-19): all that a technician reads before and at the devices of a visit.

const range = z.object({ lower: answerDay, upper: answerDay });

/** A condition of the visit, for its headline. `priority`: its class alone; null: it has no cost. */
const packCondition = z.object({
  conditionId: uuid,
  kind: z.enum(conditionKinds),
  subject: z.string(),
  facts: conditionFacts,
  priority: z.nullable(z.enum(priorities)),
  openedAt: instant,
  lastSeenAt: instant,
});
export type PackCondition = z.infer<typeof packCondition>;

/**
 * A part or consumable to bring (VP-08). `conditionId`: that it is for. `life`: percent consumed; `level`:
 * percent left; `day` and `range`: end of life or empty, with its 80 % range.
 */
const broughtPart = z.object({
  item: itemName,
  group: z.enum(packGroups),
  pieces: count,
  ownNumber: nullableText,
  makerNumber: nullableText,
  /** Name in the organisation's table of part numbers (VP-20). */
  name: nullableText,
  conditionId: z.nullable(uuid),
  life: nullableNumber,
  level: nullableNumber,
  day: z.nullable(answerDay),
  range: z.nullable(range),
});
export type BroughtPart = z.infer<typeof broughtPart>;

/** A line of what to do (VP-09). */
const task = z.object({
  kind: z.enum(taskKinds),
  /** Stable from pack to pack. */
  key: z.string(),
  conditionId: z.nullable(uuid),
  /** Advice of the catalogue. */
  messageId: nullableText,
  /** Note of the rule, of the proposal or of the planner. */
  text: nullableText,
  /** `setting`: code, present value and the one to set; `firmware`: version and target. */
  code: nullableText,
  from: nullableText,
  to: nullableText,
  by: z.nullable(person),
  at: z.nullable(instant),
});
export type PackTask = z.infer<typeof task>;

/** Coded settings of errors that the answer names: paper source, size and function. */
const mostly = z.object({ paperSource: nullableText, paperSize: nullableText, function: nullableText });

/**
 * Errors of one code since the last visit (VP-10). `days`: those of `firstDay` on, up to the day of the
 * pack.
 */
const errorGroup = z.object({
  code: z.string(),
  category: z.enum(errorCategories),
  count,
  firstAt: instant,
  lastAt: instant,
  /** Total pages at the last one. */
  counter: nullableNumber,
  mostly,
  days: z.array(count),
});
export type ErrorGroup = z.infer<typeof errorGroup>;

const packError = z.object({
  code: z.string(),
  category: z.enum(errorCategories),
  at: instant,
  counter: nullableNumber,
  ...mostly.shape,
});

/** Jams of one paper source. `perThousand` null: too few feeds. `usual`: of the model. */
const feedRate = z.object({
  source: z.string(),
  feeds: count,
  jams: count,
  perThousand: nullableNumber,
  usual: nullableNumber,
});
export type FeedRate = z.infer<typeof feedRate>;

const counterRow = z.object({
  /** `total`, `black`, `color`, or a paper source. */
  name: z.string(),
  now: count,
  atVisit: nullableNumber,
  difference: nullableNumber,
});
export type CounterRow = z.infer<typeof counterRow>;

/** A part or colour in the next 8 weeks; without a day the reason (VP-13). */
const forecastLine = z.object({
  item: itemName,
  day: z.nullable(answerDay),
  range: z.nullable(range),
  percent: nullableNumber,
  reason: z.nullable(z.enum(forecastReasons)),
  readings: nullableNumber,
  needed: nullableNumber,
});
export type ForecastLine = z.infer<typeof forecastLine>;

const pastVisit = z.object({
  visitId: uuid,
  day: z.nullable(answerDay),
  technician: nullableText,
  note: nullableText,
  record: z.nullable(storedRecord),
  /** What it changed, one line each (VE-05). */
  effects: z.array(visitEffect),
});

/** One device of a pack: one page. */
export const packDevice = z.object({
  deviceId: uuid,
  serial: nullableText,
  model: nullableText,
  series: nullableText,
  /** Where it stands, as reported or entered. */
  description: nullableText,
  /** Of its row in the worklist; null: it has none. Left out in packs of before this field. */
  priority: z.optional(z.nullable(z.enum(priorities))),
  assetNumber: nullableText,
  networkAddress: nullableText,
  unpackingDate: nullableText,
  firmware: nullableText,
  firmwareTarget: nullableText,
  /** Of the newest report; of the judgement. */
  reportedAt: instant,
  judgedAt: z.nullable(instant),
  isMonochrome: z.boolean(),
  conditions: z.array(packCondition),
  bring: z.array(broughtPart),
  tasks: z.array(task),
  /** Settings to set back, of which `tasks` has the first 100. */
  settingCount: z.optional(count),
  /** When the last visit was; null: none is known, and `since` lies 30 days back. */
  lastVisitAt: z.nullable(instant),
  since: instant,
  errors: z.object({
    count,
    groups: z.array(errorGroup),
    groupCount: count,
    /** Day of the first bar, and days from it on without a report. */
    firstDay: answerDay,
    silentDays: z.array(count),
    newest: z.array(packError),
  }),
  feeds: z.array(feedRate),
  codes: codesSince,
  counters: z.object({
    at: instant,
    /** Day of the readings of the last visit. */
    visitDay: z.nullable(answerDay),
    rows: z.array(counterRow),
    pagesAMonth: nullableNumber,
  }),
  forecast: z.object({ lines: z.array(forecastLine), later: z.array(itemName) }),
  before: z.array(pastVisit),
  notes: z.array(z.object({ noteId: uuid, at: instant, by: z.nullable(person), text: z.string() })),
});
export type PackDevice = z.infer<typeof packDevice>;

/** What is in a pack and stays as it was when it was made. */
export const packBody = z.object({
  visitId: uuid,
  /** Version of the visit that it was made from. */
  version: count,
  kind: z.enum(visitKinds),
  state: z.enum(visitStates),
  customerNumber: nullableText,
  customerName: nullableText,
  place: nullableText,
  access: nullableText,
  note: nullableText,
  plannedDay: z.nullable(answerDay),
  hours: z.nullable(visitHours),
  assignee: z.nullable(person),
  madeBy: z.nullable(person),
  devices: z.array(packDevice),
  /** Devices of the visit that the user may not see. */
  hidden: count,
  zone: z.string(),
});
export type PackBody = z.infer<typeof packBody>;

/** What the technician found of a part at the store (VP-08); parts that are still to be packed have none. */
export const fetchEntry = z.object({
  deviceId: uuid,
  item: itemName,
  state: z.enum(fetchStates),
  by: z.nullable(person),
  at: instant,
});
export type FetchEntry = z.infer<typeof fetchEntry>;

/** A pack as answered (VP-17). */
export const visitPack = z.object({
  ...packBody.shape,
  madeAt: instant,
  /** What the pack before did not have: `{deviceId} bring {item}`; null: there was none. */
  fresh: z.nullable(z.object({ since: instant, keys: z.array(z.string()) })),
  fetched: z.array(fetchEntry),
  /** When its assignee last stored it on a telephone (amendment to VP-06). */
  storedAt: z.nullable(instant),
  /** The visit is recorded: this is the pack it was recorded from. */
  isFrozen: z.boolean(),
});
export type VisitPack = z.infer<typeof visitPack>;

/**
 * `GET /v1/visits/{id}/pack` (VP-18). The pack that the user last opened, or a new one: without one,
 * after an hour, when the plan changed, and with `refresh`. Of a recorded visit the one that it was
 * recorded from.
 */
export const readVisitPack = endpoint({
  method: 'GET',
  path: '/v1/visits/{id}/pack',
  access: 'user',
  summary: 'All that is known of the devices of a visit, to be read at them',
  params: deviceParams,
  query: z.strictObject({ refresh: z.optional(z.literal('1')) }),
  answer: visitPack,
  answerHeaders: { etag: 'tag of the pack, for `if-none-match`' },
});

/** `PUT /v1/visits/{id}/fetched` (VP-08): state of one part in the fetch box. */
export const fetchPart = endpoint({
  method: 'PUT',
  path: '/v1/visits/{id}/fetched',
  access: 'user',
  summary: 'Mark a part of the pack as packed or not in stock',
  params: deviceParams,
  body: z.strictObject({ deviceId: uuid, item: itemName, state: z.enum(['toPack', ...fetchStates]) }),
  answer: z.object({ fetched: z.array(fetchEntry) }),
});

/** `POST /v1/visits/{id}/stored` (amendment to VP-06): the assignee's telephone has stored the pack. */
export const notePackStored = endpoint({
  method: 'POST',
  path: '/v1/visits/{id}/stored',
  access: 'user',
  summary: 'Note that the pack of a visit is stored on the telephone of its assignee',
  params: deviceParams,
  body: z.optional(z.nullable(z.strictObject({}))),
  answer: z.object({ storedAt: z.nullable(instant) }),
});
