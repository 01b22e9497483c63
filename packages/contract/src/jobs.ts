import * as z from 'zod/mini';
import { lineKey } from './close-lines.ts';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { meterStates } from './meter-values.ts';
import { count, instant, uuid } from './values.ts';
import { importAnswer } from './visit-import.ts';
import { itemResult, version } from './worklist-item.ts';
import { worklistActions } from './worklist-names.ts';

/** What a job can be about; further ones come with their areas. */
export const jobKinds = [
  'worklistActions',
  'ruleTrial',
  'visitImport',
  'meterSettle',
  'meterClose',
  'metersAt',
] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStates = ['waiting', 'running', 'done', 'failed'] as const;

/** Days for which a finished job and its result can be read (GE-13, GE-16). */
export const jobDays = 7;
/** Jobs of one user that wait or run at once; one more is refused with 202004. */
export const mostJobs = 5;
/** Jobs in a list. */
export const mostListedJobs = 50;

/** Answer 202 of a call whose work goes on as a job (GE-13). */
export const jobAccepted = z.object({ jobId: uuid });
export type JobAccepted = z.infer<typeof jobAccepted>;

// Not `errorDetail`: a schema of errors.ts that a screen uses would bring zod into the portal's start.
const refusal = z.object({ errorCode: z.int(), detail: z.array(z.object({ msg: z.string() })) });

/** Work that goes on after the call that asked for it; it belongs to the user who asked (GE-13). */
export const job = z.object({
  jobId: uuid,
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** Of `total` things, conditions for instance. */
  done: count,
  total: count,
  /** Why it failed, in the form of a refusal. What is done then stays done. */
  reason: z.nullable(refusal),
  /** Address of the result; null until the job has ended. After a failure: of what was done before it. */
  result: nullableText,
  askedAt: instant,
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
});
export type Job = z.infer<typeof job>;

/** What an action on more than 200 conditions did; results come device by device. */
const actionsResult = z.object({
  kind: z.literal('worklistActions'),
  action: z.enum(worklistActions),
  /** With `undo`: what was taken back. */
  of: z.optional(z.enum(worklistActions)),
  actionId: uuid,
  results: z.array(
    z.object({
      ...itemResult.shape,
      /** Of what is done, which has no `current`: its version then. */
      version: z.optional(version),
      /** Of what is not done: serial of its device. */
      serial: z.optional(nullableText),
    }),
  ),
});
export type ActionsResult = z.infer<typeof actionsResult>;

/** What an import of past visits did, or would do (VR-10). */
const importResult = z.object({ kind: z.literal('visitImport'), ...importAnswer.shape });

/** What a call settled of more than 200 lines of a close; some of the skipped ones are named. */
const settleResult = z.object({
  kind: z.literal('meterSettle'),
  closeId: uuid,
  settled: count,
  skippedCount: count,
  skipped: z.array(z.object({ ...lineKey.shape, errorCode: z.int(), reason: z.string() })),
});

/** A period that was closed (LG-35). */
const closeResult = z.object({
  kind: z.literal('meterClose'),
  closeId: uuid,
  /** Lines that were written; 0 until it is closed. */
  lines: count,
  /** SHA-256 over them in hexadecimal. */
  hash: nullableText,
});

/** Meters of many devices at an instant (LG-18); unlike meters stand apart. */
const metersAtResult = z.object({
  kind: z.literal('metersAt'),
  instant,
  lines: z.array(
    z.object({
      deviceId: uuid,
      serial: nullableText,
      meter: z.string(),
      unit: z.string(),
      state: z.enum(meterStates),
      value: z.nullable(z.number()),
      /** Of the reading used. */
      at: z.nullable(instant),
      canDiffer: z.nullable(z.number()),
    }),
  ),
});

const params = z.strictObject({ id: uuid });

/** `GET /v1/jobs`: own jobs that wait, run, or have a result that was not marked as seen; newest first. */
export const listJobs = endpoint({
  method: 'GET',
  path: '/v1/jobs',
  access: 'user',
  summary: 'Own jobs whose result was not seen yet',
  answer: z.object({ jobs: z.array(job) }),
});

/** `GET /v1/jobs/{id}`. */
export const readJob = endpoint({
  method: 'GET',
  path: '/v1/jobs/{id}',
  access: 'user',
  summary: 'State and progress of an own job',
  params,
  answer: job,
});

/**
 * `GET /v1/jobs/{id}/result`: for 7 days after the end; before the end 202003. The result of a trial of a
 * rule has an address of its own, which its job names.
 */
export const readJobResult = endpoint({
  method: 'GET',
  path: '/v1/jobs/{id}/result',
  access: 'user',
  summary: 'Result of an own job',
  params,
  answer: z.discriminatedUnion('kind', [actionsResult, importResult, settleResult, closeResult, metersAtResult]),
});
export type JobResult = z.infer<typeof readJobResult.answer>;

/** `POST /v1/jobs/{id}/seen`: of a job that has ended; its result can still be read. */
export const markJobSeen = endpoint({
  method: 'POST',
  path: '/v1/jobs/{id}/seen',
  access: 'user',
  summary: 'Take a job that has ended out of the list',
  params,
  answer: z.object({ status: z.string() }),
});
