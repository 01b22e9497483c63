import { parentPort } from 'node:worker_threads';
import type { Log } from '../base/log.ts';
import { type FromThread, toFailure, type ToThread } from './thread-messages.ts';

interface Work<Request, Value> {
  run(request: Request): Promise<Value>;
  /** Makes running requests end early, if they can. */
  hurry?(): void;
  /** Called after the last answer: releases everything that keeps the thread alive. */
  close(): Promise<void>;
}

/**
 * Answers requests of the server until it stops the thread; `emit` sends events. Call once, in the entry file
 * of a thread.
 */
export function serveThread<Request, Value>(
  begin: (log: Log, emit: (event: unknown) => void) => Work<Request, Value>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs as a thread of the server');
  const send = (message: FromThread<Value, unknown>) => port.postMessage(message);
  const toLine = (level: keyof Log) => (fields: object, message: string) =>
    send({ kind: 'log', level, fields, message });
  const log = { info: toLine('info'), warn: toLine('warn'), error: toLine('error') };
  const work = begin(log, (event) => send({ kind: 'event', event }));
  const open = new Set<Promise<void>>();
  port.on('message', (message: ToThread<Request>) => {
    if (message.kind === 'stop') {
      work.hurry?.();
      void Promise.allSettled(open)
        .then(() => work.close())
        .finally(() => port.close());
      return;
    }
    const { id, request } = message;
    const answer = work.run(request).then(
      (value) => send({ kind: 'done', id, value }),
      (error: unknown) => send({ kind: 'failed', id, failure: toFailure(error) }),
    );
    open.add(answer);
    void answer.finally(() => open.delete(answer));
  });
}
