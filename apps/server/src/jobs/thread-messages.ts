import type { Log } from '../store/log.ts';
import type { BatchResult } from './judge/judge-batch.ts';
import type { Task } from './tasks.ts';

// What the server and its thread for judging tell one another.

export interface ThreadData {
  /** May hold a password; goes to the thread alone. */
  databaseUrl: string;
  offlineHours: number;
}

export type ToThread = { kind: 'run'; id: number; task: Task } | { kind: 'stop' };

export type FromThread =
  | { kind: 'done'; id: number; value: number }
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'batch'; result: BatchResult }
  | { kind: 'log'; level: keyof Log; fields: object; message: string };
