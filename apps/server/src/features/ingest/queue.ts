import { Refusal } from '../../http/refusal.ts';

/** Runs so many at once; the others wait in order, up to a limit beyond which they are refused with 203002. */
export function createQueue(atOnce: number, waitingLimit: number): { run<T>(work: () => Promise<T>): Promise<T> } {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running < atOnce) running += 1;
      else {
        if (waiting.length >= waitingLimit) throw new Refusal(203002, 'too many deliveries at once', { retryAfter: 5 });
        // Whoever ends hands its place on, so `running` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
