import { parentPort } from 'node:worker_threads';
import type { Log } from '../base/log.ts';
import { toFailure } from './failure.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

interface Work<Request, Value> {
  run(request: Request): Promise<Value>;
  /** Brings what is running to an early end, where it has one. */
  hurry?(): void;
  /** After the last answer: lets go of all that would keep the thread alive. */
  close(): Promise<void>;
}

/** Answers what the server asks, until it is to stop; `tell` says what it did meanwhile. Called once, in a file that runs as a thread. */
export function serveThread<Request, Value>(
  begin: (log: Log, tell: (event: unknown) => void) => Work<Request, Value>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs as a thread of the server');
  const say = (message: FromThread<Value, unknown>) => port.postMessage(message);
  const toLine = (level: keyof Log) => (fields: object, message: string) =>
    say({ kind: 'log', level, fields, message });
  const log = { info: toLine('info'), warn: toLine('warn'), error: toLine('error') };
  const work = begin(log, (event) => say({ kind: 'event', event }));
  const going = new Set<Promise<void>>();
  port.on('message', (message: ToThread<Request>) => {
    if (message.kind === 'stop') {
      work.hurry?.();
      void Promise.allSettled(going)
        .then(() => work.close())
        .finally(() => port.close());
      return;
    }
    const { id, request } = message;
    const answer = work.run(request).then(
      (value) => say({ kind: 'done', id, value }),
      (error: unknown) => say({ kind: 'failed', id, failure: toFailure(error) }),
    );
    going.add(answer);
    void answer.finally(() => going.delete(answer));
  });
}
