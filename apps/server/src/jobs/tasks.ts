import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { type EvaluationResult, evaluateDue } from './conditions/evaluate-due.ts';
import { fitFleet, wantsFit } from './fit/fit-fleet.ts';
import type { BatchResult } from './judge/judge-batch.ts';
import { judgeDue } from './judge/judge-due.ts';

/** What the thread for judging can do. */
export type Task = 'judge' | 'conditions' | 'fit' | 'wantsFit';

/** What a batch of a task did. */
export type BatchEvent =
  | { readonly task: 'judge'; readonly result: BatchResult }
  | { readonly task: 'conditions'; readonly result: EvaluationResult };

export interface TaskOptions {
  db: Kysely<Database>;
  offlineHours: number;
  onBatch: (event: BatchEvent) => void;
  signal: AbortSignal;
}

/**
 * `judge` and `conditions` return the number of devices and entities, the others 1 for yes (ran, is wanted)
 * or 0.
 */
export const createTasks = ({ db, onBatch, ...options }: TaskOptions): Record<Task, () => Promise<number>> => ({
  judge: () =>
    judgeDue(db, { ...options, now: () => new Date(), onBatch: (result) => onBatch({ task: 'judge', result }) }),
  conditions: () =>
    evaluateDue(db, {
      ...options,
      now: () => new Date(),
      onBatch: (result) => onBatch({ task: 'conditions', result }),
    }),
  fit: async () => Number(await fitFleet(db)),
  wantsFit: async () => Number(await wantsFit(db)),
});
