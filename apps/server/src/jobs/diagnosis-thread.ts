// Runs in a thread of its own (start-diagnosis.ts): reading histories and judging them must not keep calls
// waiting.
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { connect } from '../store/database.ts';
import { sessionLimits } from '../store/session-limits.ts';
import { serveThread } from '../threads/serve-thread.ts';
import { createTasks, type ThreadAnswer, type ThreadRequest } from './tasks.ts';

export interface DiagnosisThreadData {
  /** May hold a password; goes to the thread alone. */
  readonly databaseUrl: string;
  readonly offlineHours: number;
}

const { databaseUrl, offlineHours }: DiagnosisThreadData = workerData;

// On Linux a priority belongs to the thread that asks for it: calls and deliveries go first, judging takes
// what is left.
if (process.platform === 'linux') setPriority(10);

serveThread<ThreadRequest, ThreadAnswer>((log, send) => {
  const maxSessions = sessionLimits.diagnosisThread;
  const store = connect(databaseUrl, { log, maxSessions, statementTimeoutMs: 60_000, isBackground: true });
  const stopped = new AbortController();
  const tasks = createTasks({ db: store.db, offlineHours, signal: stopped.signal, onBatch: send });
  return {
    run: (request) => (typeof request === 'string' ? tasks.run(request) : tasks.tryRules(request)),
    hurry: () => stopped.abort(),
    close: store.close,
  };
});
