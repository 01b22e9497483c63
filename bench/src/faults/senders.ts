import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Random } from '@platen/simulator/fleet/random';
import type { Ledger } from './ledger.ts';
import { type Numbered, reportsPerDevice, toNumberedReport } from './numbered-report.ts';
import { type Outcome, post } from './post.ts';

/** What the servers are doing while an answer arrives; set by the run, read by the senders. */
export interface Phase {
  /** Faults so far. */
  faults: number;
  /**
   * `killed`: a server process ended without notice; `database`: its database did; `stopping`: it was asked
   * to end.
   */
  state: 'up' | 'killed' | 'database' | 'stopping';
  /** With two servers: the one that the last fault was done to. */
  victim?: number;
}

export interface SendersOptions {
  /** Every delivery goes to all of these at once; it is acknowledged when one of them acknowledges it. */
  urls: readonly string[];
  key: string;
  seed: number;
  senders: number;
  /** Time of the first report of every device (ms). */
  start: number;
  ledger: Ledger;
  phase: Phase;
  /** `before`: what the server was doing when the call began. */
  onOutcome(outcome: Outcome, before: Phase, server: number): void;
}

const devicesPerSender = 6;
const reportsPerDelivery = 2;

/** Delivers numbered reports until stopped; resolves when every sender has ended. */
export async function sendUntil(stopped: AbortSignal, options: SendersOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.senders }, (_, sender) => sendAs(sender, stopped, options)));
}

/**
 * One sender. A delivery that was not acknowledged is sent again at once, sent again after newer ones, or
 * given up: real senders do the first, the second leads to reports in the wrong order, the third to reports
 * that may or may not be kept.
 */
async function sendAs(sender: number, stopped: AbortSignal, options: SendersOptions): Promise<void> {
  const random = new Random('fault bench', options.seed, sender);
  const agents = options.urls.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const later: Numbered[][] = [];
  let next = 0;
  try {
    while (!stopped.aborted) {
      const again = random.is(0.3) ? later.shift() : undefined;
      const batch = again ?? toBatch(sender, next++);
      for (;;) {
        const fate = await deliver(batch, agents, options);
        if (fate === 'acknowledged' || stopped.aborted) break;
        // As a collector waits between attempts, only shorter.
        await wait(random.between(10, 40));
        const choice = random.next();
        const [postponed, dropped] = fate === 'unknown' ? [0.3, 0.5] : fate === 'refused' ? [0.03, 0.04] : [0, 0];
        if (choice < postponed) later.push(batch);
        if (choice < dropped) break;
      }
    }
  } finally {
    for (const agent of agents) agent.destroy();
  }
}

/** Delivery number `index` of a sender: the next reports of each of its devices. */
function toBatch(sender: number, index: number): Numbered[] {
  const first = index * reportsPerDelivery;
  const generation = Math.floor(first / reportsPerDevice);
  return Array.from({ length: devicesPerSender * reportsPerDelivery }, (_, i) => ({
    serial: `F${sender}-${i % devicesPerSender}-${generation}`,
    number: (first % reportsPerDevice) + Math.floor(i / devicesPerSender),
  }));
}

/** `refused`: every server answered that it did not keep the delivery; `unreached`: none was reached. */
type Fate = 'acknowledged' | 'refused' | 'unreached' | 'unknown';

async function deliver(batch: readonly Numbered[], agents: readonly Agent[], options: SendersOptions): Promise<Fate> {
  const { key, start, ledger, phase } = options;
  const lines = batch.map((each) => JSON.stringify(toNumberedReport(each, start)));
  const body = gzipSync(lines.join('\n'));
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
  };
  ledger.noteSent(batch);
  const before = { ...phase };
  const outcomes = await Promise.all(
    agents.map((agent, server) => post(`${options.urls[server]}/v1/ingest/reports`, agent, headers, body)),
  );
  for (const [server, outcome] of outcomes.entries()) options.onOutcome(outcome, before, server);
  if (outcomes.some((outcome) => outcome.status === 200)) {
    ledger.noteAcknowledged(batch, phase.faults);
    return 'acknowledged';
  }
  if (outcomes.every((outcome) => outcome.status === 'refused')) return 'unreached';
  return outcomes.every((outcome) => typeof outcome.status === 'number') ? 'refused' : 'unknown';
}
