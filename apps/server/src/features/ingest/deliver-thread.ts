// Runs in a thread of its own (start-deliveries.ts): reading and keeping reports must not keep calls waiting.
import { workerData } from 'node:worker_threads';
import { connect } from '../../store/connect.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import { type BodyDelivery, createDeliverBody, type Delivered, type SiteRules } from './deliver-body.ts';

export interface DeliverThreadData extends SiteRules {
  /** May hold a password; goes to the thread alone. */
  readonly databaseUrl: string;
}

const { databaseUrl, ...rules }: DeliverThreadData = workerData;
/** As many deliveries as may be worked on at once; those of one thread. */
const maxSessions = 3;

serveThread<BodyDelivery, Delivered>((log) => {
  const store = connect(databaseUrl, { log, maxSessions });
  return { run: createDeliverBody(store.db, rules), close: store.close };
});
