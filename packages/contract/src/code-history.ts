import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { codeForm, mostProposalLines, proposalStates, settableCodeForm } from './code-history-names.ts';
import { breakCauses } from './constants.ts';
import { deviceParams, nullableNumber, nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { exportFormats, exportTypes } from './export.ts';
import { timeZone } from './time-zone.ts';
import { answerDay, count, day, instant, uuid } from './values.ts';
import { freeText, person, version } from './worklist-item.ts';

const code = z.string().check(z.regex(codeForm));
/** A code that a technician can set: 05 or 08. */
const settableCode = z.string().check(z.regex(settableCodeForm));
const value = z.string().check(z.maxLength(200));
const outlierLevel = z.nullable(z.int().check(z.minimum(0), z.maximum(3)));
const ofDevice = { access: 'user', right: 'readCodes', params: deviceParams } as const;

/** Between two readings: the last one before and the first one after, never a moment (CH-02). */
const span = { lastBefore: instant, firstAfter: instant };

/** A visit as it was recorded; null: still at the device, or not known who. */
const pastVisit = z.object({
  visitId: uuid,
  arrivedAt: instant,
  leftAt: z.nullable(instant),
  technician: nullableText,
});

/** What else happened in the span of a change (CH-05); of none of them it was someone unknown. */
const changeContext = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('visit'), visit: pastVisit }),
  z.object({ kind: z.literal('firmware'), before: z.string(), after: z.string() }),
  z.object({ kind: z.literal('memoryCleared'), cause: z.nullable(z.enum(breakCauses)) }),
]);
export type ChangeContext = z.infer<typeof changeContext>;

/** What a person wrote about a change: who changed it, and why. */
const changeNote = z.object({
  changedBy: nullableText,
  why: z.string(),
  /** As it should be: its condition ends (WL-13). */
  isAccepted: z.boolean(),
  writtenBy: z.nullable(person),
  writtenAt: instant,
  version,
});
export type ChangeNote = z.infer<typeof changeNote>;

const explained = { contexts: z.array(changeContext), note: z.nullable(changeNote) };

/** A code with another value than before (CH-02). `by`: after less before, where both are numbers. */
const codeChange = z.object({
  code: z.string(),
  before: z.string(),
  after: z.string(),
  ...span,
  by: nullableNumber,
  /** The model's commonest value, and how unlike the model the value after is; null: too few devices. */
  mode: nullableText,
  level: outlierLevel,
  /** The family adjusts it by itself (CH-06). */
  isAdjusting: z.boolean(),
  ...explained,
});
export type CodeChangeEntry = z.infer<typeof codeChange>;

/** Many codes at their model's value on one day: settings were reset (CH-08). */
const settingsReset = z.object({
  ...span,
  contexts: z.array(changeContext),
  codes: z.array(z.object({ code: z.string(), before: z.string(), after: z.string() })),
});
export type SettingsResetEntry = z.infer<typeof settingsReset>;

/** `GET /v1/device/{id}/codes/changes` (CH-13): days are UTC, `to` included; without them the last 90. */
export const readCodeChanges = endpoint({
  ...ofDevice,
  method: 'GET',
  path: '/v1/device/{id}/codes/changes',
  tokenScope: 'devices.read',
  summary: 'Changes of codes and settings between readings',
  query: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
  answer: z.object({
    from: answerDay,
    to: answerDay,
    family: nullableText,
    /** First and newest reading that is stored; null: codes were never reported. */
    firstAt: z.nullable(instant),
    newestAt: z.nullable(instant),
    /** Codes of the newest reading. */
    codes: count,
    /** More changes than are looked at: those before this instant are left out. Null: all are there. */
    cutBefore: z.nullable(instant),
    /** Without those of resets; ascending by time. */
    changes: z.array(codeChange),
    resets: z.array(settingsReset),
    /** Codes that no earlier reading had (CH-04). */
    appeared: z.array(z.object({ code: z.string(), after: z.string(), ...span, isWithFirmware: z.boolean() })),
    firmware: z.array(z.object({ before: z.string(), after: z.string(), ...span })),
    visits: z.array(pastVisit),
    planned: z.array(z.object({ visitId: uuid, day: answerDay, assignee: nullableText })),
    /** Days without any report. */
    silentDays: z.array(answerDay),
    /** Codes that the family adjusts by itself, with what that was learned from. */
    adjusting: z.array(z.object({ code: z.string(), days: count, changed: count, devices: count })),
  }),
});
export type CodeChangesAnswer = z.infer<typeof readCodeChanges.answer>;

/** One side of a comparison (CH-03) as found. `at`: the reading that it is; null: of no single reading. */
const comparedSide = z.object({
  at: z.nullable(instant),
  /** Serial of another device, or name of a standard. */
  name: nullableText,
  codes: count,
});

const sides = {
  left: withDefault(z.string().check(z.maxLength(60)), 'first'),
  right: withDefault(z.string().check(z.maxLength(60)), 'today'),
};

/**
 * `GET /v1/device/{id}/codes/compare` (CH-13). A side is `today`, `first`, `lastVisit`, `visitBefore` (before
 * anything was set on it), `day:2026-11-03` (UTC), `at:2026-11-03T20:01:00.000Z`, `visit:{id}`,
 * `device:{id}` (same family), `usual` (the model's commonest values) or `standard:{id}`; left out, the first
 * known reading and today.
 */
export const compareCodes = endpoint({
  ...ofDevice,
  method: 'GET',
  path: '/v1/device/{id}/codes/compare',
  tokenScope: 'devices.read',
  summary: 'Codes that differ between two days, devices or lists',
  query: z.strictObject(sides),
  answer: z.object({
    left: comparedSide,
    right: comparedSide,
    /** Codes that were compared, and those of them that differ; one side may not report some. */
    compared: count,
    rows: z.array(
      z.object({
        code: z.string(),
        /** Null: not reported on that side, which is no change (CH-04). */
        left: nullableText,
        right: nullableText,
        by: nullableNumber,
        mode: nullableText,
        level: outlierLevel,
        isAdjusting: z.boolean(),
        isNewWithFirmware: z.boolean(),
        /** The last change between the two readings; null: sides are not of one device's past. */
        change: z.nullable(z.object({ ...span, ...explained })),
      }),
    ),
  }),
});
/** `GET /v1/device/{id}/codes/compare/export` (CH-11): all codes that differ, as a file. */
export const exportCodeComparison = endpoint({
  ...ofDevice,
  method: 'GET',
  path: '/v1/device/{id}/codes/compare/export',
  summary: 'Codes that differ between two days, devices or lists, as a file',
  query: z.strictObject({ format: z.enum(exportFormats), timeZone: z.optional(timeZone), ...sides }),
  answer: z.string(),
  answerTypes: Object.values(exportTypes),
  answerHeaders: { 'total-count': 'number of codes in the file', 'content-disposition': 'a file name with the day' },
});

export type CodeComparison = z.infer<typeof compareCodes.answer>;
export type ComparedRow = CodeComparison['rows'][number];

/** A line of a proposal to set a code back by hand (CH-12), with its chain. */
export const codeProposal = z.object({
  proposalId: uuid,
  /** Lines proposed together. */
  listId: uuid,
  code: z.string(),
  now: nullableText,
  to: z.string(),
  why: z.string(),
  state: z.enum(proposalStates),
  proposedBy: nullableText,
  proposedAt: instant,
  /** The first visit that takes it along. */
  inPackAt: z.nullable(instant),
  visitId: z.nullable(uuid),
  answeredAt: z.nullable(instant),
  answeredBy: nullableText,
  reason: nullableText,
  /** The first reading with the proposed value. */
  provedAt: z.nullable(instant),
  withdrawnAt: z.nullable(instant),
  version,
});
export type CodeProposal = z.infer<typeof codeProposal>;
const proposals = z.object({ proposals: z.array(codeProposal) });

/** `GET /v1/device/{id}/codes/proposals`: the newest first, at most 200. */
export const listCodeProposals = endpoint({
  ...ofDevice,
  method: 'GET',
  path: '/v1/device/{id}/codes/proposals',
  summary: 'Codes that were proposed to be set back by hand',
  answer: proposals,
});

/**
 * `POST /v1/device/{id}/codes/proposals` (CH-13), with `Idempotency-Key`. A line that is open already with
 * the same value is left as it is; with another value the new line takes its place. Platen sets nothing.
 */
export const proposeCodes = endpoint({
  ...ofDevice,
  method: 'POST',
  path: '/v1/device/{id}/codes/proposals',
  summary: 'Propose codes to be set back by hand',
  body: z.strictObject({
    why: freeText,
    lines: z
      .array(z.strictObject({ code: settableCode, to: value }))
      .check(z.minLength(1), z.maxLength(mostProposalLines)),
  }),
  answer: proposals,
});

const proposalParams = z.strictObject({ id: uuid, proposalId: uuid });

/** `POST …/{proposalId}/answer`: set by hand outside of a visit, or decided against (CH-12). */
export const answerCodeProposal = endpoint({
  method: 'POST',
  path: '/v1/device/{id}/codes/proposals/{proposalId}/answer',
  access: 'user',
  right: 'readCodes',
  summary: 'Record that a proposed code was set by hand, or was not',
  params: proposalParams,
  body: z.strictObject({ version, isDone: z.boolean(), reason: z.optional(freeText) }),
  answer: proposals,
});

/** `DELETE …/{proposalId}`: takes back a line without an answer. */
export const withdrawCodeProposal = endpoint({
  method: 'DELETE',
  path: '/v1/device/{id}/codes/proposals/{proposalId}',
  access: 'user',
  right: 'readCodes',
  summary: 'Withdraw a proposed code',
  params: proposalParams,
  query: z.strictObject({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
  answer: proposals,
});

/** `PUT /v1/device/{id}/codes/notes` (CH-05): who changed a code and why. `version` 0: no note is known. */
export const explainChange = endpoint({
  ...ofDevice,
  method: 'PUT',
  path: '/v1/device/{id}/codes/notes',
  summary: 'Write down who changed a code, and why',
  body: z.strictObject({
    code,
    /** First reading after the change, as `changes` names it. */
    firstAfter: instant,
    changedBy: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    why: freeText,
    isAccepted: z.boolean(),
    version: count,
  }),
  answer: z.object({ note: changeNote }),
});
