// Runs in worker threads (queue.ts): parsing and storing reports must not delay other calls.
import { workerData } from 'node:worker_threads';
import { connect } from '../../../store/database.ts';
import { serveThread } from '../../../threads/serve-thread.ts';
import type { CheckedDelivery } from '../stream/check-delivery.ts';
import type { SiteRules } from './deliver.ts';
import { createThreadWork, type DeliveryRequest } from './thread-work.ts';

export interface DeliverThreadData extends SiteRules {
  /** May contain a password; only passed to the thread. */
  readonly databaseUrl: string;
}

const { databaseUrl, ...rules }: DeliverThreadData = workerData;
/** As many as there are deliveries at once, which may all be in one thread. */
const maxSessions = 3;

serveThread<DeliveryRequest, CheckedDelivery>((log) => {
  const store = connect(databaseUrl, { log, maxSessions });
  return { run: createThreadWork(store.db, rules), close: store.close };
});
