import { type Kysely, sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../store/database.ts';
import { readJobRun } from './fit/fit-fleet.ts';
import { countDue } from './judge/due.ts';
import type { DueMemory } from './since-clear.ts';
import type { BatchEvent } from './tasks.ts';

export interface JobMetrics {
  onBatch(event: BatchEvent): void;
  /** Claims that a run of the job opened. */
  onClaims(count: number): void;
}

/** Least interval between two reads of what is due, however many callers ask. */
const cachedMs = 10_000;
const patienceMs = 2000;

/** Adds the figures of the jobs to a server's. What the store does not answer in time is NaN, never 0. */
export function createJobMetrics(registry: Registry, db: Kysely<Database>): JobMetrics {
  const devices = new Counter({
    name: 'platen_judge_devices_total',
    help: 'Devices judged by this server, those that nothing new was sent of, and those that could not be judged',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  const seconds = new Counter({
    name: 'platen_judge_seconds_total',
    help: 'Time of judging on this server by step: load, judge, write',
    labelNames: ['step'] as const,
    registers: [registry],
  });
  const evaluations = new Counter({
    name: 'platen_conditions_evaluated_total',
    help: 'Devices, collectors and customers whose conditions this server evaluated, and those that failed',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  const evaluating = new Counter({
    name: 'platen_conditions_seconds_total',
    help: 'Time of evaluating conditions on this server by step: load, evaluate, write',
    labelNames: ['step'] as const,
    registers: [registry],
  });
  const opened = new Counter({
    name: 'platen_device_claims_opened_total',
    help: 'Claims to devices of others that this server opened',
    registers: [registry],
  });
  const memory: DueMemory = {};
  const read = keepFor(cachedMs, () => within(patienceMs, readStanding(db, memory)));
  const gauge = (name: string, help: string, of: (standing: Standing) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const standing = await read();
        this.set(standing === undefined ? Number.NaN : of(standing));
      },
    });
  gauge('platen_judge_due_devices', 'Devices to be judged, for whatever reason', ({ due }) => due);
  gauge('platen_judge_waiting_devices', 'Devices with a report that is not judged yet', ({ waiting }) => waiting);
  gauge('platen_judge_oldest_waiting_seconds', 'Age of the oldest report that is not judged yet', ({ oldest, at }) =>
    oldest === null ? 0 : Math.max(0, (at - oldest.getTime()) / 1000),
  );
  gauge('platen_judge_failing_devices', 'Devices whose last judgement failed', ({ failing }) => failing);
  gauge(
    'platen_fit_last_timestamp_seconds',
    'When the fleet was last learned from; NaN: never',
    ({ fitted }) => (fitted?.getTime() ?? Number.NaN) / 1000,
  );
  gauge('platen_device_claims_open', 'Claims to devices of others that wait for a decision', ({ claims }) => claims);
  gauge('platen_jobs_waiting', 'Jobs whose time has come', ({ jobs }) => jobs);
  return {
    onBatch(event) {
      if (event.task === 'judge') {
        const { judged, unchanged, failures, times } = event.result;
        devices.inc({ result: 'judged' }, judged - unchanged);
        devices.inc({ result: 'unchanged' }, unchanged);
        devices.inc({ result: 'failed' }, failures.length);
        for (const step of ['load', 'judge', 'write'] as const) seconds.inc({ step }, times[step] / 1000);
        return;
      }
      const { evaluated, failures, times } = event.result;
      evaluations.inc({ result: 'evaluated' }, evaluated);
      evaluations.inc({ result: 'failed' }, failures.length);
      for (const step of ['load', 'evaluate', 'write'] as const) evaluating.inc({ step }, times[step] / 1000);
    },
    onClaims: (count) => opened.inc(count),
  };
}

async function readStanding(db: Kysely<Database>, memory: DueMemory) {
  const { rows } = await sql<{ jobs: number; claims: number }>`
    select (select count(*) from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts) as jobs,
      (select count(*) from device_claim where decided_at is null) as claims`.execute(db);
  const fit = await readJobRun(db, 'fit');
  const fitted = fit === undefined || fit.reason !== null ? null : fit.ended_at;
  return {
    ...(await countDue(db, memory)),
    jobs: rows[0]?.jobs ?? 0,
    claims: rows[0]?.claims ?? 0,
    fitted,
    at: Date.now(),
  };
}
type Standing = Awaited<ReturnType<typeof readStanding>>;

/** Those who ask in the meantime get the same answer. */
function keepFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { until: number; value: Promise<T> } | undefined;
  return () => {
    if (cached === undefined || cached.until < Date.now()) cached = { until: Date.now() + milliseconds, value: read() };
    return cached.value;
  };
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  const answer = await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
  return answer;
}
