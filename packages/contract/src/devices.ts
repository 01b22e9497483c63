import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { devicePageSize, identifierTextLimit, searchTextLimit } from './constants.ts';
import {
  bracketPattern,
  deviceStatuses,
  firmwareMatchers,
  reasonSources,
  sortColumns,
  sortOrders,
} from './device-names.ts';
import { endpoint } from './endpoint.ts';
import { answerDay, instant, uuid } from './values.ts';
import { visitStates } from './visit-names.ts';
import { priorities, shownStates } from './worklist-names.ts';

export {
  bracketPattern,
  type DeviceStatus,
  deviceStatuses,
  type FirmwareMatcher,
  firmwareMatchers,
  isSortColumn,
  reasonSources,
  type SortColumn,
  type SortField,
  type SortKey,
  type SortOrder,
  sortColumns,
  sortKeysOf,
  sortOrders,
} from './device-names.ts';

/**
 * Why a device has its status. `code` by source: `deviceCode` the maker's code (`E551`), `detectedError` a
 * bit's name, `alert` the prtAlert code, `hrDevice` the hrDeviceStatus, `supply` the toner colour or the
 * supply's type, `noReport` hours since the last report, `notReported` empty, `sign` the id of an advice
 * (failure sign), `code` a setting beyond its alert threshold (`05-3612-0`), `serviceCalls` the code of
 * repeated service calls (empty: several codes), `maintenance` empty, `counterBreak` the newest day on which
 * a counter fell or leapt for a cause not yet given. `text` is the device's own words, untranslated.
 */
export const statusReason = z.object({
  source: z.enum(reasonSources),
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  /** Of a supply: what is the matter with it. */
  condition: z.optional(z.enum(['low', 'empty', 'nearFull', 'full', 'lifeNear', 'lifeOver'])),
  /**
   * Of an alert: who can clear it (prtAlertTrainingLevel, RFC 3805); absent if the device does not report it.
   */
  whoCanAct: z.optional(z.enum(['user', 'trainedUser', 'technician', 'manager'])),
  since: z.optional(instant),
  /** Of `code`: the value last reported, and the thresholds that it was judged by (OQ-77). */
  threshold: z.optional(z.object({ value: z.string(), alert: z.number(), clear: z.nullable(z.number()) })),
  /** Of `serviceCalls` the calls, of `maintenance` the parts past their rated life. */
  count: z.optional(z.number()),
  text: z.optional(z.string()),
  /** Other reports of the device about the same matter. */
  also: z.optional(
    z.array(z.object({ source: z.enum(reasonSources), code: z.string(), text: z.optional(z.string()) })),
  ),
});
export type StatusReason = z.infer<typeof statusReason>;

/** Where the device stands on the worklist (WL-65). */
export const deviceWorklist = z.optional(z.object({ state: z.enum(shownStates), priority: z.enum(priorities) }));

/** The next visit to the device that is planned or under way (VP-01). */
export const deviceVisit = z.optional(
  z.object({
    visitId: uuid,
    state: z.enum(visitStates),
    plannedDay: z.nullable(answerDay),
    assignee: z.nullable(z.string()),
  }),
);

/** One row of the device list (OQ-29). Null: not reported. */
export const deviceListItem = z.object({
  deviceId: uuid,
  serial: z.nullable(z.string()),
  model: z.nullable(z.string()),
  status: z.enum(deviceStatuses),
  /** The latest device code shown on the panel, if any. */
  deviceCode: z.nullable(z.string()),
  /** The most severe reason of the status; null when normal. */
  statusReason: z.nullable(statusReason),
  customerNumber: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  description: z.nullable(z.string()),
  dealerNumber: z.nullable(z.string()),
  dealerName: z.nullable(z.string()),
  firmwareVersion: z.nullable(z.string()),
  updatedAt: instant,
  /**
   * Addition for users who may read the worklist (WL-65); left out where nothing of the device is open.
   */
  worklist: deviceWorklist,
  /** Addition for users who see visits; left out where none is ahead. */
  visit: deviceVisit,
});
export type DeviceListItem = z.infer<typeof deviceListItem>;

const free = z.string().check(z.trim(), z.maxLength(searchTextLimit), z.regex(bracketPattern));

const wholeNumber = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum));
/** A whole number out of an address; refused beyond 10 digits or the range. */
export const wholeFromQuery = (minimum: number, maximum: number) =>
  z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number)), wholeNumber(minimum, maximum));
export const maxOffset = 10_000_000;
const maxGroupId = 2_147_483_647;

const sort = { sortColumn: z.optional(z.enum(sortColumns)), sortOrder: z.optional(z.enum(sortOrders)) };

const listHeaders = {
  'has-more': "'True' when more devices follow, else 'False'",
  'total-count': 'number of devices found',
};
const listAnswer = z.object({ devices: z.array(deviceListItem) });

/** Query of a list besides the page. */
export const listSelection = {
  search: z.optional(free),
  groupId: z.optional(wholeFromQuery(0, maxGroupId)),
  ...sort,
};

/**
 * `GET /v1/devices`: a page of the devices the user may see, optionally with free text (OQ-32) or of one
 * group.
 */
export const listDevices = endpoint({
  method: 'GET',
  path: '/v1/devices',
  access: 'user',
  tokenScope: 'devices.read',
  summary: 'A page of the devices the user may see',
  query: z.strictObject({
    offset: withDefault(wholeFromQuery(0, maxOffset), 0),
    limit: withDefault(wholeFromQuery(1, devicePageSize), devicePageSize),
    ...listSelection,
  }),
  answer: listAnswer,
  answerHeaders: listHeaders,
});

const values = (item: z.ZodMiniType<string>, limit: number) => z.array(item).check(z.minLength(1), z.maxLength(limit));
const pattern = (form: RegExp) => z.string().check(z.minLength(1), z.maxLength(searchTextLimit), z.regex(form));
const name = z.string().check(z.minLength(1), z.maxLength(searchTextLimit), z.regex(bracketPattern));

/** Criteria of the advanced search: alternatives inside a list, all lists must match (OQ-46). */
export const searchCriteria = z.strictObject({
  mfpIdentifiers: z.optional(values(pattern(/^[A-Za-z0-9-]+$/), identifierTextLimit / 2)),
  models: z.optional(values(name, searchTextLimit / 2)),
  customerNumbers: z.optional(values(pattern(/^[A-Za-z0-9/-]+$/), searchTextLimit / 2)),
  customerNamesAndDescriptions: z.optional(values(name, searchTextLimit / 2)),
  dealerNumbers: z.optional(values(pattern(/^[A-Za-z0-9-]+$/), searchTextLimit / 2)),
  dealerNames: z.optional(values(name, searchTextLimit / 2)),
  firmwareVersion: z.optional(
    z
      .strictObject({
        matcher: z.enum(firmwareMatchers),
        versions: values(pattern(/^[A-Za-z0-9-]+$/), searchTextLimit / 2),
      })
      .check(
        z.refine(({ matcher, versions }) => matcher === 'equal' || matcher === 'notEqual' || versions.length === 1, {
          path: ['versions'],
          error: 'this comparison takes one version',
        }),
      ),
  ),
});
export type SearchCriteria = z.infer<typeof searchCriteria>;

/** Body of a search by criteria besides the page. */
export const searchSelection = {
  ...searchCriteria.shape,
  groupId: z.optional(wholeNumber(0, maxGroupId)),
  ...sort,
};

/** `POST /v1/devices/search`: as `GET /v1/devices`, by criteria instead of free text. */
export const searchDevices = endpoint({
  method: 'POST',
  path: '/v1/devices/search',
  access: 'user',
  tokenScope: 'devices.read',
  summary: 'A page of the devices that match the criteria',
  body: z.strictObject({
    offset: withDefault(wholeNumber(0, maxOffset), 0),
    limit: withDefault(wholeNumber(1, devicePageSize), devicePageSize),
    ...searchSelection,
  }),
  answer: listAnswer,
  answerHeaders: listHeaders,
});
