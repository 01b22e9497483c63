import * as z from 'zod/mini';
import { mostProposalLines } from './code-history-names.ts';
import { deviceParams, nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { answerDay, count, instant, uuid } from './values.ts';
import {
  conditionOutcomes,
  customersMatters,
  exchanges,
  mostTestPages,
  mostVisitDevices,
  notDoneReasons,
  partAnswers,
  proofStates,
  proofSubjects,
  visitFindings,
  visitKinds,
  visitResults,
  visitStates,
} from './visit-names.ts';
import { conditionFacts, freeText, person, version } from './worklist-item.ts';
import { conditionKinds } from './worklist-names.ts';

const short = (length: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(length));
/** A part, supply or place in the machine as conditions and packs name it: `toner.cyan`, `drum.black`. */
export const itemName = short(80);
const pieces = z.int().check(z.minimum(1), z.maximum(999));

/**
 * One part of the pack, or one that was needed besides, with its answer (amendment to VR-02).
 * `isMissing`: it
 * was not there and goes into the next draft (VR-08); `isUnused`: it was brought and went back (VE-07).
 */
export const recordedPart = z.strictObject({
  item: itemName,
  partNumber: z.optional(short(60)),
  answer: z.enum(partAnswers),
  pieces: z.optional(pieces),
  /** Serial number of the new part. */
  serial: z.optional(short(60)),
  isMissing: z.optional(z.boolean()),
  isUnused: z.optional(z.boolean()),
  /** What was found at the part. */
  finding: z.optional(short(200)),
});
export type RecordedPart = z.infer<typeof recordedPart>;

/** A setting of the device (CH): `kind` 05, 08 or 13. */
const codeName = { kind: z.enum(['05', '08', '13']), main: count, sub: z.nullable(count) };
const value = z.string().check(z.maxLength(200));

/** What was done besides the parts (VR-03). `item`: unit or paper source. */
export const doneEntry = z.discriminatedUnion('done', [
  z.strictObject({ done: z.literal('cleaned'), item: itemName }),
  z.strictObject({ done: z.literal('adjusted'), item: itemName }),
  z.strictObject({ done: z.literal('codeSet'), ...codeName, from: z.nullable(value), to: value }),
  z.strictObject({ done: z.literal('firmware'), line: short(60), from: z.nullable(value), to: value }),
  z.strictObject({ done: z.literal('clearedPaper'), item: z.optional(itemName) }),
  z.strictObject({ done: z.literal('configuredNetwork') }),
  z.strictObject({ done: z.literal('trainedUser') }),
  /** Answers the counter break and the finding of that day (VR-06). */
  z.strictObject({ done: z.literal('exchanged'), what: z.enum(exchanges) }),
  z.strictObject({ done: z.literal('other'), text: freeText }),
]);
export type DoneEntry = z.infer<typeof doneEntry>;

/**
 * A counter (VR-05): the newest report's value with its time, and what the panel shows where it
 * was typed.
 */
export const recordedCounter = z.strictObject({
  /** Counter key as on the counter screen: `total`, `black`, `color`. */
  counter: short(40),
  reported: z.nullable(z.strictObject({ value: count, at: instant })),
  typed: z.nullable(count),
});

const recordedCondition = z.strictObject({
  conditionId: uuid,
  outcome: z.enum(conditionOutcomes),
  /** Needed with `notFixed`. */
  reason: z.optional(freeText),
});

/** Answer to a proposal to take a setting back (CH-12). */
const proposalAnswer = z.strictObject({ proposalId: uuid, isDone: z.boolean(), reason: z.optional(freeText) });

/** What was recorded of one device (VR-01 to VR-08). */
export const deviceRecord = z.strictObject({
  deviceId: uuid,
  arrivedAt: instant,
  leftAt: instant,
  result: z.enum(visitResults),
  customersMatter: z.optional(z.enum(customersMatters)),
  /** Each setting that was proposed to be set back is an entry too. */
  done: z.array(doneEntry).check(z.maxLength(100 + mostProposalLines)),
  parts: z.array(recordedPart).check(z.maxLength(100)),
  counters: z.array(recordedCounter).check(z.maxLength(20)),
  /** Those of the visit that are not named stay as they are. */
  conditions: z.array(recordedCondition).check(z.maxLength(100)),
  proposals: z.optional(z.array(proposalAnswer).check(z.maxLength(mostProposalLines))),
  findings: z.optional(z.array(z.enum(visitFindings)).check(z.maxLength(visitFindings.length))),
  testPages: z.optional(z.int().check(z.minimum(0), z.maximum(mostTestPages))),
  remains: z.optional(freeText),
  note: z.optional(freeText),
});
export type DeviceRecord = z.infer<typeof deviceRecord>;

/** A device that was not done (VP-02). */
export const notDoneRecord = z.strictObject({
  deviceId: uuid,
  notDone: z.enum(notDoneReasons),
  note: z.optional(freeText),
});
export type NotDoneRecord = z.infer<typeof notDoneRecord>;

export const recordedDevice = z.union([deviceRecord, notDoneRecord]);
export type RecordedDevice = z.infer<typeof recordedDevice>;

/** A plan that a record was made from: that of the pack which its author last opened (VP-24). */
const olderPlan = z.object({
  madeAt: instant,
  conditions: z.array(
    z.object({
      conditionId: uuid,
      kind: z.enum(conditionKinds),
      subject: z.string(),
      facts: conditionFacts,
      openedAt: instant,
      lastSeenAt: instant,
    }),
  ),
  /** What its conditions asked for and people entered. */
  bring: z.array(z.object({ item: itemName, pieces: count })),
});
export type OlderPlan = z.infer<typeof olderPlan>;

/** A record as answered: of one device, the newest or a former one (VP-02). */
export const storedRecord = z.object({
  record: recordedDevice,
  /** From 1; each correction has the next one. */
  revision: count,
  /** Null: by an API token of a user who is gone, or by an import. */
  recordedBy: z.nullable(person),
  recordedAt: instant,
  /** It was made from an earlier plan of the visit (VP-24). */
  isOnOlderPlan: z.boolean(),
  /** That plan; left out or null: its author opened no pack. */
  olderPlan: z.optional(z.nullable(olderPlan)),
});
export type StoredRecord = z.infer<typeof storedRecord>;

/** What reports since a record say of one of its entries. */
export const entryProof = z.object({
  subject: z.enum(proofSubjects),
  /** Item, code, counter or condition as the entry names it; `system` of the firmware. */
  key: z.string(),
  state: z.enum(proofStates),
  /** When the device reported it; null: not known to the minute, or nothing was reported. */
  at: z.nullable(instant),
  /** What it reports: total, value of the code, or version; null: no value belongs to the entry. */
  value: nullableText,
});
export type EntryProof = z.infer<typeof entryProof>;

const recordAnswer = z.object({
  state: z.enum(visitStates),
  version,
  records: z.array(storedRecord),
  /** The draft that the missing parts made or were added to (VR-08). */
  nextVisitId: z.nullable(uuid),
});
export type RecordAnswer = z.infer<typeof recordAnswer>;

const recordBody = {
  devices: z.array(recordedDevice).check(z.minLength(1), z.maxLength(mostVisitDevices)),
};

/**
 * `POST /v1/visits/{id}/record` (VR-10), with `Idempotency-Key`. `version`: of the visit from
 * whose plan it was
 * recorded; an older one is taken and marked (VP-24). The first record starts the visit, the last
 * one ends it.
 */
export const recordVisit = endpoint({
  method: 'POST',
  path: '/v1/visits/{id}/record',
  access: 'user',
  tokenScope: 'visits.write',
  summary: 'Record what was done on a visit',
  params: deviceParams,
  body: z.strictObject({ version, ...recordBody }),
  answer: recordAnswer,
});

/** `PUT /v1/visits/{id}/record`: a correction; `revision` of each device from which it was made (VP-02). */
export const correctVisit = endpoint({
  method: 'PUT',
  path: '/v1/visits/{id}/record',
  access: 'user',
  summary: 'Correct the record of a visit',
  params: deviceParams,
  body: z.strictObject({ ...recordBody, revisions: z.record(z.string(), count) }),
  answer: recordAnswer,
});

/** `GET /v1/device/{id}/visits` (VR-10): visits of a device, the newest first, 50 a page. */
export const listDeviceVisits = endpoint({
  method: 'GET',
  path: '/v1/device/{id}/visits',
  access: 'user',
  summary: 'Visits of a device with their records',
  params: deviceParams,
  query: z.strictObject({ offset: z.optional(z.string().check(z.regex(/^\d{1,6}$/))) }),
  answer: z.object({
    visits: z.array(
      z.object({
        visitId: uuid,
        kind: z.enum(visitKinds),
        state: z.enum(visitStates),
        day: z.nullable(answerDay),
        assignee: z.nullable(person),
        /** Name from an import, where no user of this name is known. */
        technician: nullableText,
        note: nullableText,
        record: z.nullable(storedRecord),
      }),
    ),
    count,
    zone: z.string(),
  }),
});
export type DeviceVisits = z.infer<typeof listDeviceVisits.answer>;
