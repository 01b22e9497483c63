// Works the jobs that close periods, over and over, and nothing else of the server. A test starts it in a
// process of its own, lets it begin, and kills it.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@platen/server/base/logger';
import { closeJob } from '@platen/server/features/closes/close-jobs';
import { connect } from '@platen/server/store/database';
import { workJobs } from '@platen/server/user-jobs/work-jobs';

const log = createLogger('warn');
const { db } = connect(process.env.PLATEN_DATABASE_URL, { log, maxSessions: 2 });
const { signal } = new AbortController();
process.on('disconnect', () => process.exit());
process.send('ready');
await once(process, 'message');
for (;;) {
  await workJobs(db, { handlers: { meterClose: closeJob }, log, signal, retryMs: 0 });
  await wait(5);
}
