// Runs in worker threads (queue.ts): parsing and storing reports must not delay other calls.
import { workerData } from 'node:worker_threads';
import { connect } from '../../../store/database.ts';
import { sessionLimits } from '../../../store/session-limits.ts';
import { serveThread } from '../../../threads/serve-thread.ts';
import type { CheckedDelivery } from '../stream/check-delivery.ts';
import type { SiteRules } from './deliver.ts';
import { createThreadWork, type DeliveryRequest } from './thread-work.ts';

export interface DeliverThreadData extends SiteRules {
  /** May contain a password; only passed to the thread. */
  readonly databaseUrl: string;
  readonly isPooled?: boolean;
}

const { databaseUrl, isPooled, ...rules }: DeliverThreadData = workerData;

serveThread<DeliveryRequest, CheckedDelivery>((log) => {
  const store = connect(databaseUrl, { log, isPooled, maxSessions: sessionLimits.deliveryThread });
  return { run: createThreadWork(store.db, rules), close: store.close };
});
