import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync, inflate } from 'node:zlib';
import { toErrorMessage } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { type Lock, lockDirectory, takeReserve } from './lock.ts';
import {
  Appender,
  appendSettled,
  type RefusalIssue,
  RefusedArea,
  readPayloads,
  readSegments,
  removeSegment,
  type Segment,
  toRecord,
} from './segment.ts';

/**
 * A window of 16 KB compresses a report as well as the usual 32 KB, and in this thread: compressing takes
 * 0.15 ms, while another thread and the 260 KB that zlib allocates each time cost three times that, mostly in
 * garbage collection.
 */
const packing = { windowBits: 14, memLevel: 7 };
const unpack = promisify<Buffer, Buffer>(inflate);

export interface OutboxOptions {
  directory: string;
  /** Limits of waiting reports; beyond them the oldest segment is dropped, with a warning. */
  maxBytes: number;
  maxReports: number;
  /** Maximum number of refused reports that are set aside. */
  maxRefused?: number;
  now?: () => Date;
  log: Log;
}

/** One waiting report: its segment and index, and its JSON text as appended. */
export interface OutboxEntry {
  readonly segment: number;
  readonly index: number;
  readonly line: Buffer;
}

/**
 * Stores reports on disk until the server has acknowledged them. Survives kill -9 at any moment: reports
 * whose `append` has resolved are on disk. After a crash a report may be returned again, but none is lost;
 * the server detects repeats (device and time). Why own files and not a database: docs/decisions/0150.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #lock: Lock;
  readonly #refused: RefusedArea;
  readonly #segments: Segment[];
  #appender: Appender | undefined;
  #nextId: number;
  /** The segment read last; a complete one need not be read for each batch. */
  #read: { id: number; payloads: Buffer[] } | undefined;
  #pending: { record: Buffer; resolve: () => void; reject: (error: Error) => void }[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** Reports dropped for lack of room since opening. */
  dropped = 0;

  private constructor(options: OutboxOptions, lock: Lock, segments: Segment[]) {
    this.#options = options;
    this.#lock = lock;
    this.#segments = segments;
    this.#nextId = (segments.at(-1)?.id ?? 0) + 1;
    this.#refused = new RefusedArea(join(options.directory, 'refused'), options.maxRefused ?? 1000);
  }

  /** Opens or creates the outbox. Throws `OutboxInUse` if another collector uses it. */
  static async open(options: OutboxOptions): Promise<Outbox> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    const lock = await lockDirectory(options.directory);
    try {
      const { segments, tornBytes } = await readSegments(options.directory);
      if (tornBytes > 0)
        options.log.warn(`outbox: ${tornBytes} octets of an incomplete record were left by a crash and are ignored`);
      const outbox = new Outbox(options, lock, segments);
      if (outbox.count > 0) options.log.info(`outbox: ${outbox.count} reports wait from an earlier run`);
      await outbox.#exclusive(() => outbox.#makeRoom());
      await takeReserve(options.directory);
      return outbox;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Waiting reports. */
  get count(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.records - segment.settled.size, 0);
  }

  /** Octets on disk, without the refused ones. */
  get bytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.bytes + segment.settled.size * 8, 0);
  }

  /** Resolves when the report is flushed to disk; throws the file system's error otherwise (disk full). */
  async append(report: unknown): Promise<void> {
    const record = toRecord(deflateSync(JSON.stringify(report), packing));
    const stored = new Promise<void>((resolve, reject) => {
      this.#pending.push({ record, resolve, reject });
    });
    // Reports appended during a flush are written together by the next one.
    await Promise.all([stored, this.#exclusive(() => this.#flush())]);
  }

  /** The oldest waiting reports within both limits, but at least one; `bytes` counts octets of JSON. */
  async next(limits: { reports: number; bytes: number }): Promise<OutboxEntry[]> {
    return this.#exclusive(async () => {
      const entries: OutboxEntry[] = [];
      let bytes = 0;
      for (const segment of this.#segments) {
        if (segment.settled.size === segment.records) continue;
        const payloads = await this.#payloadsOf(segment);
        this.#forgetDamaged(segment, payloads.length);
        for (const [index, payload] of payloads.entries()) {
          if (segment.settled.has(index)) continue;
          if (entries.length >= limits.reports) return entries;
          const line = await unpack(payload);
          bytes += line.length + 1;
          if (entries.length > 0 && bytes > limits.bytes) return entries;
          entries.push({ segment: segment.id, index, line });
        }
      }
      return entries;
    });
  }

  /** Removes reports that the server has. Entries that were dropped meanwhile are ignored. */
  async settle(entries: readonly OutboxEntry[]): Promise<void> {
    await this.#exclusive(async () => {
      for (const segment of this.#segments.filter(({ id }) => entries.some((entry) => entry.segment === id))) {
        const indexes = entries.filter((entry) => entry.segment === segment.id).map((entry) => entry.index);
        for (const index of indexes) segment.settled.add(index);
        if (segment.settled.size === segment.records) await this.#remove(segment);
        else
          await appendSettled(this.#options.directory, segment.id, indexes).catch((error: unknown) =>
            this.#options.log.warn(
              `outbox: cannot save what was delivered (${toErrorMessage(error)}); after a restart it will be sent once more`,
            ),
          );
      }
    });
  }

  /** Sets a report aside that will never be accepted. */
  async setAside(entry: OutboxEntry, issues: readonly RefusalIssue[]): Promise<void> {
    await this.#refused
      .add(entry.line, issues, this.#options.now?.() ?? new Date())
      .catch((error: unknown) =>
        this.#options.log.error(`outbox: a refused report could not be set aside: ${toErrorMessage(error)}`),
      );
    await this.settle([entry]);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#exclusive(async () => {
        this.#closed = true;
        await this.#seal();
      });
    } finally {
      await this.#lock.release();
    }
  }

  /** Runs one task at a time, in order. */
  async #exclusive<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#last.then(() => {
      if (this.#closed) throw new Error('the outbox is closed');
      return task();
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #flush(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    if (batch.length === 0) return;
    try {
      const appender = await this.#writable();
      await appender.write(batch.map((item) => item.record));
      for (const item of batch) item.resolve();
    } catch (error) {
      for (const item of batch) item.reject(toError(error));
      return;
    }
    await this.#makeRoom();
  }

  /**
   * The segment being written; a new one after a start, when the last is long enough, or after a failed
   * write.
   */
  async #writable(): Promise<Appender> {
    const { directory, maxBytes, maxReports } = this.#options;
    const current = this.#appender;
    // The oldest reports are dropped by segment: a sixteenth of the room, so that not much is lost at once.
    const full =
      current !== undefined &&
      (!current.usable ||
        current.segment.bytes >= Math.min(4 * 1024 * 1024, maxBytes / 16) ||
        current.segment.records >= Math.max(1, maxReports / 16));
    if (current !== undefined && !full) return current;
    await this.#seal();
    const appender = await Appender.create(directory, this.#nextId++);
    this.#appender = appender;
    this.#segments.push(appender.segment);
    return appender;
  }

  async #seal(): Promise<void> {
    const current = this.#appender;
    this.#appender = undefined;
    if (current === undefined) return;
    await current.close();
    if (current.segment.records === current.segment.settled.size) await this.#remove(current.segment);
  }

  async #remove(segment: Segment): Promise<void> {
    const at = this.#segments.indexOf(segment);
    if (at >= 0) this.#segments.splice(at, 1);
    if (this.#appender?.segment === segment) {
      const appender = this.#appender;
      this.#appender = undefined;
      await appender.close();
    }
    if (this.#read?.id === segment.id) this.#read = undefined;
    await removeSegment(this.#options.directory, segment);
    await takeReserve(this.#options.directory);
  }

  async #payloadsOf(segment: Segment): Promise<Buffer[]> {
    if (this.#read?.id === segment.id && this.#read.payloads.length === segment.records) return this.#read.payloads;
    const payloads = await readPayloads(this.#options.directory, segment);
    this.#read = { id: segment.id, payloads };
    return payloads;
  }

  /** Drop records that cannot be read back. */
  #forgetDamaged(segment: Segment, readable: number): void {
    const before = segment.settled.size;
    for (let index = readable; index < segment.records; index++) segment.settled.add(index);
    const lost = segment.settled.size - before;
    if (lost > 0) this.#options.log.error(`outbox: ${lost} reports are damaged on the disk and lost`);
  }

  async #makeRoom(): Promise<void> {
    while (
      this.#segments.length > 1 &&
      (this.bytes > this.#options.maxBytes || this.count > this.#options.maxReports)
    ) {
      const oldest = this.#segments[0];
      if (oldest === undefined) return;
      const lost = oldest.records - oldest.settled.size;
      await this.#remove(oldest);
      this.dropped += lost;
      this.#options.log.warn(
        `outbox full (${this.#options.maxReports} reports or ${this.#options.maxBytes} octets): the oldest ${lost} reports were dropped, ${this.dropped} since the start`,
      );
    }
  }
}

const toError = (value: unknown): Error => (value instanceof Error ? value : new Error(String(value)));
