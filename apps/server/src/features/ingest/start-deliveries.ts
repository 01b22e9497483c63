import type { Log } from '../../store/log.ts';
import { startThread } from '../../threads/start-thread.ts';
import type { BodyDelivery, DeliverBody, Delivered } from './deliver-body.ts';
import type { DeliverThreadData } from './deliver-thread.ts';

export interface Deliveries {
  deliver: DeliverBody;
  stop(): Promise<void>;
}

interface DeliveriesOptions extends DeliverThreadData {
  readonly threads: number;
  readonly log: Log;
}

/**
 * Old: far above what it holds, as the language takes a small limit as a wish to clear out often (1 GB: half as much work again
 * in the whole server). Young: what the reports of a delivery make.
 */
const limits = { maxOldGenerationSizeMb: 4096, maxYoungGenerationSizeMb: 48 };

/** Deliveries are kept in threads beside the server's own, each with sessions of its own; a body goes to the least busy. */
export function startDeliveries({ threads: count, log, ...data }: DeliveriesOptions): Deliveries {
  const threads = Array.from({ length: count }, () =>
    startThread<DeliverThreadData, BodyDelivery, Delivered>({
      name: 'deliveries',
      file: new URL('./deliver-thread.js', import.meta.url),
      data,
      limits,
      log,
    }),
  );
  return {
    deliver(delivery) {
      const [thread] = threads.toSorted((one, other) => one.open - other.open);
      if (thread === undefined) throw new Error('no thread for deliveries');
      // Not copied, but handed over, unless it shares its memory with other buffers.
      const body = delivery.body.byteLength < ownMemory ? Uint8Array.from(delivery.body) : delivery.body;
      const { buffer } = body;
      return thread.run({ ...delivery, body }, buffer instanceof ArrayBuffer ? [buffer] : []);
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

/** Node cuts smaller buffers from a common piece (half of `Buffer.poolSize` at most). */
const ownMemory = 64 * 1024;
