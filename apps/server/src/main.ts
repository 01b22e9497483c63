import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StoreFailure } from './base/errors.ts';
import { createLogger, logConsole } from './base/logger.ts';
import { openSecrets } from './delivery/secrets.ts';
import { startDeliveries } from './features/ingest/receive/queue.ts';
import { startStream } from './features/ingest/stream/start-stream.ts';
import { mailboxOf } from './identity/development/mailbox.ts';
import { createJobMetrics } from './jobs/job-metrics.ts';
import { type Jobs, startJobs } from './jobs/start-jobs.ts';
import { findRisks, readSettings, type Settings, SettingsError } from './settings/settings.ts';
import { listenForChanges } from './store/change-notice.ts';
import { openStore } from './store/open-store.ts';
import { openReplicas, type Replicas } from './store/replicas/replicas.ts';
import { buildApp } from './web/app.ts';

interface RunningServer {
  readonly url: string;
  /**
   * Says 503 at /readyz for the time to drain while calls are still served, then finishes calls in progress,
   * stops the jobs and closes the database. `now`: without draining.
   */
  stop(now?: boolean): Promise<void>;
}

/** Opens the store, starts API and jobs, listens. On failure everything opened so far is closed again. */
async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  const store = await openStore({ ...settings, log });
  const { ingestThreads: threads, ingestThreadMb: threadMb, ingestSeconds } = settings;
  const { offlineHours, readingMonths, eventMonths, modelFamilies } = settings;
  const rules = { offlineHours, readingMonths, eventMonths, modelFamilies };
  const deliveries = startDeliveries({
    threads,
    threadMb,
    busyLimitMs: ingestSeconds * 1000,
    databaseUrl: store.url,
    isPooled: store.isPooled,
    log,
    ...rules,
  });
  const stream = settings.stream && startStream(settings.stream, { settings, deliveries, db: store.db, log });
  let jobs: Jobs | undefined;
  let replicas: Replicas | undefined;
  try {
    const { databaseReadUrls: urls, databaseReadLagMs: limitMs } = settings;
    if (urls.length > 0) replicas = await openReplicas({ urls, primaryUrl: store.sessionUrl, limitMs, log });
    const secrets = await openSecrets(settings);
    const { deliver } = stream ?? deliveries;
    const silence = stream?.silence;
    const app = await buildApp({ settings, store, replicas, secrets, log, deliver, silence });
    const metrics = createJobMetrics(app.platform.metrics.registry, store.db);
    const delivery = { onMail: mailboxOf(settings).add };
    const notices = listenForChanges(store.sessionUrl, log, () => app.platform.identity.forget());
    jobs = await startJobs({ store, settings, log, metrics, delivery, silence });
    stream?.begin(app.platform.metrics);
    await app.listen({ port: settings.port, host: settings.host });
    log.info({ url: settings.publicUrl, host: settings.host, port: settings.port }, 'listening');
    const stop = async (now = false) => {
      app.platform.draining = true;
      if (!now) await wait(settings.drainMs);
      // Calls that hang beyond their time are cut off, or the process would never end.
      const cut = setTimeout(() => app.server.closeAllConnections(), settings.shutdownMs);
      await app.close();
      clearTimeout(cut);
      await notices.stop();
      await jobs?.stop();
      await stream?.stop();
      await deliveries.stop();
      await replicas?.stop();
      await store.close();
    };
    return { url: settings.publicUrl, stop };
  } catch (error) {
    const close = async () => {
      await jobs?.stop();
      await stream?.stop();
      await deliveries.stop();
      await replicas?.stop();
      await store.close();
    };
    // Jobs that did not end keep sessions of the database, for which closing it would wait without end.
    await Promise.race([close(), wait(settings.shutdownMs, undefined, { ref: false })]);
    throw error;
  }
}

const say = (text: string) => process.stderr.write(`${text}\n`);

try {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  logConsole(log);
  for (const risk of findRisks(process.env, settings)) log.warn({ risk }, 'a setting is risky');
  const server = await startServer(settings, log);

  let stopping = false;
  const stop = (why: string, now = true) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    server.stop(now).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM', false));
  process.on('SIGINT', () => stop('SIGINT'));
  // The parent process is gone: no process may be left behind.
  process.on('disconnect', () => stop('parent gone'));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exitCode = 1;
    stop('unhandled failure');
  });
  process.send?.({ ready: server.url });
} catch (error) {
  if (error instanceof SettingsError || error instanceof StoreFailure) say(error.message);
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
