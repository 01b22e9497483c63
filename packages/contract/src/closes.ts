import * as z from 'zod/mini';
import { closeLine, lineKey } from './close-lines.ts';
import {
  closeCycles,
  closeStates,
  lineGroups,
  lineStates,
  lineStops,
  mostDevicesAt,
  mostLinesOfFile,
  mostSettled,
  settleActions,
} from './close-values.ts';
import { breakCauses } from './constants.ts';
import { nullableNumber, nullableText } from './device-call.ts';
import { maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { jobAccepted } from './jobs.ts';
import { correctionReasons } from './meter-values.ts';
import { answerDay, count, day, instant, uuid } from './values.ts';
import { freeText, person, version } from './worklist-item.ts';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const meter = z.string().check(z.regex(/^[a-zA-Z0-9.-]{1,60}(@[a-z]{1,20})?$/));
const customerNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/**
 * Whose devices a close holds: of these customers and of these groups together; none of both: all devices
 * that its maker sees. A device belongs to it whose customer was one of them at any time of the period.
 */
const scope = z.strictObject({
  customerNumbers: z.array(customerNumber).check(z.maxLength(1000)),
  groupIds: z.array(z.int()).check(z.maxLength(200)),
});
export type CloseScope = z.infer<typeof scope>;

const chosen = {
  name,
  scope,
  /** None: all that the devices report. */
  meters: z.array(meter).check(z.maxLength(60)),
  /** A missing asset number stops the close (LG-32). */
  needsAssetNumber: z.boolean(),
  /** Whose zone and calendar hold; null: the user's own organisation. */
  organisationId: z.nullable(uuid),
};
const planned = {
  cycle: z.enum(closeCycles),
  /** Last day of a period; 29 to 31 mean the last of the month. Of quarters: in March, June, and so on. */
  day: z.int().check(z.minimum(1), z.maximum(31)),
  /** Working days before the end on which it is announced (LG-34); 0: not at all. */
  warningDays: z.int().check(z.minimum(0), z.maximum(20)),
  isActive: z.boolean(),
};

/** A period in days of the zone, both included, and as instants. */
const period = z.object({ firstDay: answerDay, lastDay: answerDay, from: instant, to: instant, zone: z.string() });

const plan = z.object({
  planId: uuid,
  version,
  ...chosen,
  ...planned,
  madeBy: z.nullable(person),
  /** The period that runs now, and the days that are left of it. */
  present: period,
  daysLeft: z.int(),
  /** Its close, where it was made already. */
  closeId: z.nullable(uuid),
});
export type ClosePlan = z.infer<typeof plan>;

const close = z.object({
  closeId: uuid,
  version,
  planId: z.nullable(uuid),
  name: z.string(),
  organisationId: z.nullable(uuid),
  scope,
  meters: z.array(z.string()),
  needsAssetNumber: z.boolean(),
  period,
  state: z.enum(closeStates),
  devices: count,
  /** Of these, devices with at least one line; left out where a close was closed before this was counted. */
  devicesWithLines: z.optional(count),
  /** Lines by state, those left out not counted; corrections apart. */
  lines: count,
  corrections: count,
  byState: z.partialRecord(z.enum(lineStates), count),
  /** Device and matter are one thing: three meters after one break are one. */
  stops: count,
  byStop: z.partialRecord(z.enum(lineStops), count),
  warns: count,
  good: count,
  leftOut: count,
  /** Devices whose lines are still worked out: figures do not hold yet. 0: all are there. */
  pending: count,
  /** When the lines were last worked out. */
  asOf: z.nullable(instant),
  madeBy: z.nullable(person),
  madeAt: instant,
  closedBy: z.nullable(person),
  closedAt: z.nullable(instant),
  /** SHA-256 in hexadecimal over the file of its lines (`GET /v1/closes/{id}/file`). */
  hash: nullableText,
  exportedAt: z.nullable(instant),
  discardedAt: z.nullable(instant),
  /** The job that closes it now. */
  jobId: z.nullable(uuid),
});
export type Close = z.infer<typeof close>;

const sums = {
  meter: z.string(),
  unit: z.string(),
  /** Billed pages of the lines that are known. */
  billed: z.number(),
  /** Lines that are missing from the sum; those that people left out are not counted. */
  missing: count,
  before: nullableNumber,
  lastYear: nullableNumber,
};

const params = z.strictObject({ id: uuid });
const read = { access: 'user', right: 'readMeters' } as const;
const change = { access: 'user', right: 'closeMeters' } as const;
const done = z.object({ status: z.literal('OK') });
const versionFromQuery = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number));

/** `GET /v1/closePlans` (LG-30). */
export const listClosePlans = endpoint({
  ...read,
  method: 'GET',
  path: '/v1/closePlans',
  summary: 'Plans by which periods of meters are closed',
  answer: z.object({ plans: z.array(plan) }),
});

/** `POST /v1/closePlans`; takes an `Idempotency-Key`. */
export const addClosePlan = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/closePlans',
  summary: 'Add a plan',
  body: z.strictObject({ ...chosen, ...planned }),
  answer: plan,
});

/** `PUT /v1/closePlans/{id}`: closes that were made stay as they are. */
export const changeClosePlan = endpoint({
  ...change,
  method: 'PUT',
  path: '/v1/closePlans/{id}',
  summary: 'Change a plan',
  params,
  body: z.strictObject({ version, ...chosen, ...planned }),
  answer: plan,
});

export const removeClosePlan = endpoint({
  ...change,
  method: 'DELETE',
  path: '/v1/closePlans/{id}',
  summary: 'Delete a plan; its closes stay',
  params,
  query: z.strictObject({ version: versionFromQuery }),
  answer: done,
});

/** `GET /v1/closes`: those all of whose devices the user sees; newest period first. */
export const listCloses = endpoint({
  ...read,
  tokenScope: 'meters.read',
  method: 'GET',
  path: '/v1/closes',
  summary: 'Closes of periods with what stops them',
  answer: z.object({ closes: z.array(close) }),
});

/**
 * `POST /v1/closes`: for the present or a past period of a plan, or of its own; takes an `Idempotency-Key`.
 */
export const addClose = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/closes',
  summary: 'Open a close for a period',
  body: z.union([
    z.strictObject({
      planId: uuid,
      /** A day of the period; default: today. */
      day: z.optional(day),
    }),
    z.strictObject({ ...chosen, firstDay: day, lastDay: day }),
  ]),
  answer: close,
});

/** `GET /v1/closes/{id}`. */
export const readClose = endpoint({
  ...read,
  tokenScope: 'meters.read',
  method: 'GET',
  path: '/v1/closes/{id}',
  summary: 'A close with its sums, by meter and by customer',
  params,
  answer: z.object({
    close,
    totals: z.array(z.object(sums)),
    /** Furthest from the former period first (LG-38); unlike meters are never added. */
    customers: z.array(
      z.object({
        customerNumber: nullableText,
        customerName: nullableText,
        devices: count,
        ...sums,
        /** Lines that bill nothing, missing or left out: the use is of fewer devices than that before. */
        unbilled: z.optional(count),
      }),
    ),
  }),
});

/**
 * `GET /v1/closes/{id}/lines` (MX-08): what stops first, then what warns, outliers of use first. `limit`: at
 * most 200, as CSV 10,000.
 */
export const readCloseLines = endpoint({
  ...read,
  tokenScope: 'meters.read',
  method: 'GET',
  path: '/v1/closes/{id}/lines',
  summary: 'Lines of a close',
  params,
  query: z.strictObject({
    group: z.optional(z.enum(lineGroups)),
    stop: z.optional(z.enum(lineStops)),
    deviceId: z.optional(uuid),
    customerNumber: z.optional(z.string().check(z.maxLength(100))),
    limit: z.optional(wholeFromQuery(1, mostLinesOfFile)),
    offset: z.optional(wholeFromQuery(0, maxOffset)),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  answer: z.object({ total: count, lines: z.array(closeLine) }),
  answerHeaders: { 'total-count': 'number of lines that meet the filter' },
});

/**
 * `POST /v1/closes/{id}/settle` (LG-16, LG-32): some lines with one reason. More than 200 go on as a job.
 * Lines whose version moved, or of which the action is not possible, are left alone and named.
 */
export const settleLines = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/closes/{id}/settle',
  summary: 'Leave lines out, estimate or accept them, state a cause, or take that back',
  isLong: true,
  params,
  body: z.strictObject({
    action: z.enum(settleActions),
    /** Of `cause`; needs the right to correct meters. */
    cause: z.optional(z.enum(breakCauses)),
    reason: z.enum(correctionReasons),
    note: z.optional(freeText),
    lines: z.array(z.strictObject({ ...lineKey.shape, version })).check(z.minLength(1), z.maxLength(mostSettled)),
  }),
  answer: z.object({
    done: count,
    /** At most 1,000. */
    skipped: z.array(z.object({ ...lineKey.shape, errorCode: z.int(), reason: z.string() })),
    close,
  }),
});

/**
 * `POST /v1/closes/{id}/close` (LG-35): always goes on as a job. Refused with 202003 while something stops
 * it.
 */
export const closePeriod = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/closes/{id}/close',
  summary: 'Close the period: its lines are written once and never change',
  isLong: true,
  params,
  body: z.strictObject({ version }),
  answer: close,
});

/** `POST /v1/closes/{id}/discard` (LG-36). An open one by every user who may close. */
export const discardClose = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/closes/{id}/discard',
  summary: 'Discard a close that was never exported, within 24 hours by its author',
  params,
  body: z.strictObject({ version, reason: freeText }),
  answer: close,
});

/**
 * `GET /v1/closes/{id}/file` (LG-35): a line of JSON for each line, always the same bytes; hashed by the
 * close.
 */
export const readCloseFile = endpoint({
  ...read,
  tokenScope: 'meters.read',
  method: 'GET',
  path: '/v1/closes/{id}/file',
  summary: 'The lines of a closed period as they were written, to be checked against its hash',
  params,
  answer: z.string(),
  answerTypes: ['application/x-ndjson'],
  answerHeaders: { 'content-disposition': 'a file name' },
});

/**
 * `GET /v1/closes/{id}/late` (LG-05): reports of the period that came after its close; they change nothing.
 */
export const readLateReports = endpoint({
  ...read,
  method: 'GET',
  path: '/v1/closes/{id}/late',
  summary: 'Reports of a closed period that came after the close',
  params,
  answer: z.object({
    total: count,
    /** At most 500, newest first. */
    reports: z.array(
      z.object({
        deviceId: uuid,
        serial: nullableText,
        at: instant,
        receivedAt: instant,
        meters: z.array(z.object({ meter: z.string(), value: z.number() })),
      }),
    ),
  }),
});

/** `POST /v1/meters/at` (LG-18): a job whose result has a line for each device and meter. */
export const readMetersAt = endpoint({
  ...read,
  tokenScope: 'meters.read',
  method: 'POST',
  path: '/v1/meters/at',
  summary: 'Meters of many devices at an instant',
  isLong: true,
  body: z.strictObject({
    instant,
    /** None: of all devices that the user sees, where those are no more. */
    deviceIds: z.array(uuid).check(z.maxLength(mostDevicesAt)),
    meters: z.optional(z.array(meter).check(z.maxLength(60))),
  }),
  answer: jobAccepted,
});
