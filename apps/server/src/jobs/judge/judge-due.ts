import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { toErrorCode, toMessage } from '../../base/errors.ts';
import type { Database } from '../../store/database.ts';
import { isConnectionTrouble } from '../../store/database-trouble.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { findDue } from './due.ts';
import { noteFailures } from './failures.ts';
import { type BatchOptions, type BatchResult, judgeBatch } from './judge-batch.ts';
import { readModels } from './models.ts';

export interface JudgeOptions {
  /** Clock; the day of a judgement is its day, UTC. */
  now: () => Date;
  offlineHours: number;
  diagnosis?: Diagnosis;
  /** Called after each batch. */
  onBatch?: (result: BatchResult) => void;
  signal?: AbortSignal;
}

/** Devices in one transaction: their histories are in memory together, about 1 MB each. */
const batchSize = 10;
/** While one transaction waits for the database, the other judges. */
const lanes = 2;
/** Devices looked up at once: the scan costs little and a new report is still soon judged. */
const lookAhead = 500;

/**
 * Judges every device that is due, those with a new report first, until none is left or `signal` ends it.
 * Any number may run at the same time, in any number of processes. Returns the number of devices judged.
 */
export async function judgeDue(db: Kysely<Database>, options: JudgeOptions): Promise<number> {
  let total = 0;
  while (options.signal?.aborted !== true) {
    const waiting = await findDue(db, lookAhead);
    if (waiting.length === 0) break;
    const { judged, failed } = await judgeAll(db, waiting, {
      ...options,
      diagnosis: options.diagnosis ?? diagnosis,
      findModel: await readModels(db),
    });
    total += judged;
    // Whatever is left is in the hands of another process.
    if (judged + failed === 0) break;
  }
  return total;
}

async function judgeAll(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  options: JudgeOptions & Omit<BatchOptions, 'now'>,
): Promise<{ judged: number; failed: number }> {
  // Each run begins somewhere else, so that several that see the same devices seldom reach for the same one.
  const start = randomInt(deviceIds.length);
  const left = [...deviceIds.slice(start), ...deviceIds.slice(0, start)];
  // Also when only a few are due the lanes share them.
  const size = Math.min(batchSize, Math.ceil(deviceIds.length / lanes));
  const done = { judged: 0, failed: 0 };
  const lane = async (): Promise<void> => {
    while (left.length > 0 && options.signal?.aborted !== true) {
      const batch = left.splice(0, size);
      const result = await judgeOrDivide(db, batch, { ...options, now: options.now() }).catch((error: unknown) => {
        left.length = 0;
        throw error;
      });
      done.judged += result.judged;
      done.failed += result.failures.length;
      options.onBatch?.(result);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return done;
}

/**
 * A batch that fails as a whole is done device by device; what fails alone is noted. Trouble of the database
 * is not a failure of a device.
 */
async function judgeOrDivide(db: Kysely<Database>, deviceIds: string[], options: BatchOptions): Promise<BatchResult> {
  try {
    return await judgeBatch(db, deviceIds, options);
  } catch (error) {
    if (isConnectionTrouble(error) && toErrorCode(error) !== statementTimeout) throw error;
    if (deviceIds.length === 1) {
      const failures = deviceIds.map((deviceId) => ({ deviceId, reason: toMessage(error) }));
      await noteFailures(db, failures);
      return { judged: 0, failures, times: { load: 0, judge: 0, write: 0 } };
    }
  }
  const sum: BatchResult = { judged: 0, failures: [], times: { load: 0, judge: 0, write: 0 } };
  for (const id of deviceIds) {
    const { judged, failures, times } = await judgeOrDivide(db, [id], options);
    sum.judged += judged;
    sum.failures.push(...failures);
    sum.times.load += times.load;
    sum.times.judge += times.judge;
    sum.times.write += times.write;
  }
  return sum;
}

/** One device with far too much of everything may run into it: that is no trouble of the database. */
const statementTimeout = '57014';
