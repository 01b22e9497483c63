import type { Log } from '../base/log.ts';
import type { Failure } from './failure.ts';

// What the server and a thread of it tell one another. A thread is asked, and answers each request once.

export type ToThread<Request> = { kind: 'run'; id: number; request: Request } | { kind: 'stop' };

export type FromThread<Value, Event> =
  | { kind: 'done'; id: number; value: Value }
  | { kind: 'failed'; id: number; failure: Failure }
  | { kind: 'event'; event: Event }
  | { kind: 'log'; level: keyof Log; fields: object; message: string };
