// The server without its calls: opens conditions and sends what waits, over and over. A test starts it in a
// process of its own, lets it begin, and kills it; it starts in a tenth of the time of the whole server.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@platen/server/base/logger';
import { deliverDue } from '@platen/server/delivery/deliver-due';
import { openSecrets } from '@platen/server/delivery/secrets';
import { openWays } from '@platen/server/delivery/ways/open-ways';
import { evaluateDue } from '@platen/server/jobs/conditions/evaluate-due';
import { readSettings } from '@platen/server/settings/settings';
import { connect } from '@platen/server/store/database';

const settings = readSettings(process.env);
const log = createLogger('warn');
const { db } = connect(settings.databaseUrl, { log, maxSessions: 4 });
const options = {
  ways: openWays(settings),
  secrets: await openSecrets(settings),
  origin: settings.publicUrl,
  toPortal: () => settings.publicUrl,
  readFile: async () => undefined,
  log,
  signal: new AbortController().signal,
  now: () => new Date(),
};
process.on('disconnect', () => process.exit());
process.send('ready');
await once(process, 'message');
for (;;) {
  await evaluateDue(db, { now: () => new Date(), offlineHours: settings.offlineHours });
  await deliverDue(db, options);
  await wait(20);
}
