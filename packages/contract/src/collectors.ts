import * as z from 'zod/mini';
import { catch as otherwise, _default as withDefault } from 'zod/mini';
import { collectorCommand } from './collector-commands.ts';
import { dayMs, devicePageSize } from './constants.ts';
import { nullableText } from './device-call.ts';
import { listSelection, maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { collectorProblems, collectorStandings, enrolmentFields, remoteLevels } from './enrolment.ts';
import { collectorRemote, settingsStates, statusSettings } from './remote-settings.ts';
import { count, instant, uuid } from './values.ts';

export const collectorStates = ['working', 'silent', 'never', 'resting', 'revoked'] as const;
export type CollectorState = (typeof collectorStates)[number];

/** What is wrong with a target, most severe first. */
export const failureKinds = ['notKept', 'failed', 'silent', 'incomplete'] as const;
export type FailureKind = (typeof failureKinds)[number];

export const findingKinds = ['duplicateSerial', 'exchangedBoard', 'movedAddress', 'other'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Limits of one status; the sender cuts to these. Lengths in characters. */
export const statusLimits = {
  bytes: 4 * 1024 * 1024,
  failures: 500,
  findings: 200,
  target: 280,
  reason: 500,
  text: 256,
} as const;

const short = z.string().check(z.maxLength(statusLimits.text));
/** Where a device was asked: an address or name, with `:port` where the port is not the protocol's own. */
const target = z.string().check(z.minLength(1), z.maxLength(statusLimits.target));
const longestIntervalMs = 366 * dayMs;

/**
 * A target with which something is wrong. `silent`: it has answered before, or is named singly, and does not
 * answer. `failed`: it answered, but it is not known who it is. `incomplete`: read in part. `notKept`: read,
 * but the disk would not take it. `since`: of the first round that went so, without one in between that went
 * well. A kind of later versions counts as `failed`.
 */
export const collectorFailure = z.object({
  target,
  kind: otherwise(z.enum(failureKinds), 'failed'),
  reason: z.string().check(z.maxLength(statusLimits.reason)),
  since: instant,
  serial: z.optional(short),
});
export type CollectorFailure = z.infer<typeof collectorFailure>;

/**
 * Something noteworthy about who stands where; no failure. `movedAddress`: one serial, `before` and `now` its
 * addresses. `duplicateSerial`: one serial answers at two addresses at a time, `before` and `now` these.
 * `exchangedBoard`: one place and mechanism, another network card or board; `before` and `now` what
 * identifies it (MAC or serial). Kinds of later versions count as `other`.
 */
export const collectorFinding = z.object({
  target,
  kind: otherwise(z.enum(findingKinds), 'other'),
  serial: z.optional(short),
  before: short,
  now: short,
  since: instant,
});
export type CollectorFinding = z.infer<typeof collectorFinding>;

/**
 * One round over all targets. `printers` were read (`incomplete` and `notKept` among them), the others were
 * not.
 */
export const collectorRound = z.object({
  startedAt: instant,
  endedAt: instant,
  targets: count,
  printers: count,
  notPrinters: count,
  silent: count,
  failed: count,
  incomplete: count,
  notKept: count,
});
export type CollectorRound = z.infer<typeof collectorRound>;

const statusHead = {
  /** Name in the collector's own settings; the key identifies the collector. */
  name: short,
  version: short,
  /** Name of the machine it runs on. */
  host: z.optional(short),
  startedAt: instant,
  /** Time between rounds in ms; null: it runs once and ends. */
  everyMs: z.nullable(z.int().check(z.minimum(1), z.maximum(longestIntervalMs))),
  /** What waits on disk, and how many reports the server has refused since the start. */
  queue: z.object({ reports: count, bytes: count, refused: count }),
  /** The last whole round; null until one has ended. */
  round: z.nullable(collectorRound),
  /** The round that runs; absent between rounds. */
  progress: z.optional(
    z.object({
      /** Addresses and devices to ask, and how many of them were. */
      targets: count,
      asked: count,
      printers: count,
    }),
  ),
};
const statusLists = {
  failures: z.array(collectorFailure).check(z.maxLength(statusLimits.failures)),
  findings: z.array(collectorFinding).check(z.maxLength(statusLimits.findings)),
};

/** Status of a collector, by its own clock. Unknown fields, which newer collectors may send, are dropped. */
export const collectorStatus = z.object({
  ...statusHead,
  /** How far it may be managed from the portal; absent: an older version. */
  remote: z.optional(collectorRemote),
  sentAt: instant,
  ...statusLists,
});
export type CollectorStatus = z.infer<typeof collectorStatus>;

/**
 * `POST /v1/ingest/status`: how a collector is; what comes replaces what was there. Text that no database can
 * keep (U+0000) is refused.
 */
export const sendStatus = endpoint({
  method: 'POST',
  path: '/v1/ingest/status',
  access: 'collector',
  summary: 'Send the state of the collector',
  body: collectorStatus,
  answer: z.object({
    status: z.string(),
    /** When to send the next one, in ms, where somebody waits for it; absent: as usual. */
    askAgainMs: z.optional(z.int().check(z.minimum(1000), z.maximum(dayMs))),
    ...statusSettings,
    /** What people ask it to do (CF-30). */
    commands: z.optional(z.array(collectorCommand)),
  }),
});
export type StatusAnswer = z.infer<typeof sendStatus.answer>;

/**
 * A collector as the server knows it. `lastContactAt`: of its last delivery or status, by the server's clock.
 * `status`: null where it never sent one (a device that reports by itself, or a collector of an older
 * version). Its times are by the server's clock where the collector's was more than 5 minutes off.
 */
export const collector = z.object({
  collectorId: uuid,
  /** Of its key. */
  name: z.string(),
  /**
   * `working`: it was heard of when it was due. `silent`: it is overdue. `never`: its key was never used.
   * `resting`: it was asked not to read for now. `revoked`: its key was taken back.
   */
  state: z.enum(collectorStates),
  createdAt: instant,
  revokedAt: z.nullable(instant),
  lastContactAt: z.nullable(instant),
  version: nullableText,
  /** Devices of the user whose newest report it delivered. */
  devices: z.optional(count),
  /**
   * Customers of these devices, by name or else number, those with the most devices first; at most 3 of
   * `customerCount`.
   */
  customers: z.optional(z.array(z.string())),
  customerCount: z.optional(count),
  ...enrolmentFields,
  /** How far it may be managed, and its wanted settings; for those who manage collectors. */
  remote: z.optional(
    z.object({
      level: z.enum(remoteLevels),
      state: z.nullable(z.enum(settingsStates)),
      /** The customer has switched remote work off. */
      isOff: z.optional(z.boolean()),
    }),
  ),
  status: z.nullable(
    z.object({
      ...statusHead,
      receivedAt: instant,
      /** Its clock minus the server's, in ms; 0 where they agree within 5 minutes. */
      clockOffsetMs: z.int(),
      failures: count,
      findings: count,
    }),
  ),
});
export type CollectorItem = z.infer<typeof collector>;

const pageQuery = {
  offset: withDefault(wholeFromQuery(0, maxOffset), 0),
  limit: withDefault(wholeFromQuery(1, devicePageSize), devicePageSize),
};
const pageHeaders = (of: string) => ({
  'has-more': `'True' when more ${of} follow, else 'False'`,
  'total-count': `number of ${of} found`,
});

/**
 * `GET /v1/collectors`: silent ones first, then those with failures, within these by name; revoked ones last.
 * For service and administrators.
 */
export const listCollectors = endpoint({
  method: 'GET',
  path: '/v1/collectors',
  access: 'user',
  summary: 'A page of the collectors and how they are',
  query: z.strictObject({
    ...pageQuery,
    /** Part of the name, the customer or the site. */
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  /** How many of all found are silent, and how many have each standing and problem. */
  answer: z.object({
    collectors: z.array(collector),
    silent: z.optional(count),
    counts: z.optional(z.partialRecord(z.enum([...collectorStandings, ...collectorProblems, 'working']), count)),
  }),
  answerHeaders: pageHeaders('collectors'),
});

/** `unread`: devices and single addresses that did not answer or failed. */
const roundFigures = { printers: count, unread: count };
export const lastRounds = 10;
const roundLists = {
  /**
   * The hours of the last day in which a round ended, ascending: how many did, and the figures of the one
   * that left most devices unread.
   */
  hours: z.array(z.object({ from: instant, rounds: count, ...roundFigures })),
  /** The last 10 whole rounds of the last day, newest first. */
  rounds: z.array(z.object({ endedAt: instant, ...roundFigures })),
};
export type CollectorHour = CollectorDetail['hours'][number];

/**
 * `GET /v1/collector/{id}`: one collector, with what went wrong and what it found. For service and
 * administrators.
 */
export const readCollectorStatus = endpoint({
  method: 'GET',
  path: '/v1/collector/{id}',
  access: 'user',
  summary: 'One collector with its failures and findings',
  params: z.strictObject({ id: uuid }),
  /** `watch`: somebody has it open, and it is asked to report more often for 90 s. */
  query: z.strictObject({ watch: z.optional(z.enum(['true'])) }),
  answer: z.object({ collector, ...statusLists, ...roundLists }),
});
export type CollectorDetail = z.infer<typeof readCollectorStatus.answer>;

/** A device whose reports have stopped. Null: not reported. */
export const stoppedDevice = z.object({
  deviceId: uuid,
  serial: nullableText,
  model: nullableText,
  customerNumber: nullableText,
  customerName: nullableText,
  description: nullableText,
  /** Time of its last report. */
  updatedAt: instant,
  /** Address at which it was last read. */
  address: nullableText,
  /**
   * The collector that delivered its last report; `state` shows whether the collector itself is silent.
   * `name` is empty for a user who does not see all devices of the collector. `reportedName`: the name in the
   * last report, if it differs.
   */
  collector: z.nullable(
    z.object({ name: z.string(), state: z.enum(collectorStates), reportedName: z.optional(z.string()) }),
  ),
  /** The failure of that address in the collector's newest status. */
  failure: z.nullable(z.object({ kind: z.enum(failureKinds), reason: z.string(), since: instant })),
});
export type StoppedDevice = z.infer<typeof stoppedDevice>;

/** `GET /v1/devices/stopped`: devices of the user whose reports have stopped, the longest silence first. */
export const listStoppedDevices = endpoint({
  method: 'GET',
  path: '/v1/devices/stopped',
  access: 'user',
  summary: 'A page of the devices that have stopped reporting',
  query: z.strictObject({ ...pageQuery, groupId: listSelection.groupId }),
  answer: z.object({ devices: z.array(stoppedDevice) }),
  answerHeaders: pageHeaders('devices'),
});
