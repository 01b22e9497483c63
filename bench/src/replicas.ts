// npm run bench:replicas -- [devices] [seconds]: lists, searches and a profile answered by the primary, and
// by a replica: processor time of server, primary and replica for a call, in turn. All on this machine, so
// that processor time says more than the clock.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { latestTermsVersion } from '@platen/contract/constants';
import { Client } from 'pg';
import { type GrowthCase, growthCases } from './growth/cases.ts';
import { readArguments, whole } from './lib/arguments.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { fillFleet } from './lib/fleet.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { measure } from './lib/load.ts';
import { leaveNothingDue } from './lib/nothing-due.ts';
import { cpuSeconds } from './lib/processes.ts';
import { startReplica } from './lib/replication.ts';
import { startServer } from './lib/running-server.ts';

const [devices, seconds] = readArguments('replicas', whole('devices', 10_000), whole('seconds', 5));
const shown = new Set([
  'list, first page',
  'search: customer',
  'search: two digits',
  'advanced: 500 serials',
  'profile',
]);
const connections = 2;
/** Rounds of each server, in turn: what else the machine does hits both. */
const rounds = 2;
/** Rounds of each before them: a server that has just begun takes several times as long. */
const warmUpRounds = 4;
const startMs = 25_000;
const idleMs = 10_000;

interface Target {
  readonly url: string;
  readonly pid: number;
}

/** Milliseconds of processor time a call. */
interface Cost {
  readonly server: number;
  readonly primary: number;
  readonly replica: number;
  readonly calls: number;
}

const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
const server = await startServer(
  async (store) => {
    await fillFleet(store, devices, 0, Math.min(devices, 1000));
    await leaveNothingDue(store);
  },
  {},
  folder,
);
await agree();
const { administrationUrl = '' } = server.store;
const replica = await startReplica({ administrationUrl });
try {
  // By its socket, as the primary is: by TCP and through the network of this process, which can be cut, a
  // list costs the server more, and that is no cost of replicas.
  const reading = await server.addServer({ PLATEN_DATABASE_READ_URLS: replica.socketUrl });
  const token = await server.token('service');
  // Servers count the fleet when they begin, and both have jobs that do not belong to any call.
  await wait(startMs);
  const before = readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN;
  await wait(idleMs);
  const idle = ((readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN) - before) / (idleMs / 1000);
  process.stdout.write(`the primary without calls: ${(1000 * idle).toFixed(1)} ms of processor a second, left out\n`);
  process.stdout.write(`${devices} devices, ${connections} connections; ms of processor a call\n`);
  process.stdout.write('call | by | server | primary | replica | primary with replica / without\n');
  for (const one of growthCases.filter(({ name }) => shown.has(name))) {
    const costs: Record<'primary' | 'replica', Cost[]> = { primary: [], replica: [] };
    for (let round = 0; round < warmUpRounds; round++)
      for (const target of [server, reading]) await measureCost(target, token, one, idle);
    for (let round = 0; round < rounds; round++) {
      costs.primary.push(await measureCost(server, token, one, idle));
      costs.replica.push(await measureCost(reading, token, one, idle));
    }
    print(one.name, toMean(costs.primary), toMean(costs.replica));
  }
} finally {
  await server.stop();
  await replica.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Everybody has agreed to the terms. */
async function agree(): Promise<void> {
  const client = new Client({ connectionString: server.store.url });
  await client.connect();
  await client.query('update app_user set agreed_terms_version = $1', [latestTermsVersion]);
  await client.end();
}

async function measureCost(
  { url, pid }: Target,
  token: string,
  { method, path, body }: GrowthCase,
  idle: number,
): Promise<Cost> {
  const open = Array.from({ length: connections }, () => new HttpConnection(url, token));
  const call = async (index: number, round: number) => {
    const answer = await open[index]?.request(method, path(round, devices), body?.(round, devices));
    if (answer?.status !== 200) throw new Error(`${path(round, devices)}: ${answer?.status} ${answer?.body}`);
  };
  const read = async () => ({
    server: await cpuSeconds([pid]),
    primary: readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN,
    replica: readDatabaseCpu(replica.pid()) ?? Number.NaN,
  });
  // Asked after the warm-up and at the end.
  const used: Awaited<ReturnType<typeof read>>[] = [];
  const { calls, perSecond } = await measure(connections, seconds, call, async () => used.push(await read()));
  for (const connection of open) connection.close();
  const [before, after] = used;
  const each = (what: 'server' | 'primary' | 'replica') =>
    (1000 * ((after?.[what] ?? Number.NaN) - (before?.[what] ?? Number.NaN))) / calls;
  return {
    server: each('server'),
    primary: each('primary') - (1000 * idle) / perSecond,
    replica: each('replica'),
    calls,
  };
}

function toMean(costs: readonly Cost[]): Cost {
  const mean = (of: (cost: Cost) => number) => costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length;
  return {
    server: mean(({ server: used }) => used),
    primary: mean(({ primary }) => primary),
    replica: mean(({ replica: used }) => used),
    calls: mean(({ calls }) => calls),
  };
}

function print(name: string, without: Cost, having: Cost): void {
  const line = (by: string, { server: used, primary, replica: copy }: Cost, ratio: string) =>
    process.stdout.write(`${[name, by, used.toFixed(2), primary.toFixed(2), copy.toFixed(2), ratio].join(' | ')}\n`);
  line('primary', without, '');
  line('replica', having, (having.primary / without.primary).toFixed(2));
}
