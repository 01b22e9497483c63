import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type CollectorFailure,
  type CollectorFinding,
  type CollectorRound,
  type CollectorStatus,
  collectorStatus,
  failureKinds,
  statusLimits,
} from '@platen/contract/collectors';
import type { CollectorRemote } from '@platen/contract/remote-settings';
import * as z from 'zod/mini';
import type { Delivery } from '../delivery/delivery.ts';
import type { RoundSummary } from '../discover/round-summary.ts';
import type { KnownDevices } from '../known/known-devices.ts';
import type { Failing, Finding, KnownState } from '../known/state.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { readJson, writeWhole } from '../platform/data-files.ts';
import { toErrorMessage } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../settings/settings.ts';

/** What a running collector saves for `status`; the last one remains after it has ended. */
const statusFile = z.object({
  format: z.literal(1),
  pid: z.int(),
  /** When the next round begins; absent if there is none. */
  nextRoundAt: z.optional(z.iso.datetime()),
  delivery: z.object({
    stored: z.int(),
    repeated: z.int(),
    refused: z.int(),
    /** Why no report is delivered at present. */
    reason: z.optional(z.string()),
  }),
  status: collectorStatus,
});
export type StatusFile = Omit<z.infer<typeof statusFile>, 'status'> & { status: CollectorStatus };

/** Undefined if there is none, or one that this version does not read. */
export async function readStatusFile(path: string): Promise<StatusFile | undefined> {
  const parsed = statusFile.safeParse(await readJson(path));
  return parsed.success ? parsed.data : undefined;
}

export interface HealthOptions {
  settings: Settings;
  version: string;
  outbox: Outbox;
  delivery: Delivery;
  known: KnownDevices;
  log: Log;
  /** How far it is managed from the portal. */
  readRemote?: () => CollectorRemote;
  /** Time between two writes of the file. */
  writeEveryMs?: number;
}

export const statusFileName = 'status.json';

/** Tracks the state of the collector, and saves it in a file of the data folder for `status`. */
export class HealthKeeper {
  readonly #options: HealthOptions;
  readonly #startedAt = new Date();
  #round: CollectorRound | undefined;
  #running: RoundSummary | undefined;
  #nextRoundAt: Date | undefined;
  #timer: NodeJS.Timeout | undefined;
  #complained = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    await this.#write();
    this.#timer = setInterval(() => void this.#write(), this.#options.writeEveryMs ?? 10_000);
    this.#timer.unref();
  }

  /** The round that runs; undefined between rounds. */
  noteRunning(summary: RoundSummary | undefined): void {
    this.#running = summary;
  }

  /** `nextInMs`: until the next round; undefined if there is none. */
  async noteRound(summary: RoundSummary | undefined, nextInMs: number | undefined): Promise<void> {
    if (summary !== undefined) this.#round = toCollectorRound(summary, new Date());
    this.#nextRoundAt = nextInMs === undefined ? undefined : new Date(Date.now() + nextInMs);
    await this.#write();
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#nextRoundAt = undefined;
    await this.#write();
  }

  /** The current state of the collector, as reported to the server. */
  toStatus(): CollectorStatus {
    const { settings, version, outbox, delivery, known } = this.#options;
    return toCollectorStatus(
      {
        name: settings.name,
        version,
        host: hostname(),
        startedAt: this.#startedAt,
        everyMs: settings.everyMs,
        queue: { reports: outbox.count, bytes: outbox.bytes, refused: delivery.totals.refused },
        round: this.#round,
        running: this.#running,
        known: known.state,
        remote: this.#options.readRemote?.(),
      },
      new Date(),
    );
  }

  /** One write at a time. */
  async #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => this.#writeNow());
    return this.#writing;
  }

  /** A write error is logged once. */
  async #writeNow(): Promise<void> {
    const path = join(this.#options.settings.data, statusFileName);
    try {
      await writeWhole(path, JSON.stringify(this.#toFile()));
    } catch (error) {
      const reason = toErrorMessage(error);
      if (!this.#complained) this.#options.log.warn(`${path}: cannot be written (${reason})`);
      this.#complained = true;
    }
  }

  #toFile(): StatusFile {
    const { stored, repeated, refused } = this.#options.delivery.totals;
    const { lastReason } = this.#options.delivery;
    return {
      format: 1,
      pid: process.pid,
      ...(this.#nextRoundAt === undefined ? {} : { nextRoundAt: this.#nextRoundAt.toISOString() }),
      delivery: { stored, repeated, refused, ...(lastReason === undefined ? {} : { reason: lastReason }) },
      status: this.toStatus(),
    };
  }
}

export interface Health {
  name: string;
  version: string;
  host: string;
  startedAt: Date;
  everyMs: number | undefined;
  queue: CollectorStatus['queue'];
  round: CollectorRound | undefined;
  /** The round that runs. */
  running?: Pick<RoundSummary, 'targets' | 'asked' | 'printers'> | undefined;
  known: KnownState;
  remote?: CollectorRemote | undefined;
}

/**
 * The state of the collector in the form of the contract: the longest failures and the newest findings,
 * within its limits.
 */
export function toCollectorStatus(health: Health, now: Date): CollectorStatus {
  return {
    name: toShort(health.name),
    version: toShort(health.version),
    ...(health.host === '' ? {} : { host: toShort(health.host) }),
    startedAt: health.startedAt.toISOString(),
    everyMs: health.everyMs ?? null,
    queue: health.queue,
    round: health.round ?? null,
    ...(health.running && { progress: toProgress(health.running) }),
    ...(health.remote && { remote: health.remote }),
    sentAt: now.toISOString(),
    failures: health.known.failing
      .toSorted((a, b) => failureKinds.indexOf(a.kind) - failureKinds.indexOf(b.kind))
      .slice(0, statusLimits.failures)
      .map(toFailure),
    findings: health.known.findings.slice(0, statusLimits.findings).map(toFinding),
  };
}

const toProgress = ({ targets, asked, printers }: NonNullable<Health['running']>) => ({ targets, asked, printers });

const toFailure = ({ target, kind, reason, since, serial }: Failing): CollectorFailure => ({
  target,
  kind,
  reason,
  since,
  ...(serial === undefined ? {} : { serial }),
});
const toFinding = ({ target, kind, serial, before, now, since }: Finding): CollectorFinding => ({
  target,
  kind,
  ...(serial === undefined ? {} : { serial }),
  before,
  now,
  since,
});

function toCollectorRound(summary: RoundSummary, endedAt: Date): CollectorRound {
  const { targets, printers, notPrinters, silent, failed, incomplete, notStored, startedAt } = summary;
  const counts = { targets, printers, notPrinters, silent, failed, incomplete, notKept: notStored };
  return { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString(), ...counts };
}

const toShort = (text: string) => text.slice(0, statusLimits.text);
