import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { codesSince } from './codes-since.ts';
import { deviceParams, nullableNumber, nullableText } from './device-call.ts';
import { sortOrders } from './device-names.ts';
import { listSelection, maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { exportFormats, exportTypes } from './export.ts';
import { timeZone } from './time-zone.ts';
import { answerDay, count, day, instant, uuid } from './values.ts';
import { visitHours } from './visit-hours.ts';
import {
  condition,
  conditionFacts,
  freeText,
  itemResult,
  person,
  version,
  worklistEvent,
  worklistRow,
} from './worklist-item.ts';
import {
  actors,
  callMatters,
  conditionKinds,
  dueFilters,
  mostJobItems,
  priorities,
  resolveReasons,
  shownStates,
  snoozeReasons,
  worklistGroups,
  worklistSorts,
} from './worklist-names.ts';

const oneOf = (names: readonly string[]) => {
  const known = new RegExp(`^(${names.join('|')})(,(${names.join('|')}))*$`);
  return z.optional(z.string().check(z.maxLength(200), z.regex(known)));
};
const textList = z.optional(z.string().check(z.maxLength(2000)));

/**
 * Filters (WL-55): names with commas are alternatives, all filters hold together; customers and models as
 * JSON arrays of texts.
 */
export const worklistFilters = {
  search: listSelection.search,
  groupId: listSelection.groupId,
  /** `me`: the user; `none`: no user; or ids of users. */
  assignee: z.optional(z.string().check(z.maxLength(800), z.regex(/^(me|none|[0-9a-f-]{36})(,[0-9a-f-]{36})*$/))),
  priority: oneOf(priorities),
  /**
   * `resolved` alone: the devices with something that was resolved today, newest first, with that alone; in
   * the day of the organisation. Together with other states it adds nothing.
   */
  state: oneOf(shownStates),
  kind: oneOf(conditionKinds),
  whoCanAct: oneOf(actors),
  customer: textList,
  model: textList,
  due: oneOf(dueFilters),
  /** Only what opened, came back or became worse since the user's last visit. */
  isNew: z.optional(z.literal('1')),
  /** Also what has a planned day ahead (amendment to WL-57). */
  planned: z.optional(z.literal('1')),
  waiting: z.optional(z.enum(snoozeReasons)),
};

const order = {
  sort: withDefault(z.enum(worklistSorts), 'cost'),
  /** Left out: the usual direction. */
  sortOrder: z.optional(z.enum(sortOrders)),
  groupBy: withDefault(z.enum(worklistGroups), 'none'),
};

const facet = z.object({ value: z.string(), name: z.optional(z.string()), count });

/** Rows of a page (WL-56). */
export const worklistPageSize = 100;

/** `GET /v1/worklist` (WL-66). */
export const listWorklist = endpoint({
  method: 'GET',
  path: '/v1/worklist',
  access: 'user',
  summary: 'A page of the worklist',
  query: z.strictObject({
    offset: withDefault(wholeFromQuery(0, maxOffset), 0),
    limit: withDefault(wholeFromQuery(1, worklistPageSize), worklistPageSize),
    ...worklistFilters,
    ...order,
    facets: z.optional(z.literal('1')),
    /** Asks for the number of rows of each view. */
    viewCounts: z.optional(z.literal('1')),
  }),
  answer: z.object({
    rows: z.array(worklistRow),
    /** With a grouping: the groups of the rows of this page, each with all its rows (WL-58). */
    groups: z.optional(z.array(z.object({ value: z.string(), name: nullableText, count, cost: z.number() }))),
    /** P1 and P2 without an owner, all P1 and P2, all P3; whatever the filters. */
    head: z.object({
      unowned: count,
      pressing: count,
      p3: count,
      planned: count,
      nextPlannedDay: z.nullable(answerDay),
      /** Rows of P4, and rows that are snoozed as a whole. */
      p4: z.optional(count),
      snoozed: z.optional(count),
      /** Devices with something that was resolved today; left out where the page has rows. */
      resolvedToday: z.optional(count),
    }),
    /** Counts by filter and value with `facets=1`: each counted with all other filters applied. */
    facets: z.optional(z.record(z.string(), z.array(facet))),
    /**
     * Rows of each built-in view by its name and of each saved view by its id (FV-01), with
     * `viewCounts=1`; a view whose filters are no longer understood is left out.
     */
    viewCounts: z.optional(z.record(z.string(), count)),
    /** Since when 'new' counts, and what went meanwhile (WL-63); null: the user was never here. */
    seen: z.nullable(
      z.object({ at: instant, goneByThemselves: count, resolvedByVisits: count, resolvedByPeople: count }),
    ),
    /** How fresh the list is (WL-64). `collectors`: working ones, and all that should be. */
    freshness: z.object({
      judgedAt: z.nullable(instant),
      waiting: count,
      oldestWaiting: z.nullable(instant),
      collectors: z.nullable(z.object({ working: count, all: count })),
    }),
    /** Over 30 openings in ten minutes (WL-74). */
    manyAtOnce: z.nullable(
      z.object({ count, customer: z.nullable(facet), collector: z.nullable(facet), kind: z.nullable(facet) }),
    ),
    zone: z.string(),
  }),
  answerHeaders: {
    'has-more': "'True' when more rows follow, else 'False'",
    'total-count': 'number of rows found',
  },
});
export type WorklistPage = z.infer<typeof listWorklist.answer>;

/** `GET /v1/worklist/{id}` (WL-67): the drawer of one row, whatever its entity. */
export const readWorklistRow = endpoint({
  method: 'GET',
  path: '/v1/worklist/{id}',
  access: 'user',
  summary: 'One row of the worklist with its conditions, history, forecast and what to bring',
  params: deviceParams,
  query: z.strictObject({ offset: withDefault(wholeFromQuery(0, maxOffset), 0) }),
  answer: z.object({
    /** Null: nothing is open; former conditions may follow. */
    row: z.nullable(worklistRow),
    /** Which device; left out where the row is about another entity. */
    device: z.optional(
      z.object({
        serial: nullableText,
        model: nullableText,
        customerNumber: nullableText,
        customerName: nullableText,
        description: nullableText,
      }),
    ),
    updatedAt: z.nullable(instant),
    status: nullableText,
    /** Conditions of the last 24 months, open ones first, 50 a page. */
    conditions: z.array(condition),
    conditionCount: count,
    /** Signs of the first grade: shown, never conditions. */
    watch: z.array(z.object({ component: z.string(), messageId: z.string() })),
    /** Inputs of the use factor (WL-48). */
    use: z.object({
      pagesAMonth: nullableNumber,
      medianOfFleet: nullableNumber,
      factor: nullableNumber,
      weight: z.nullable(z.object({ factor: z.number(), reason: z.string(), by: person, version })),
      hoursOfNextDay: z.number(),
      nextWorkingDay: answerDay,
    }),
    bring: z.array(z.object({ item: z.string(), pieces: count, conditionId: z.nullable(uuid), why: conditionFacts })),
    /** The next 8 weeks: day with 80 % range, or null with the reason. */
    forecast: z.array(
      z.object({
        /** `toner.cyan`, or the subject of a part: `drum.black`. */
        item: z.string(),
        day: z.nullable(answerDay),
        range: z.nullable(z.object({ lower: answerDay, upper: answerDay })),
        urgency: z.optional(z.enum(['now', 'nextVisit'])),
      }),
    ),
    /** Codes that changed since the last visit (`isVisit`), or since that day. Null: no device. */
    codeChanges: z.nullable(z.object({ since: answerDay, isVisit: z.boolean(), ...codesSince.shape })),
    /**
     * Open conditions that were more often than not resolved without a visit on this model within a year
     * (QF-03).
     */
    phone: z.array(z.object({ conditionId: uuid, without: count, known: count })),
    errors: z.array(z.object({ day: answerDay, code: z.string(), count })),
    silences: z.array(z.object({ from: instant, to: z.nullable(instant) })),
    visits: z.array(
      z.object({ visitId: uuid, day: answerDay, assignee: z.nullable(person), state: z.string(), note: nullableText }),
    ),
    notes: z.array(z.object({ noteId: uuid, at: instant, by: z.nullable(person), text: z.string() })),
    events: z.array(worklistEvent),
    eventCount: count,
    zone: z.string(),
  }),
});
export type WorklistDetail = z.infer<typeof readWorklistRow.answer>;

const item = z.strictObject({ conditionId: uuid, version });
const fields = {
  items: z.array(item).check(z.minLength(1), z.maxLength(mostJobItems)),
  note: z.optional(freeText),
};

/**
 * `POST /v1/worklist/actions` (WL-68). Each item succeeds or fails for itself. More than 200 items go on as a
 * job (GE-13, decision 0386).
 */
export const actOnWorklist = endpoint({
  method: 'POST',
  path: '/v1/worklist/actions',
  access: 'user',
  summary: 'Acknowledge, assign, plan, snooze, resolve, note, or take one of these back',
  isLong: true,
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('acknowledge'), ...fields }),

    /** Null: to no user. */
    z.strictObject({ action: z.literal('assign'), assignee: z.nullable(uuid), ...fields }),
    /** One visit for all devices of a customer (WL-23); without hours it joins one of that day and person. */
    z.strictObject({
      action: z.literal('plan'),
      plannedDay: day,
      hours: z.optional(visitHours),
      assignee: z.nullable(uuid),
      ...fields,
    }),
    z.strictObject({ action: z.literal('unplan'), ...fields }),
    /** Without a day: until worse, at most 90 days. */
    z.strictObject({
      action: z.literal('snooze'),
      until: z.optional(instant),
      untilWorse: z.boolean(),
      reason: z.enum(snoozeReasons),
      ...fields,
    }),
    z.strictObject({ action: z.literal('wake'), ...fields }),
    z.strictObject({ action: z.literal('resolve'), reason: z.enum(resolveReasons), ...fields }),
    /** A note of the device (GE-18). */
    z.strictObject({ action: z.literal('note'), ...fields, note: freeText }),
    /** Takes back what the same person did with the conditions within the last ten minutes. */
    z.strictObject({ action: z.literal('undo'), actionId: uuid, items: fields.items }),
  ]),
  answer: z.object({
    /** Names what was done, for `undo`. */
    actionId: uuid,
    results: z.array(itemResult),
  }),
});
export type ActionResult = z.infer<typeof actOnWorklist.answer>;
export type ActionBody = z.infer<NonNullable<typeof actOnWorklist.body>>;

/** `POST /v1/worklist/conditions` (WL-19, WL-69): a customer's call. */
export const enterCall = endpoint({
  method: 'POST',
  path: '/v1/worklist/conditions',
  access: 'user',
  summary: "Enter a customer's call about a device",
  body: z.strictObject({
    deviceId: uuid,
    matter: z.enum(callMatters),
    /** The caller says that the device cannot be used at all. */
    unusable: z.boolean(),
    text: z.optional(freeText),
  }),
  answer: z.object({ condition }),
});

/** `PUT /v1/worklist/{id}/priority` (WL-52, WL-70). `priority` null: back to computed. */
export const setPriority = endpoint({
  method: 'PUT',
  path: '/v1/worklist/{id}/priority',
  access: 'user',
  summary: 'Set the class of a row by hand, or take it back',
  params: deviceParams,
  body: z.strictObject({
    priority: z.nullable(z.enum(priorities)),
    until: z.optional(instant),
    reason: z.optional(freeText),
    /** Of the class by hand that is changed; left out where there is none. */
    version: z.optional(version),
  }),
  answer: z.object({ row: worklistRow }),
});

/** `PUT /v1/device/{id}/weight` (WL-48, WL-70). `weight` null: none. */
export const setWeight = endpoint({
  method: 'PUT',
  path: '/v1/device/{id}/weight',
  access: 'user',
  summary: 'Give a device a weight by hand',
  params: deviceParams,
  body: z.strictObject({
    weight: z.nullable(z.number().check(z.minimum(0.25), z.maximum(4))),
    reason: z.optional(freeText),
    /** Of the weight that is changed; left out where there is none. */
    version: z.optional(version),
  }),
  answer: z.object({ weight: z.nullable(z.object({ factor: z.number(), reason: z.string(), version })) }),
});

/** `GET /v1/worklist/export` (WL-71): all rows of the filters, as a file. */
export const exportWorklist = endpoint({
  method: 'GET',
  path: '/v1/worklist/export',
  access: 'user',
  summary: 'The worklist, as a file',
  query: z.strictObject({
    format: z.enum(exportFormats),
    ...worklistFilters,
    ...order,
    timeZone: z.optional(timeZone),
  }),
  answer: z.string(),
  answerTypes: Object.values(exportTypes),
  answerHeaders: { 'total-count': 'number of rows in the file', 'content-disposition': 'a file name with the day' },
});

const idList = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/;

/** Devices of which `listPeople` can say who sees them. */
export const mostSeenDevices = 50;

/** `GET /v1/worklist/people`: to whom the user may assign, with what each has. */
export const listPeople = endpoint({
  method: 'GET',
  path: '/v1/worklist/people',
  access: 'user',
  summary: 'People to whom conditions can be assigned',
  query: z.strictObject({
    /** Ids of devices, with commas between them. */
    devices: z.optional(z.string().check(z.maxLength(mostSeenDevices * 37), z.regex(idList))),
  }),
  answer: z.object({
    people: z.array(
      z.object({
        ...person.shape,
        rows: count,
        visitsToday: count,
        /** How many of the devices this person does not see: work there cannot be assigned to it. */
        unseen: z.optional(count),
      }),
    ),
  }),
});

/** `POST /v1/worklist/seen` (WL-63): 'Mark as seen'. */
export const markSeen = endpoint({
  method: 'POST',
  path: '/v1/worklist/seen',
  access: 'user',
  summary: 'Remember that the user has seen the list up to this instant',
  body: z.strictObject({ at: instant }),
  answer: z.object({ at: instant }),
});
