import { setFlagsFromString } from 'node:v8';
import { Refusal } from '../../../base/errors.ts';
import type { Log } from '../../../base/logger.ts';
import type { EndReason } from '../../../threads/start-thread.ts';
import { startPool } from '../../../threads/thread-pool.ts';
import type { CheckedDelivery, CheckRequest } from '../stream/check-delivery.ts';
import type { StoreMessageRequest } from '../stream/store-message.ts';
import type { BodyDelivery, DeliverBody, Delivered } from './deliver.ts';
import type { DeliverThreadData } from './deliver-thread.ts';
import { isSmall } from './small-delivery.ts';
import type { DeliveryRequest } from './thread-work.ts';

export interface QueueLimits {
  /** Deliveries that run at once, of all keys and of one. */
  running: number;
  runningOfKey: number;
  /** Deliveries that are read or wait, of all keys and of one. */
  waiting: number;
  waitingOfKey: number;
  /** Bytes that the bodies of those may hold together. */
  waitingBytes: number;
}

/** The slot of one delivery in the queue, from before its body is read until it is answered. */
export interface Slot {
  /**
   * Call with the length of each chunk of the body before it is buffered. Throws 203002 if there is no room.
   */
  hold(bytes: number): void;
  /** Waits for its turn and does the work. Rejects with 203002 if the slot had to be freed meanwhile. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Frees the slot, whatever its state. May be called more than once. */
  leave(): void;
}

interface FairQueue {
  /** Throws 203002 if the key, or all keys together, have no slot left. */
  enter(key: string): Slot;
}

interface Entry {
  readonly key: string;
  state: 'reading' | 'waiting' | 'running' | 'left';
  bytes: number;
  /** Set while it is waiting. */
  begin?: () => void;
  refuse?: (reason: Refusal) => void;
}

/**
 * Shares the turns between keys, round robin; the deliveries of a key run in the order of arrival. If room
 * runs out, the newest delivery of the key that uses most of it is refused, so that a key with many
 * deliveries never displaces one with few.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  // By key, in the order of their last turns. A set preserves the order of arrival.
  const keys = new Map<string, Set<Entry>>();
  const runningOfKey = new Map<string, number>();
  let running = 0;
  let meanMs = 0;

  const isPending = (entry: Entry) => entry.state === 'reading' || entry.state === 'waiting';
  const count = (entries: Iterable<Entry>) => [...entries].filter(isPending).length;
  const sumBytes = (entries: Iterable<Entry>) =>
    [...entries].reduce((sum, entry) => sum + (isPending(entry) ? entry.bytes : 0), 0);
  const sumAll = (measure: (entries: Iterable<Entry>) => number) =>
    [...keys.values()].reduce((sum, entries) => sum + measure(entries), 0);

  const toOverload = (detail = 'too many deliveries at once') =>
    new Refusal(203002, detail, { retryAfter: toRetrySeconds(sumAll(count), meanMs, limits.running) });

  const remove = (entry: Entry) => {
    const entries = keys.get(entry.key);
    entries?.delete(entry);
    if (entries?.size === 0) keys.delete(entry.key);
    entry.state = 'left';
  };
  /**
   * Makes room by refusing the newest delivery of the key that uses most; false if that is the key of `own`.
   */
  const makeRoom = (own: Entry, measure: (entries: Iterable<Entry>) => number): boolean => {
    let heaviest: Set<Entry> | undefined = keys.get(own.key);
    for (const entries of keys.values()) if (measure(entries) > measure(heaviest ?? [])) heaviest = entries;
    const newest = [...(heaviest ?? [])].findLast(isPending);
    if (newest === undefined || newest.key === own.key) return false;
    const { refuse } = newest;
    remove(newest);
    refuse?.(toOverload());
    return true;
  };

  const beginNext = () => {
    while (running < limits.running) {
      let next: Entry | undefined;
      for (const [key, entries] of keys) {
        if ((runningOfKey.get(key) ?? 0) >= limits.runningOfKey) continue;
        next = [...entries].find((entry) => entry.state === 'waiting');
        if (next === undefined) continue;
        // Moves the key to the end of the round.
        keys.delete(key);
        keys.set(key, entries);
        break;
      }
      if (next === undefined) return;
      running++;
      runningOfKey.set(next.key, (runningOfKey.get(next.key) ?? 0) + 1);
      next.state = 'running';
      next.begin?.();
    }
  };
  const end = (entry: Entry) => {
    running--;
    const left = (runningOfKey.get(entry.key) ?? 1) - 1;
    if (left === 0) runningOfKey.delete(entry.key);
    else runningOfKey.set(entry.key, left);
    remove(entry);
    beginNext();
  };

  return {
    enter(key) {
      const entry: Entry = { key, state: 'reading', bytes: 0 };
      const entries = keys.get(key) ?? new Set();
      if (count(entries) >= limits.waitingOfKey) throw toOverload('too many deliveries of this key at once');
      keys.set(key, entries.add(entry));
      while (sumAll(count) > limits.waiting)
        if (!makeRoom(entry, count)) {
          remove(entry);
          throw toOverload();
        }
      return {
        hold(bytes) {
          if (entry.state === 'left') throw toOverload();
          entry.bytes += bytes;
          while (sumAll(sumBytes) > limits.waitingBytes)
            if (!makeRoom(entry, sumBytes)) {
              remove(entry);
              throw toOverload();
            }
        },
        async run(work) {
          if (entry.state !== 'reading') throw toOverload();
          entry.state = 'waiting';
          const turn = new Promise<void>((resolve, reject) => {
            entry.begin = resolve;
            entry.refuse = reject;
          });
          beginNext();
          await turn;
          const began = performance.now();
          try {
            return await work();
          } finally {
            meanMs += (performance.now() - began - meanMs) * (meanMs === 0 ? 1 : newest);
            end(entry);
          }
        },
        leave() {
          if (!isPending(entry)) return;
          const { refuse } = entry;
          remove(entry);
          refuse?.(toOverload());
        },
      };
    },
  };
}

/** Seconds after which to come again. */
const retryAfter = { least: 5, most: 120 };
/** Share of the newest delivery in the mean time of one. */
const newest = 0.1;

/** When a queue will have room, by what waits and how long a delivery took lately. */
export const toRetrySeconds = (waiting: number, meanMs: number, running: number): number =>
  Math.min(retryAfter.most, Math.max(retryAfter.least, Math.ceil((waiting * meanMs) / running / 1000)));

export interface Deliveries {
  deliver: DeliverBody;
  /** For sites with a stream. */
  check(request: CheckRequest): Promise<CheckedDelivery>;
  store(request: StoreMessageRequest): Promise<Delivered>;
  stop(): Promise<void>;
}

interface DeliveriesOptions extends DeliverThreadData {
  readonly threads: number;
  /** Old generation of the heap of a thread, in MB. */
  readonly threadMb: number;
  /** Processor time of one delivery. */
  readonly busyLimitMs: number;
  readonly log: Log;
}

/** For the short-lived objects of a delivery, in MB. */
const maxYoungGenerationSizeMb = 48;

/**
 * Under a small limit V8 lets a heap grow little between full garbage collections, which costs a quarter more
 * processor time. With this flag it grows to four times of what survived the last collection, within the
 * limit. Applies to the whole process.
 */
const heapGrowth = '--heap-growing-percent=300';

/**
 * Processes deliveries in worker threads, each with its own database sessions. A delivery may be processed
 * twice: reports are idempotent.
 */
export function startDeliveries({ threads, threadMb, busyLimitMs, log, ...data }: DeliveriesOptions): Deliveries {
  setFlagsFromString(heapGrowth);
  const pool = startPool<DeliverThreadData, DeliveryRequest, CheckedDelivery>({
    name: 'deliveries',
    threads,
    file: new URL('./deliver-thread.js', import.meta.url),
    data,
    limits: { maxOldGenerationSizeMb: threadMb, maxYoungGenerationSizeMb },
    busyLimitMs,
    log,
    toError: toRefusal,
  });
  const isShort = ({ body }: BodyDelivery) => isSmall(body.bytes.length, body.isPacked);
  return {
    deliver: (request) => pool.run({ work: 'deliver', request }, { isShort: isShort(request) }),
    check: (request) => pool.run({ work: 'check', request }, { isShort: isShort(request) }),
    store: (request) => pool.run({ work: 'store', request }),
    stop: () => pool.stop(),
  };
}

/**
 * The same body would cost the same again, so it is refused permanently: a collector halves the batch until
 * the failing report is alone, and puts that one aside.
 */
function toRefusal(reason: EndReason): Error {
  if (reason === 'failure') return new Refusal(203003, 'the thread for deliveries failed', { retryAfter: 5 });
  const much = reason === 'time' ? 'processor time' : 'memory';
  return new Refusal(202001, `the delivery takes too much ${much}: deliver fewer reports at a time`);
}
