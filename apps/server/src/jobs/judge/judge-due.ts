import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { toErrorCode, toMessage } from '../../base/errors.ts';
import type { Database } from '../../store/database.ts';
import { isConnectionTrouble } from '../../store/transactions.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import type { DueMemory } from '../since-clear.ts';
import { findDue, noteFailures, readModels } from './due.ts';
import { type BatchOptions, type BatchResult, judgeBatch } from './judge-batch.ts';

export interface JudgeOptions {
  /** Clock; the day of a judgement is its day, UTC. */
  now: () => Date;
  offlineHours: number;
  diagnosis?: Diagnosis;
  /** Called after each batch. */
  onBatch?: (result: BatchResult) => void;
  signal?: AbortSignal;
  /** Of one process that judges again and again: what was due before. */
  memory?: DueMemory;
}

/** Devices in one transaction: their histories are in memory together, about 1 MB each. */
const batchSize = 10;
/** Batches at once: while one transaction waits for the database, the other judges. */
const workers = 2;
/** Due devices read at once: few enough that a new report is judged soon, and many enough to scan rarely. */
const lookAhead = 500;

/**
 * Judges every device that is due, those with a new report first, until none is left or `signal` ends it.
 * Any number may run at the same time, in any number of processes. Returns the number of devices judged.
 */
export async function judgeDue(db: Kysely<Database>, options: JudgeOptions): Promise<number> {
  let total = 0;
  while (options.signal?.aborted !== true) {
    const waiting = await findDue(db, lookAhead, options.memory);
    if (waiting.length === 0) break;
    const { judged, failed } = await judgeAll(db, waiting, {
      ...options,
      diagnosis: options.diagnosis ?? diagnosis,
      findModel: await readModels(db),
    });
    total += judged;
    // The others are being judged by another process.
    if (judged + failed === 0) break;
  }
  return total;
}

async function judgeAll(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  options: JudgeOptions & Omit<BatchOptions, 'now'>,
): Promise<{ judged: number; failed: number }> {
  // Each process starts at another device, so that several with the same list seldom try the same device.
  const start = randomInt(deviceIds.length);
  const left = [...deviceIds.slice(start), ...deviceIds.slice(0, start)];
  // The workers share the devices also if only a few are due.
  const size = Math.min(batchSize, Math.ceil(deviceIds.length / workers));
  const done = { judged: 0, failed: 0 };
  const work = async (): Promise<void> => {
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
  const ended = await Promise.allSettled(Array.from({ length: workers }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return done;
}

/**
 * If a batch fails as a whole, its devices are judged one by one, and a device that fails alone is noted. A
 * failure of the database is not one of the device.
 */
async function judgeOrDivide(db: Kysely<Database>, deviceIds: string[], options: BatchOptions): Promise<BatchResult> {
  try {
    return await judgeBatch(db, deviceIds, options);
  } catch (error) {
    if (isConnectionTrouble(error) && toErrorCode(error) !== statementTimeout) throw error;
    if (deviceIds.length === 1) {
      const failures = deviceIds.map((deviceId) => ({ deviceId, reason: toMessage(error) }));
      await noteFailures(db, failures);
      return { judged: 0, unchanged: 0, failures, times: { load: 0, judge: 0, write: 0 } };
    }
  }
  const sum: BatchResult = { judged: 0, unchanged: 0, failures: [], times: { load: 0, judge: 0, write: 0 } };
  for (const id of deviceIds) {
    const { judged, unchanged, failures, times } = await judgeOrDivide(db, [id], options);
    sum.judged += judged;
    sum.unchanged += unchanged;
    sum.failures.push(...failures);
    sum.times.load += times.load;
    sum.times.judge += times.judge;
    sum.times.write += times.write;
  }
  return sum;
}

/** A single device with far too much data may exceed it: that is no failure of the database. */
const statementTimeout = '57014';
