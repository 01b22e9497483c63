import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Delivery } from './deliver/deliver.ts';
import { type RoundSummary, runRound } from './discover/round.ts';
import type { Log } from './log.ts';
import { Outbox } from './outbox/outbox.ts';
import { createSiteReader } from './read-site.ts';
import { openTransport, type Transport } from './snmp/transport.ts';
import { toNextRoundAt } from './schedule.ts';
import type { Settings } from './settings.ts';

export interface CollectOptions {
  settings: Settings;
  key: string;
  version: string;
  log: Log;
  /** Aborted when the collector is to stop. */
  signal: AbortSignal;
  onProgress?: (summary: RoundSummary, waiting: number) => void;
  onRound?: (summary: RoundSummary, delivery: Delivery, waiting: number) => void;
}

export interface CollectResult {
  /** Nothing waits on disk, and nothing was lost on the way there. */
  complete: boolean;
}

/** Time for readings under way to come back after the signal, and for a last delivery. */
const graceMs = { reading: 3000, delivery: 5000, once: 60_000 };

/** Addresses of a searched network asked at the same time: some hundred small packets a second. */
const searchAtOnce = 512;

/** Reads and delivers: one round, or one each `everyMs` until the signal. Delivery goes on beside the reading. */
export async function collect(options: CollectOptions): Promise<CollectResult> {
  const { settings, log } = options;
  const outbox = await Outbox.open({
    directory: join(settings.data, 'outbox'),
    maxBytes: settings.outboxBytes,
    maxReports: settings.outboxReports,
    log,
  });
  const delivery = new Delivery({
    outbox,
    destination: {
      server: settings.server,
      key: options.key,
      userAgent: `platen-collector/${options.version}`,
      timeoutMs: 60_000,
    },
    log,
  });
  const stopDelivery = new AbortController();
  const delivering = delivery.run(stopDelivery.signal);
  try {
    const notKept = await runRounds(options, outbox, delivery);
    const empty = await delivery.untilEmpty({ ms: graceMs.delivery, acceptWaiting: false });
    return { complete: empty && notKept === 0 };
  } finally {
    stopDelivery.abort();
    await delivering;
    await outbox.close();
  }
}

async function runRounds(options: CollectOptions, outbox: Outbox, delivery: Delivery): Promise<number> {
  const { settings, log, signal } = options;
  // By the monotonic clock: one that is set right in between must not put off the next round.
  const now = () => performance.now();
  const startedAt = now();
  let notKept = 0;
  for (;;) {
    const begunAt = now();
    // Each round its own sockets: one that an adapter's restart has broken does not outlive it.
    const transport = openTransport();
    const round = runOne(options, outbox, delivery, transport);
    const summary = await withGrace(round, signal).finally(() => transport.close());
    notKept += summary?.notKept ?? 0;
    if (summary !== undefined) {
      if (settings.everyMs === undefined) await delivery.untilEmpty({ ms: graceMs.once, acceptWaiting: true, signal });
      options.onRound?.(summary, delivery, outbox.count);
    }
    if (settings.everyMs === undefined || signal.aborted) return notKept;
    if (now() - begunAt > settings.everyMs)
      log.warn('the round took longer than the time between rounds; what it has overrun is left out');
    const next = toNextRoundAt(startedAt, settings.everyMs, now(), Math.random());
    await sleep(Math.max(0, next - now()), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return notKept;
  }
}

async function runOne(
  options: CollectOptions,
  outbox: Outbox,
  delivery: Delivery,
  transport: Transport,
): Promise<RoundSummary> {
  const { settings, log, signal } = options;
  let ticker: NodeJS.Timeout | undefined;
  let lastComplaint = '';
  return runRound({
    sites: settings.sites,
    ...createSiteReader(settings, options.version, transport),
    keep: async (report) => {
      try {
        await outbox.append(report);
      } catch (error) {
        // Thousands of devices would say the same: once a round is enough.
        const complaint = error instanceof Error ? error.message : String(error);
        if (complaint !== lastComplaint) log.error(`a report cannot be kept in ${settings.data}: ${complaint}`);
        lastComplaint = complaint;
        throw error;
      }
      delivery.wake();
    },
    searchAtOnce,
    concurrency: settings.concurrency,
    giveUpMs: settings.deadlineMs + 5000,
    signal,
    onStart: (summary) => {
      // By the clock and not by results: while nobody answers, people want to see that something goes on.
      ticker = setInterval(() => options.onProgress?.(summary, outbox.count), 250);
    },
  }).finally(() => clearInterval(ticker));
}

/** The round's result, or undefined when it is not back some seconds after the signal. */
async function withGrace(round: Promise<RoundSummary>, signal: AbortSignal): Promise<RoundSummary | undefined> {
  let stop = () => {};
  const late = new Promise<undefined>((resolve) => {
    const onAbort = () => {
      const timer = setTimeout(() => resolve(undefined), graceMs.reading);
      stop = () => clearTimeout(timer);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([round, late]).finally(() => stop());
}
