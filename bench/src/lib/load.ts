import { performance } from 'node:perf_hooks';

/** What a run of many calls took. Times in milliseconds. */
export interface Figures {
  calls: number;
  p50: number;
  p99: number;
  /** The fastest call: what other work on the machine disturbs least. */
  least: number;
  perSecond: number;
  /** Processor time a call, milliseconds; NaN where it was not measured. */
  cpu: number;
}

/**
 * Runs `call` over a number of connections, one call after the other on each, for `seconds` after a short
 * warm-up. `call` gets the index of the connection and a running number, so that each can ask for something
 * else; `readCpu` gives the seconds of processor time that the answering process has used so far.
 */
export async function measure(
  connections: number,
  seconds: number,
  call: (index: number, round: number) => Promise<unknown>,
  readCpu: () => Promise<number> = async () => Number.NaN,
): Promise<Figures> {
  await runConnections(connections, Math.min(1, seconds / 3), call);
  const cpuBefore = await readCpu();
  const { times, elapsed } = await runConnections(connections, seconds, call);
  const cpu = (await readCpu()) - cpuBefore;
  const sorted = Float64Array.from(times).sort();
  return {
    calls: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    least: quantile(sorted, 0),
    perSecond: sorted.length / (elapsed / 1000),
    cpu: (1000 * cpu) / sorted.length,
  };
}

async function runConnections(
  connections: number,
  seconds: number,
  call: (index: number, round: number) => Promise<unknown>,
) {
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  let round = 0;
  const repeat = async (index: number): Promise<void> => {
    while (performance.now() < end) {
      const before = performance.now();
      await call(index, round++);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => repeat(index)));
  return { times, elapsed: performance.now() - started };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
