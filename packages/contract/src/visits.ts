import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { deviceParams, nullableText } from './device-call.ts';
import { listSelection, maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { answerDay, count, day, instant, uuid } from './values.ts';
import { timeOfDay, visitHours } from './visit-hours.ts';
import {
  cancellations,
  cancelReasons,
  mostBroughtItems,
  mostVisitDevices,
  mostVisitTasks,
  notDoneReasons,
  plannedKinds,
  visitActions,
  visitKinds,
  visitLists,
  visitPageSize,
  visitResults,
  visitStates,
} from './visit-names.ts';
import { entryProof, itemName, storedRecord } from './visit-records.ts';
import { condition, freeText, person, version } from './worklist-item.ts';
import { priorities } from './worklist-names.ts';

/** A part to bring that no condition asks for: missing at the visit before (VR-08), or entered by hand. */
const broughtItem = z.strictObject({ item: itemName, pieces: z.int().check(z.minimum(1), z.maximum(999)) });
export type BroughtItem = z.infer<typeof broughtItem>;

const shortText = (length: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(length));

/** A device of a visit as planned: what people ticked and entered (VP-04, XC-04). */
export const plannedDevice = z.strictObject({
  deviceId: uuid,
  conditionIds: z.array(uuid).check(z.maxLength(100)),
  tasks: z.optional(z.array(freeText).check(z.maxLength(mostVisitTasks))),
  bring: z.optional(z.array(broughtItem).check(z.maxLength(mostBroughtItems))),
});
export type PlannedDevice = z.infer<typeof plannedDevice>;

/** Where a device of a visit stands. */
export const deviceStates = ['open', 'recorded', 'notDone'] as const;

/** A device of a visit. Serial and model stay readable when the device is gone (GE-16). */
export const visitDevice = z.object({
  deviceId: uuid,
  serial: nullableText,
  model: nullableText,
  description: nullableText,
  state: z.enum(deviceStates),
  /** What presses most of its conditions in the visit; null: none of them is open. */
  priority: z.nullable(z.enum(priorities)),
  conditions: z.array(condition),
  tasks: z.array(z.string()),
  bring: z.array(broughtItem),
  record: z.nullable(storedRecord),
  /** Records that were corrected since, the oldest first (VP-02). */
  formerRecords: z.array(storedRecord),
  /** What reports since then say of the entries of its record; left out: by an earlier release. */
  proofs: z.optional(z.array(entryProof)),
});
export type VisitDevice = z.infer<typeof visitDevice>;

const head = {
  visitId: uuid,
  kind: z.enum(visitKinds),
  state: z.enum(visitStates),
  customerNumber: nullableText,
  customerName: nullableText,
  /** Where at the customer. */
  place: nullableText,
  plannedDay: z.nullable(answerDay),
  hours: z.nullable(visitHours),
  assignee: z.nullable(person),
  note: nullableText,
  /** Number in another system (VP-01). */
  externalKey: nullableText,
  startedAt: z.nullable(instant),
  doneAt: z.nullable(instant),
  /** Its day has passed and it has not begun. */
  isOverdue: z.boolean(),
  /** A record came from an earlier plan and the dispatcher has not marked it as seen (VP-24). */
  isOnOlderPlan: z.boolean(),
  version,
};

/** A visit in a list (VP-06). */
export const visitRow = z.object({
  ...head,
  /** Of each device in order: serial, result once recorded, reason where it was not done. */
  devices: z.array(
    z.object({
      deviceId: uuid,
      serial: nullableText,
      model: nullableText,
      result: z.nullable(z.enum(visitResults)),
      notDone: z.nullable(z.enum(notDoneReasons)),
    }),
  ),
  /** Classes of its devices, each once, the most pressing first. */
  priorities: z.array(z.enum(priorities)),
  /** Conditions in it, and those that went back to the worklist since (WL-25). */
  conditionCount: count,
  wentBack: count,
  /** Parts that were missing, as recorded. */
  missing: z.array(itemName),
  /** What its newest pack asks for, and what was found at the store (VP-08); null: no pack was made yet. */
  bring: z.nullable(z.object({ count, packed: count, notInStock: z.array(itemName), unnumbered: count })),
  /** When the pack was last stored on the telephone of the assignee (amendment to VP-06). */
  packStoredAt: z.nullable(instant),
  madeAt: instant,
});
export type VisitRow = z.infer<typeof visitRow>;

/** A visit (VP-01). */
export const visit = z.object({
  ...head,
  /** How to get in. */
  access: nullableText,
  cancelled: z.nullable(z.object({ reason: z.enum(cancellations), note: nullableText })),
  /** Visit whose missing parts made this draft (VR-08), and the drafts that this one made. */
  formerId: z.nullable(uuid),
  nextIds: z.array(uuid),
  madeBy: z.nullable(person),
  madeAt: instant,
  seenAt: z.nullable(instant),
  devices: z.array(visitDevice),
  /** What the user may do with it now (GE-04). */
  actions: z.array(z.enum(visitActions)),
  zone: z.string(),
});
export type Visit = z.infer<typeof visit>;

const oneVisit = z.object({ visit });

const planned = {
  /** Left out or null: a draft. */
  plannedDay: z.optional(z.nullable(day)),
  hours: z.optional(z.nullable(visitHours)),
  assignee: z.optional(z.nullable(uuid)),
};
const texts = {
  place: z.optional(z.nullable(shortText(200))),
  access: z.optional(z.nullable(freeText)),
  note: z.optional(z.nullable(freeText)),
  externalKey: z.optional(z.nullable(shortText(100))),
};
const devices = z.array(plannedDevice).check(z.minLength(1), z.maxLength(mostVisitDevices));

/**
 * `GET /v1/visits` (VP-06): a page of one list. `open`: planned and under way, and what was done
 * today, by day
 * and hours; `overdue`: planned for a day that has passed; `toRead`: recorded and not seen yet.
 */
export const listVisits = endpoint({
  method: 'GET',
  path: '/v1/visits',
  access: 'user',
  summary: 'Visits of a list, with the numbers of each',
  query: z.strictObject({
    list: withDefault(z.enum(visitLists), 'open'),
    /** `me`: the user; `none`: no user; or the id of a user. */
    assignee: z.optional(z.string().check(z.regex(/^(me|none|[0-9a-f-]{36})$/))),
    /** Days, both included; of `done` and `cancelled` the day on which it ended. */
    from: z.optional(day),
    to: z.optional(day),
    /** In customer, place, serial, person or external key. */
    search: listSelection.search,
    offset: withDefault(wholeFromQuery(0, maxOffset), 0),
    limit: withDefault(wholeFromQuery(1, visitPageSize), visitPageSize),
  }),
  answer: z.object({
    visits: z.array(visitRow),
    head: z.object({
      today: count,
      devicesToday: count,
      underWay: count,
      doneToday: count,
      mine: count,
      open: count,
      drafts: count,
      overdue: count,
      toRead: count,
      done: count,
    }),
    /** Day and time of the answer in the zone of the organisation. */
    today: answerDay,
    zone: z.string(),
    /** Hours of today by the calendar, `HH:MM`; null: no working day. */
    workingHours: z.nullable(z.object({ from: timeOfDay, to: timeOfDay })),
  }),
  answerHeaders: {
    'has-more': "'True' when more visits follow, else 'False'",
    'total-count': 'number of visits found',
  },
});
export type VisitPage = z.infer<typeof listVisits.answer>;

/**
 * `POST /v1/visits` (VP-18), with `Idempotency-Key`. Without a day it is a draft. All devices are of one
 * customer. With the right to record alone a person makes a visit of today for itself (VR-09).
 */
export const makeVisit = endpoint({
  method: 'POST',
  path: '/v1/visits',
  access: 'user',
  tokenScope: 'visits.write',
  summary: 'Make a visit',
  body: z.strictObject({
    kind: z.enum([...plannedKinds, 'elsewhere']),
    ...planned,
    ...texts,
    devices,
  }),
  answer: oneVisit,
});

/** `GET /v1/visits/{id}`. */
export const readVisit = endpoint({
  method: 'GET',
  path: '/v1/visits/{id}',
  access: 'user',
  tokenScope: 'visits.write',
  summary: 'A visit with its devices, conditions and records',
  params: deviceParams,
  answer: oneVisit,
});

/** `PUT /v1/visits/{id}`: what was planned, as a whole; what is left out stays as it is. */
export const changeVisit = endpoint({
  method: 'PUT',
  path: '/v1/visits/{id}',
  access: 'user',
  tokenScope: 'visits.write',
  summary: 'Change a visit',
  params: deviceParams,
  body: z.strictObject({
    kind: z.optional(z.enum(plannedKinds)),
    hours: planned.hours,
    assignee: planned.assignee,
    ...texts,
    devices: z.optional(devices),
    version,
  }),
  answer: oneVisit,
});

/** `POST /v1/visits/{id}/plan`: a day, or another one; a draft becomes planned (VP-02). */
export const planVisit = endpoint({
  method: 'POST',
  path: '/v1/visits/{id}/plan',
  access: 'user',
  tokenScope: 'visits.write',
  summary: 'Set the day of a visit',
  params: deviceParams,
  body: z.strictObject({ ...planned, plannedDay: day, version }),
  answer: oneVisit,
});

/** `POST /v1/visits/{id}/start`: 'I am there' (VP-02); repeated, it changes nothing. */
export const startVisit = endpoint({
  method: 'POST',
  path: '/v1/visits/{id}/start',
  access: 'user',
  summary: 'Begin a visit',
  params: deviceParams,
  body: z.optional(z.nullable(z.strictObject({ at: z.optional(instant) }))),
  answer: oneVisit,
});

/** `POST /v1/visits/{id}/cancel` (VP-02): its conditions go back to the worklist (WL-24). */
export const cancelVisit = endpoint({
  method: 'POST',
  path: '/v1/visits/{id}/cancel',
  access: 'user',
  tokenScope: 'visits.write',
  summary: 'Cancel a visit',
  params: deviceParams,
  body: z.strictObject({ reason: z.enum(cancelReasons), note: z.optional(freeText), version }),
  answer: oneVisit,
});

/** `POST /v1/visits/{id}/seen`: the record was read; 'recorded on an older plan' ends (VP-24). */
export const seeVisit = endpoint({
  method: 'POST',
  path: '/v1/visits/{id}/seen',
  access: 'user',
  summary: 'Mark the record of a visit as read',
  params: deviceParams,
  body: z.optional(z.nullable(z.strictObject({}))),
  answer: oneVisit,
});
