import { setTimeout as wait } from 'node:timers/promises';
import { compare, type Finding } from './compare.ts';
import { Ledger } from './ledger.ts';
import type { Kind, Planned } from './plan.ts';
import type { Outcome } from './post.ts';
import { readStored } from './read-stored.ts';
import { type Phase, sendUntil } from './senders.ts';
import { strike, type Target } from './strike.ts';

/** What a run of faults showed. */
export interface FaultRun {
  faults: { kind: Kind; readyMs: number; acknowledgedMs: number }[];
  sent: number;
  acknowledged: number;
  stored: number;
  devices: number;
  /** Kind of fault → status → answers from the fault until the first acknowledgement after it. */
  answers: Map<Kind, Map<string, number>>;
  /** Answers that break a promise, each with the fault before it. */
  broken: string[];
  findings: Finding[];
}

export interface RunOptions {
  seed: number;
  senders?: number;
  /** Once aborted, no further fault is done; the run ends with what it showed so far. */
  signal?: AbortSignal;
  onProgress?: (run: FaultRun) => void;
}

const progressLimitMs = 60_000;
/** Deliveries acknowledged after a fault before the next. */
const deliveriesBetween = 4;

/**
 * Delivers reports from several senders, does the planned faults, and holds the final state against what the
 * senders know.
 */
export async function runFaults(
  target: Target,
  planned: readonly Planned[],
  { seed, senders = 4, signal, onProgress }: RunOptions,
): Promise<FaultRun> {
  const { site } = target;
  const { key } = await site.admin('collectors', 'add', 'Fault bench', '--dealer', 'D-7');
  const ledger = new Ledger();
  const phase: Phase = { faults: 0, state: 'up' };
  const start = Math.floor(Date.now() / 1000) * 1000 - 20 * 86_400_000;
  const run: FaultRun = {
    faults: [],
    sent: 0,
    acknowledged: 0,
    stored: 0,
    devices: 0,
    answers: new Map(),
    broken: [],
    findings: [],
  };
  let current: Kind | undefined;
  const onOutcome = (outcome: Outcome, before: Phase, server: number) => {
    const promise = judge(outcome, before, phase, server);
    if (promise !== undefined) run.broken.push(`fault ${phase.faults} (${current}): ${promise}`);
    if (current === undefined || (phase.state === 'up' && outcome.status === 200)) return;
    const counts = run.answers.get(current) ?? new Map<string, number>();
    run.answers.set(current, counts);
    counts.set(String(outcome.status), (counts.get(String(outcome.status)) ?? 0) + 1);
  };
  const stopped = new AbortController();
  const sending = sendUntil(stopped.signal, {
    urls: site.urls,
    key: String(key),
    seed,
    senders,
    start,
    ledger,
    phase,
    onOutcome,
  });
  /** Settles when deliveries were acknowledged beyond those of now. */
  const untilAcknowledged = async (count: number) => {
    const goal = ledger.deliveries + count;
    const deadline = Date.now() + progressLimitMs;
    while (ledger.deliveries < goal) {
      if (Date.now() > deadline)
        throw new Error(
          `no delivery was acknowledged after fault ${phase.faults} (${current})\n${site.server().output()}`,
        );
      await wait(5);
    }
  };
  try {
    for (const fault of planned) {
      if (signal?.aborted === true) break;
      await untilAcknowledged(deliveriesBetween);
      await wait(fault.afterMs);
      current = fault.kind;
      phase.faults++;
      const since = await strike(fault, target, phase);
      await site.waitUntilReady();
      const readyMs = Date.now() - since;
      phase.state = 'up';
      await untilAcknowledged(1);
      run.faults.push({ kind: fault.kind, readyMs, acknowledgedMs: Date.now() - since });
      run.acknowledged = ledger.acknowledged;
      onProgress?.(run);
    }
    await untilAcknowledged(deliveriesBetween);
  } finally {
    stopped.abort();
    await sending;
  }
  const session = await site.connect();
  try {
    const stored = await readStored(session);
    run.findings = compare(ledger.devices, stored, start);
    run.stored = stored.reduce((sum, device) => sum + device.reports.length, 0);
    run.devices = stored.length;
  } finally {
    await session.end();
  }
  run.sent = ledger.sent;
  run.acknowledged = ledger.acknowledged;
  return run;
}

/**
 * The promise that an answer of a server breaks; undefined when it breaks none. `before`, `after`: of the
 * call.
 */
function judge({ status, accepted, body }: Outcome, before: Phase, after: Phase, server: number): string | undefined {
  if (status === 200) return undefined;
  if (accepted && after.state === 'stopping')
    return `a call that was accepted before or while stopping ended with ${status}`;
  const isVictim = [before.victim ?? server, after.victim ?? server].includes(server);
  const wasEnded = [before, after].some(({ state }) => state === 'killed' || state === 'stopping');
  if (isVictim && (status === 503 || ((status === 'refused' || status === 'broken') && wasEnded))) return undefined;
  return `unexpected answer: ${status} ${body.slice(0, 300)}`;
}
