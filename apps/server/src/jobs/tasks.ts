import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import type { TrialAnswerOfThread, TrialRequest } from '../worklist/rules/trial-request.ts';
import { type EvaluationResult, evaluateDue } from './conditions/evaluate-due.ts';
import { fitFleet, wantsFit } from './fit/fit-fleet.ts';
import type { BatchResult } from './judge/judge-batch.ts';
import { judgeDue } from './judge/judge-due.ts';
import type { DueMemory } from './since-clear.ts';
import { tryDevices } from './trials/try-devices.ts';

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

/** What the thread is asked for. */
export type ThreadRequest = Task | TrialRequest;
export type ThreadAnswer = number | TrialAnswerOfThread;

export interface Tasks {
  /**
   * `judge` and `conditions` return the number of devices and entities, the others 1 for yes (ran, is wanted)
   * or 0.
   */
  run(task: Task): Promise<number>;
  /** Goes on only while nothing is judged or evaluated (BT-13), but never stands still for long. */
  tryRules(request: TrialRequest): Promise<TrialAnswerOfThread>;
}

/** How long a trial stands back at most before each of its batches. */
const restMs = { longest: 2000, look: 50 };

export function createTasks({ db, onBatch, ...options }: TaskOptions): Tasks {
  const atWork = { count: 0 };
  const memory: DueMemory = {};
  const memoryOfConditions: DueMemory = {};
  const ranked = async (work: () => Promise<number>): Promise<number> => {
    atWork.count += 1;
    try {
      return await work();
    } finally {
      atWork.count -= 1;
    }
  };
  const tasks: Record<Task, () => Promise<number>> = {
    judge: () =>
      judgeDue(db, {
        ...options,
        now: () => new Date(),
        onBatch: (result) => onBatch({ task: 'judge', result }),
        memory,
      }),
    conditions: () =>
      evaluateDue(db, {
        ...options,
        now: () => new Date(),
        onBatch: (result) => onBatch({ task: 'conditions', result }),
        memory: memoryOfConditions,
      }),
    fit: async () => Number(await fitFleet(db)),
    wantsFit: async () => Number(await wantsFit(db)),
  };
  const rest = async (): Promise<void> => {
    for (let waited = 0; atWork.count > 0 && waited < restMs.longest; waited += restMs.look) await wait(restMs.look);
  };
  return {
    run: (task) => ranked(tasks[task]),
    tryRules: (request) => tryDevices(db, request, { offlineHours: options.offlineHours, rest }),
  };
}
