import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LastAlerts } from '../alerts/last-alerts.ts';
import { Delivery } from '../delivery/delivery.ts';
import { Refusals, refusalsFileName } from '../delivery/refusals.ts';
import { StatusSender } from '../delivery/send-status.ts';
import { Standing, standingFileName } from '../delivery/standing.ts';
import type { RoundSummary } from '../discover/round-summary.ts';
import { HealthKeeper } from '../health/health-keeper.ts';
import { KnownDevices } from '../known/known-devices.ts';
import { Outbox } from '../outbox/outbox.ts';
import { openDataFolder } from '../platform/data-files.ts';
import type { Line } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { minuteMs } from '../platform/time.ts';
import { createSiteReader } from '../read/site-reader.ts';
import type { Settings } from '../settings/settings.ts';
import { DeviceMemory } from '../snmp/access.ts';
import { openTransport } from '../snmp/transport.ts';
import { collectRound, toReportStore } from './collect-round.ts';
import { type Managed, type Management, openManaged } from './manage.ts';

export interface CollectOptions {
  settings: Settings;
  /** What the portal may do; undefined: nothing. */
  management?: Management;
  key: string;
  /** How the server is reached. */
  line: Line;
  version: string;
  log: Log;
  /** Aborted when the collector has to stop. */
  signal: AbortSignal;
  onProgress?: (summary: RoundSummary, waiting: number) => void;
  onRound?: (summary: RoundSummary, delivery: Delivery, waiting: number) => void;
}

export interface CollectResult {
  /** No report waits on disk, and none was lost before it got there. */
  complete: boolean;
}

/** Time for running readings to finish after the signal, and for a last delivery. */
const graceMs = { reading: 3000, delivery: 5000, once: minuteMs };

interface Running extends CollectOptions {
  outbox: Outbox;
  delivery: Delivery;
  known: KnownDevices;
  alerts: LastAlerts;
  refusals: Refusals;
  health: HealthKeeper;
  status: StatusSender;
  standing: Standing;
  memory: DeviceMemory;
  managed: Managed;
}

/**
 * Reads and delivers: one round, or one per `everyMs` until the signal. Delivery runs in parallel with
 * reading. Throws `NewerData` and `OutboxInUse` before anything is read.
 */
export async function collect(options: CollectOptions): Promise<CollectResult> {
  const { settings, version } = options;
  let { log } = options;
  await openDataFolder(settings.data);
  const outbox = await Outbox.open({
    directory: join(settings.data, 'outbox'),
    maxBytes: settings.outboxBytes,
    maxReports: settings.outboxReports,
    log,
  });
  try {
    const known = await KnownDevices.open(join(settings.data, 'known.json'), log);
    const alerts = await LastAlerts.open(join(settings.data, 'alerts.json'));
    const refusals = await Refusals.open(join(settings.data, refusalsFileName));
    const standing = await Standing.open(join(settings.data, standingFileName), log);
    const userAgent = `platen-collector/${version}`;
    const destination = {
      server: settings.server,
      key: options.key,
      userAgent,
      timeoutMs: minuteMs,
      line: options.line,
    };
    const memory = new DeviceMemory();
    let delivery: Delivery | undefined;
    const stop = new AbortController();
    const onStored = () => delivery?.wake();
    const managed = await openManaged({
      settings,
      management: options.management,
      destination,
      version,
      log,
      known,
      memory,
      store: (report) => toReportStore({ alerts, outbox, refusals, settings, log, onStored }, () => {})(report),
      signal: AbortSignal.any([options.signal, stop.signal]),
    });
    ({ log } = managed);
    delivery = new Delivery({ outbox, destination, log, refusals, standing });
    const { remote } = managed;
    const health = new HealthKeeper({
      // As they are when they are read: the portal may change them.
      get settings() {
        return remote.settings;
      },
      version,
      outbox,
      delivery,
      known,
      log,
      ...(options.management && { readRemote: () => remote.toStatus() }),
    });
    const status = new StatusSender({
      destination,
      read: () => health.toStatus(),
      log,
      standing,
      onAnswer: async (answer) => {
        if (await managed.onAnswer(answer)) void status.send();
      },
    });
    const ended = run({
      ...options,
      log,
      outbox,
      delivery,
      known,
      alerts,
      refusals,
      health,
      status,
      standing,
      memory,
      managed,
    });
    try {
      return await ended;
    } finally {
      stop.abort();
      await managed.orders.end();
    }
  } finally {
    await outbox.close();
  }
}

async function run(running: Running): Promise<CollectResult> {
  const { delivery, health, status, settings } = running;
  const stopDelivery = new AbortController();
  const delivering = delivery.run(stopDelivery.signal);
  await health.begin();
  if (settings.everyMs !== undefined) status.begin();
  // One that rested when it ended asks before it reads.
  else if (running.standing.denied !== undefined) await status.send();
  try {
    const lost = await runRounds(running);
    const empty = await delivery.untilEmpty({ ms: graceMs.delivery, acceptWaiting: false });
    return { complete: empty && lost === 0 };
  } finally {
    stopDelivery.abort();
    await delivering;
    await running.refusals.save().catch(() => undefined);
    await status.end();
    await health.end();
  }
}

async function runRounds(running: Running): Promise<number> {
  const { log, signal, delivery, outbox, health, status, standing, managed } = running;
  const { remote } = managed;
  // Monotonic clock: a change of the system time must not delay the next round.
  const now = () => performance.now();
  let startedAt = now();
  let spreadMs: number | undefined;
  let lost = 0;
  for (;;) {
    if (await remote.apply()) {
      startedAt = now();
      spreadMs = undefined;
    }
    const { everyMs, deadlineMs } = remote.settings;
    if (everyMs !== undefined) await standing.untilAllowed(signal);
    if (signal.aborted || standing.denied !== undefined) return lost;
    const begunAt = now();
    const summary = await runOne(running, spreadMs);
    if (standing.denied !== undefined && everyMs !== undefined) {
      await health.noteRound(undefined, undefined);
      continue;
    }
    lost += summary?.notStored ?? 0;
    if (summary !== undefined) {
      if (everyMs === undefined) await delivery.untilEmpty({ ms: graceMs.once, acceptWaiting: true, signal });
      running.onRound?.(summary, delivery, outbox.count);
    }
    if (everyMs === undefined || signal.aborted) {
      await health.noteRound(summary, undefined);
      if (!signal.aborted) await status.send();
      return lost;
    }
    if (now() - begunAt > everyMs)
      log.warn('the round took longer than the interval; the rounds that should have started meanwhile are skipped');
    // The first round reads all devices at once; from the second on each device has its own slot in the
    // interval.
    spreadMs = toSpreadMs(everyMs, deadlineMs);
    const next = toNextRoundAt(startedAt, everyMs, now(), spreadMs === undefined ? Math.random() : 0);
    await health.noteRound(summary, Math.max(0, next - now()));
    void status.send();
    const wait = AbortSignal.any([signal, standing.signal, remote.signal]);
    await sleep(Math.max(0, next - now()), undefined, { signal: wait }).catch(() => undefined);
  }
}

/** The result of the round; undefined if it has not finished within the grace period after the signal. */
async function runOne(running: Running, spreadMs: number | undefined): Promise<RoundSummary | undefined> {
  const { version, log, delivery, outbox, known, alerts, refusals, memory, onProgress, health, managed } = running;
  const { settings } = managed.remote;
  const signal = AbortSignal.any([running.signal, running.standing.signal, managed.restart()]);
  // Each round opens new sockets: one that broke when a network adapter restarted is not used again.
  const transport = openTransport();
  const reader = createSiteReader(settings, version, transport, memory);
  const onStored = () => delivery.wake();
  const round = collectRound({
    settings,
    reader,
    known,
    alerts,
    outbox,
    refusals,
    log,
    spreadMs,
    signal,
    onStored,
    onProgress,
    onStart: (summary) => health.noteRunning(summary),
  });
  return withGrace(round, signal).finally(() => {
    health.noteRunning(undefined);
    transport.close();
  });
}

async function withGrace(round: Promise<RoundSummary>, signal: AbortSignal): Promise<RoundSummary | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const late = new Promise<undefined>((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => resolve(undefined), graceMs.reading);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([round, late]).finally(() => {
    clearTimeout(timer);
    // The signal outlives the round: a service runs thousands of them.
    signal.removeEventListener('abort', onAbort);
  });
}

/**
 * When the next round begins: on the grid of `startedAt + n * everyMs`, delayed by a random time of up to a
 * tenth of the interval (at most a minute), so that the collectors of many sites do not all deliver at once.
 * Grid points that a long round has passed are skipped.
 */
export function toNextRoundAt(startedAt: number, everyMs: number, now: number, random: number): number {
  const passed = Math.floor((now - startedAt) / everyMs);
  const next = startedAt + (Math.max(passed, 0) + 1) * everyMs;
  return next + random * Math.min(everyMs / 10, minuteMs);
}

/**
 * The time over which rounds after the first are spread, so that the network sees an even load instead of a
 * burst per interval. The rest of the interval is left for the last readings. Undefined if the interval is
 * too short: then all readings start at once.
 */
export function toSpreadMs(everyMs: number, deadlineMs: number): number | undefined {
  const spreadMs = Math.min(0.9 * everyMs, everyMs - deadlineMs - 5000);
  return spreadMs < everyMs / 4 ? undefined : spreadMs;
}
