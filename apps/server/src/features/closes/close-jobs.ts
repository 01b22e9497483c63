import { lineKey } from '@platen/contract/close-lines';
import { settledAtOnce } from '@platen/contract/close-values';
import { settleLines } from '@platen/contract/closes';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { Refusal } from '../../base/errors.ts';
import type { CloseRow } from '../../closes/close-row.ts';
import { checkClosable, freezeClose } from '../../closes/freeze-close.ts';
import { devicesAtOnce, refreshSome } from '../../closes/refresh-lines.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { addJob, addParts, readPart } from '../../user-jobs/job-store.ts';
import type { JobHandler } from '../../user-jobs/work-jobs.ts';
import { type Settling, settle } from './settle.ts';
import { findClose, lockClose } from './who.ts';

type Trx = Transaction<Database>;

/** Takes in the closing of a period, to be worked by a job (LG-35). Refuses what may not be closed now. */
export async function closeInJob(
  trx: Trx,
  user: SignedInUser,
  closeId: string,
  { version, now }: { readonly version: number; readonly now: Date },
): Promise<{ readonly jobId: string }> {
  const close = await lockClose(trx, user, closeId);
  checkVersion(close, version);
  if (close.jobId !== null) throw new Refusal(202003, 'the period is being closed');
  await checkClosable(trx, close, now);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from meter_close_device where close_id = ${closeId}`.execute(trx);
  const jobId = await addJob(trx, user, {
    kind: 'meterClose',
    total: (rows[0]?.n ?? 0) + 1,
    input: { closeId },
  });
  await sql`update meter_close set job_id = ${jobId} where close_id = ${closeId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'close begun',
    subject: `close:${closeId}`,
    detail: { jobId },
  });
  return { jobId };
}

/** Refuses 202002 where another version was meant (GE-06). */
export function checkVersion(close: CloseRow, version: number): void {
  if (close.version !== version)
    throw new Refusal(202002, 'the close was changed meanwhile', { body: { current: { version: close.version } } });
}

const closing = z.object({ closeId: z.uuid() });
/** Devices of one step. */
const devicesOfStep = 2 * devicesAtOnce;

/**
 * Works out what was reported since, some devices a step, and writes the close in the last one. A device is
 * worked out once: what is reported after that comes after the close.
 */
export const closeJob: JobHandler = async (trx, { jobId, user, askedAt, input, done, total }) => {
  requireRight(user, 'closeMeters');
  const { closeId } = closing.parse(input);
  const close = await findClose(trx, user, closeId);
  const which = sql<boolean>`(x.computed_at is null or x.computed_at < ${askedAt})`;
  const some = done >= total - 1 ? 0 : await refreshSome(trx, close, { limit: devicesOfStep, which, waits: true });
  if (some > 0) return { done: Math.min(total - 1, done + some), result: { closeId, lines: 0, hash: null } };
  const closed = await freezeClose(trx, closeId, { actor: user, userId: user.userId, now: new Date() });
  const { lines = 0, corrections = 0 } = closed.summary ?? {};
  return { done: total, result: { closeId, lines: lines + corrections, hash: closed.hash, jobId } };
};

const settling = z.object({
  closeId: z.uuid(),
  action: z.object({
    action: settleLines.body?.def.shape.action ?? z.never(),
    cause: z.optional(z.string()),
    reason: z.string(),
    note: z.optional(z.string()),
  }),
});
const skippedLine = z.object({ ...lineKey.shape, errorCode: z.int(), reason: z.string() });
const settledSoFar = z.object({ settled: z.int(), skippedCount: z.int(), skipped: z.array(skippedLine) });
/** Skipped lines that a result names. */
const mostNamed = 1000;

/** Settles more lines than a call does (GE-13). */
export async function settleInJob(
  trx: Trx,
  user: SignedInUser,
  closeId: string,
  { lines, ...action }: Settling,
): Promise<{ readonly jobId: string }> {
  await lockClose(trx, user, closeId);
  const sorted = lines.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : a.deviceId > b.deviceId ? 1 : 0));
  const jobId = await addJob(trx, user, {
    kind: 'meterSettle',
    total: lines.length,
    input: { closeId, action },
  });
  const parts: object[] = [];
  for (let at = 0; at < sorted.length; at += settledAtOnce) parts.push(sorted.slice(at, at + settledAtOnce));
  await addParts(trx, jobId, parts);
  return { jobId };
}

export const settleJob: JobHandler = async (trx, { jobId, user, input, result, done }) => {
  requireRight(user, 'closeMeters');
  const { closeId, action } = settling.parse(input);
  const part: unknown = await readPart(trx, jobId, Math.floor(done / settledAtOnce));
  const body = settleLines.body?.parse({ ...action, lines: part });
  if (body === undefined) throw new Error('the call has a body');
  const { done: settled, skipped } = await settle(trx, user, closeId, body, new Date());
  const before = result === null ? { settled: 0, skippedCount: 0, skipped: [] } : settledSoFar.parse(result);
  return {
    done: done + body.lines.length,
    result: {
      closeId,
      settled: before.settled + settled,
      skippedCount: before.skippedCount + skipped.length,
      skipped: [...before.skipped, ...skipped].slice(0, mostNamed),
    },
  };
};
