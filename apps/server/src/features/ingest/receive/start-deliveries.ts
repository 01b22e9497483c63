import { setFlagsFromString } from 'node:v8';
import { Refusal } from '../../../base/errors.ts';
import type { Log } from '../../../base/logger.ts';
import type { EndReason } from '../../../threads/start-thread.ts';
import { startPool } from '../../../threads/thread-pool.ts';
import type { BodyDelivery, DeliverBody, Delivered } from './deliver.ts';
import type { DeliverThreadData } from './deliver-thread.ts';

export interface Deliveries {
  deliver: DeliverBody;
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
 * The same body would cost the same again, so it is refused permanently: a collector halves the batch until
 * the failing report is alone, and puts that one aside.
 */
function toRefusal(reason: EndReason): Error {
  if (reason === 'failure') return new Refusal(203003, 'the thread for deliveries failed', { retryAfter: 5 });
  const much = reason === 'time' ? 'processor time' : 'memory';
  return new Refusal(202001, `the delivery takes too much ${much}: deliver fewer reports at a time`);
}
