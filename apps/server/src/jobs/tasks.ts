import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { fitFleet, wantsFit } from './fit/fit-fleet.ts';
import type { BatchResult } from './judge/judge-batch.ts';
import { judgeDue } from './judge/judge-due.ts';

/** What the thread for judging can do. */
export type Task = 'judge' | 'fit' | 'wantsFit';

export interface TaskOptions {
  db: Kysely<Database>;
  offlineHours: number;
  onBatch: (result: BatchResult) => void;
  signal: AbortSignal;
}

/** `judge` returns the number of devices judged, the others 1 for yes (ran, is wanted) or 0. */
export const createTasks = ({ db, ...options }: TaskOptions): Record<Task, () => Promise<number>> => ({
  judge: () => judgeDue(db, { ...options, now: () => new Date() }),
  fit: async () => Number(await fitFleet(db)),
  wantsFit: async () => Number(await wantsFit(db)),
});
