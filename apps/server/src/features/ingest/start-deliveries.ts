import { setFlagsFromString } from 'node:v8';
import type { Log } from '../../base/log.ts';
import { Refusal } from '../../base/refusal.ts';
import type { EndReason } from '../../threads/start-thread.ts';
import { startPool } from '../../threads/thread-pool.ts';
import type { BodyDelivery, DeliverBody, Delivered } from './deliver-body.ts';
import type { DeliverThreadData } from './deliver-thread.ts';

export interface Deliveries {
  deliver: DeliverBody;
  stop(): Promise<void>;
}

interface DeliveriesOptions extends DeliverThreadData {
  readonly threads: number;
  /** Memory of a thread for what grows old, in MB. */
  readonly threadMb: number;
  /** Processor time of one delivery. */
  readonly busyLimitMs: number;
  readonly log: Log;
}

/** For what the reports of a delivery make, in MB. */
const maxYoungGenerationSizeMb = 48;

/**
 * Under a small memory limit V8 lets a heap grow by little between two full collections, which costs a delivery a quarter more
 * processor time. With this it grows to four times of what survived the last one, within the limit. Holds for the whole process.
 */
const heapGrowth = '--heap-growing-percent=300';

/** Processes deliveries in worker threads, each with sessions of its own. A delivery may be processed twice: reports are idempotent. */
export function startDeliveries({ threads, threadMb, busyLimitMs, log, ...data }: DeliveriesOptions): Deliveries {
  setFlagsFromString(heapGrowth);
  const pool = startPool<DeliverThreadData, BodyDelivery, Delivered>({
    name: 'deliveries',
    threads,
    file: new URL('./deliver-thread.js', import.meta.url),
    data,
    limits: { maxOldGenerationSizeMb: threadMb, maxYoungGenerationSizeMb },
    busyLimitMs,
    log,
    toError: toRefusal,
  });
  return { deliver: (delivery) => pool.run(delivery), stop: () => pool.stop() };
}

/**
 * Sent again unchanged it would cost the same again, so that it is refused for good: a collector halves the batch until the
 * report that does not go is alone, and sets that one aside.
 */
function toRefusal(reason: EndReason): Error {
  if (reason === 'failure') return new Refusal(203003, 'the thread for deliveries failed', { retryAfter: 5 });
  const much = reason === 'time' ? 'processor time' : 'memory';
  return new Refusal(202001, `the delivery takes too much ${much}: deliver fewer reports at a time`);
}
