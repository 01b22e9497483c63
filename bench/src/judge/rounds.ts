import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { readDatabaseCpu } from '../lib/database-cpu.ts';
import type { RunningServer } from '../lib/running-server.ts';

type Step = 'load' | 'judge' | 'write';

/** What one judgement of every device took. */
export interface Round {
  readonly judged: number;
  /** Devices of which nothing new was sent. */
  readonly unchanged: number;
  readonly failed: number;
  readonly seconds: number;
  /** Processor time a device, ms, once a quarter was done; undefined where it cannot be read. */
  readonly server: number | undefined;
  readonly database: number | undefined;
  /** Clock time a device, ms: of two transactions at once one waits while the other judges. */
  readonly steps: Readonly<Record<Step, number>>;
  readonly memoryMb: number;
  /** How long calls took meanwhile, ms, ascending. */
  readonly calls: readonly number[];
}

/**
 * Waits until `devices` have been looked at since the call began, and measures it. `onProgress` is called
 * with their number.
 */
export async function measureRound(
  server: RunningServer,
  devices: number,
  onProgress: (done: number) => void,
): Promise<Round> {
  const started = performance.now();
  const before = await readSpent(server);
  const calls: number[] = [];
  let peak = 0;
  let now = before;
  // What is used from a quarter on no longer holds the start of the server and of its threads. A small fleet
  // is judged before that is seen.
  let warm: Spent | undefined;
  for (let next = started; now.done - before.done < devices; ) {
    const asked = performance.now();
    await (await fetch(`${server.url}/healthz`)).text();
    calls.push(performance.now() - asked);
    await wait(50);
    if (performance.now() < next) continue;
    next = performance.now() + 500;
    now = await readSpent(server);
    peak = Math.max(peak, now.memory);
    if (now.done - before.done >= devices / 4) warm ??= now;
    onProgress(now.done - before.done);
  }
  const from = warm !== undefined && warm.done - before.done < devices / 2 ? warm : before;
  const each = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? undefined : (1000 * (other - one)) / (now.done - from.done);
  const toStep = (step: Step) => (1000 * (now[step] - before[step])) / devices;
  return {
    judged: now.judged - before.judged,
    unchanged: now.unchanged - before.unchanged,
    failed: now.failed - before.failed,
    seconds: (performance.now() - started) / 1000,
    server: each(from.server, now.server),
    database: each(from.database, now.database),
    steps: { load: toStep('load'), judge: toStep('judge'), write: toStep('write') },
    memoryMb: peak / 2 ** 20,
    calls: calls.toSorted((a, b) => a - b),
  };
}

/** Conditions are evaluated after judging, in the same thread: what they take belongs to no round. */
export async function waitForEvaluation(server: RunningServer): Promise<void> {
  const stillMs = 12_000;
  let last = { evaluated: -1, at: 0 };
  while (last.evaluated === -1 || performance.now() - last.at < stillMs) {
    await wait(500);
    const { evaluated } = await readSpent(server);
    if (evaluated !== last.evaluated) last = { evaluated, at: performance.now() };
  }
}

type Spent = Awaited<ReturnType<typeof readSpent>>;

async function readSpent(server: RunningServer) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const figures = new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
  );
  const of = (name: string) => figures.get(name) ?? 0;
  const judged = of('platen_judge_devices_total{result="judged"}');
  const unchanged = of('platen_judge_devices_total{result="unchanged"}');
  const failed = of('platen_judge_devices_total{result="failed"}');
  return {
    judged,
    unchanged,
    failed,
    done: judged + unchanged + failed,
    load: of('platen_judge_seconds_total{step="load"}'),
    judge: of('platen_judge_seconds_total{step="judge"}'),
    write: of('platen_judge_seconds_total{step="write"}'),
    evaluated: of('platen_conditions_evaluated_total{result="evaluated"}'),
    server: of('platen_process_cpu_seconds_total'),
    database: readDatabaseCpu(server.store.postgresPid()),
    memory: of('platen_process_resident_memory_bytes'),
  };
}
