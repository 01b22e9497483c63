// Runs in a thread of its own (start-diagnosis.ts): reading histories and judging them must not keep calls waiting.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../store/connect.ts';
import type { Log } from '../store/log.ts';
import { toMessage } from '../store/store-failure.ts';
import { createTasks } from './tasks.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a thread of the server');
const { databaseUrl, offlineHours }: ThreadData = workerData;
const say = (message: FromThread) => port.postMessage(message);
const toLine = (level: keyof Log) => (fields: object, message: string) => say({ kind: 'log', level, fields, message });
const log: Log = { info: toLine('info'), warn: toLine('warn'), error: toLine('error') };

// On Linux a priority belongs to the thread that asks for it: calls and deliveries go first, judging takes what is left.
if (process.platform === 'linux') setPriority(10);

const store = connect(databaseUrl, { log, maxSessions: 4, statementTimeoutMs: 60_000 });
const stopped = new AbortController();
const tasks = createTasks({
  db: store.db,
  offlineHours,
  signal: stopped.signal,
  onBatch: (result) => say({ kind: 'batch', result }),
});

const going = new Set<Promise<void>>();
port.on('message', (message: ToThread) => {
  if (message.kind === 'stop') {
    stopped.abort();
    // Once the batch at hand is written nothing holds the thread any more, and it ends.
    void Promise.allSettled(going)
      .then(() => store.close())
      .finally(() => port.close());
    return;
  }
  const { id, task } = message;
  const work = tasks[task]().then(
    (value) => say({ kind: 'done', id, value }),
    (error: unknown) => say({ kind: 'failed', id, reason: toMessage(error) }),
  );
  going.add(work);
  void work.finally(() => going.delete(work));
});
