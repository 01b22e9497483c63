import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpConnection } from '../lib/http-connection.ts';
import type { Attack } from './bodies.ts';

interface Target {
  url: string;
  /** Of the attacker and of another collector. */
  attackerKey: string;
  key: string;
  token: string;
}

export interface AttackRun {
  /** Answers to the deliveries of the attack, by status. */
  answers: Map<number, number>;
  /**
   * Milliseconds until a good report of the other key was acknowledged, and until a list was answered, each
   * time.
   */
  reports: number[];
  lists: number[];
}

const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };

/**
 * Delivers the attack over several connections at once while the other key delivers good reports and a user
 * asks for a list.
 */
export async function runAttack(
  target: Target,
  { body }: Attack,
  { connections, deliveries, probes }: { connections: number; deliveries: number; probes: number },
): Promise<AttackRun> {
  const run: AttackRun = { answers: new Map(), reports: [], lists: [] };
  const attack = async () => {
    const connection = new HttpConnection(target.url, target.attackerKey);
    for (let count = 0; count < deliveries; count++) {
      const { status } = await connection.request('POST', '/v1/ingest/reports', body, headers);
      run.answers.set(status, (run.answers.get(status) ?? 0) + 1);
    }
    connection.close();
  };
  const probe = async () => {
    await wait(300);
    const sender = new HttpConnection(target.url, target.key);
    const reader = new HttpConnection(target.url, target.token);
    for (let count = 0; count < probes; count++) {
      run.reports.push(await timed(() => deliverGood(sender)));
      run.lists.push(await timed(() => readList(reader)));
    }
    sender.close();
    reader.close();
  };
  await Promise.all([probe(), ...Array.from({ length: connections }, attack)]);
  return run;
}

let minute = 0;

/** Throws unless it is stored. */
async function deliverGood(connection: HttpConnection): Promise<void> {
  const report = {
    version: '1.0',
    observedAt: new Date(Date.now() - 86_400_000 - minute++ * 1000).toISOString(),
    source: { kind: 'collector', name: 'good', version: '1' },
    site: { dealerNumber: 'D-2' },
    identity: { serial: { state: 'measured', value: 'GOOD' }, manufacturer: { state: 'measured', value: 'Example' } },
    counters: { total: { unit: 'impressions', reading: { state: 'measured', value: minute } } },
  };
  const answer = await connection.request('POST', '/v1/ingest/reports', { reports: [report] });
  if (answer.status !== 200 || !answer.body.includes('"stored"'))
    throw new Error(`a good report was not stored: ${answer.status} ${answer.body.slice(0, 300)}`);
}

async function readList(connection: HttpConnection): Promise<void> {
  const answer = await connection.request('GET', '/v1/devices');
  if (answer.status !== 200) throw new Error(`no list: ${answer.status} ${answer.body.slice(0, 300)}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
