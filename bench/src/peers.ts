// npm run bench:peers -- [hosts] [further hosts] [seconds]: the same hosts in Platen and in Zabbix 6.0 of
// Debian, the same questions in the same minute, with ratios. Starts its own Zabbix server, PostgreSQL and
// PHP on loopback.

import { loadavg } from 'node:os';
import { latestTermsVersion } from '@platen/contract/constants';
import { readArguments, whole } from './lib/arguments.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { fillFleet } from './lib/fleet.ts';
import { fillHistory } from './lib/history.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { leaveUnjudged } from './lib/leave-unjudged.ts';
import { type Figures, measure } from './lib/load.ts';
import { leaveNothingDue } from './lib/nothing-due.ts';
import { cpuSeconds } from './lib/processes.ts';
import { type RunningServer, startServer } from './lib/running-server.ts';
import { type PeerCase, peerCases } from './peers/cases.ts';
import { type Intake, measurePlaten, measureZabbix } from './peers/ingest.ts';
import { listMissing, readVersions, startZabbix, type Zabbix } from './peers/zabbix.ts';
import { ZabbixClient } from './peers/zabbix-client.ts';
import { items, withPast } from './peers/zabbix-fill.ts';

const [fewer, more, seconds] = readArguments(
  'peers',
  whole('hosts', 1000),
  whole('further hosts', 10_000),
  whole('seconds', 3),
);
/** Callers at once, for calls a second. */
const callers = 16;

const missing = await listMissing();
if (missing.length > 0) {
  console.error(`bench:peers needs Zabbix 6.0 of Debian; not installed: ${missing.join(', ')}`);
  console.error('apt-get install --no-install-recommends zabbix-server-pgsql zabbix-frontend-php php-fpm php-cli');
  process.exitCode = 1;
} else {
  console.log(await readVersions());
  for (const hosts of new Set([fewer, more])) await compare(hosts);
}

async function compare(hosts: number): Promise<void> {
  const zabbix = await startZabbix(hosts);
  try {
    const server = await startServer(async (store) => {
      await fillFleet(store, hosts, 0);
      await fillHistory(store, { devices: Math.min(hosts, withPast.hosts), days: withPast.days, onStep: () => {} });
      await leaveNothingDue(store);
      // Judging is measured by bench:judge; here it would take the processor from both.
      await leaveUnjudged(store);
    });
    try {
      await compareCalls(hosts, zabbix, server);
      printIntake(hosts, await measurePlaten(server, hosts), await measureZabbix(zabbix, hosts));
    } finally {
      await server.stop();
    }
  } finally {
    await zabbix.stop();
  }
}

/** Processor time of a process and its children, seconds. */
function read(pid: number | undefined): number {
  return readDatabaseCpu(pid) ?? Number.NaN;
}

async function compareCalls(hosts: number, zabbix: Zabbix, server: RunningServer): Promise<void> {
  const client = new ZabbixClient(zabbix.url);
  await client.signIn();
  const token = await server.token('service');
  const connections = Array.from({ length: callers }, () => new HttpConnection(server.url, token));
  await connections[0]?.request('POST', '/v1/termsOfUse', { version: latestTermsVersion });
  console.log(
    `\n${hosts.toLocaleString('en')} hosts, load ${loadavg()[0]?.toFixed(0)}: p50 ms over one connection, calls a second at ${callers}`,
  );
  const cpu = {
    platen: async () => (await cpuSeconds([server.pid])) + read(server.store.postgresPid()),
    zabbix: async () => read(zabbix.phpPid) + read(zabbix.postgresPid),
  };
  console.log(
    '| question | Platen | Zabbix API | times as long | Zabbix page | times as long | processor ms a call: Platen | Zabbix API | times as much | a second: Platen | Zabbix API | Platen times as many |',
  );
  console.log(`|${' --- |'.repeat(12)}`);
  for (const one of peerCases) printCase(one.name, await measureCase(one, hosts, client, connections, cpu));
  for (const connection of connections) connection.close();
}

interface CaseFigures {
  readonly platen: Figures;
  readonly api: Figures;
  readonly page: Figures;
  readonly platenMany: Figures;
  readonly apiMany: Figures;
}

async function measureCase(
  one: PeerCase,
  hosts: number,
  client: ZabbixClient,
  connections: readonly HttpConnection[],
  cpu: Record<'platen' | 'zabbix', () => Promise<number>>,
): Promise<CaseFigures> {
  const askPlaten = async (index: number, round: number) => {
    const answer = await connections[index]?.request('GET', one.platen(round, hosts));
    if (answer?.status !== 200) throw new Error(`${one.name}: ${answer?.status} ${answer?.body}`);
  };
  const askApi = (_: number, round: number) => one.api(client, round, hosts);
  const askPage = async (_: number, round: number) => {
    let shown = '';
    for (const path of one.page(round, hosts)) shown = await client.page(path);
    if (!shown.includes(one.isOnPage)) throw new Error(`${one.name}: the page does not show '${one.isOnPage}'`);
  };
  return {
    platen: await measure(1, seconds, askPlaten, cpu.platen),
    api: await measure(1, seconds, askApi, cpu.zabbix),
    page: await measure(1, seconds, askPage),
    platenMany: await measure(callers, seconds, askPlaten),
    apiMany: await measure(callers, seconds, askApi),
  };
}

function printCase(name: string, { platen, api, page, platenMany, apiMany }: CaseFigures): void {
  const cells = [
    platen.p50,
    api.p50,
    api.p50 / platen.p50,
    page.p50,
    page.p50 / platen.p50,
    platen.cpu,
    api.cpu,
    api.cpu / platen.cpu,
    platenMany.perSecond,
    apiMany.perSecond,
    platenMany.perSecond / apiMany.perSecond,
  ];
  console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} |`);
}

function printIntake(hosts: number, platen: Intake, zabbix: Intake): void {
  console.log(`\nValues of ${hosts.toLocaleString('en')} known hosts, ${items.length} each, once; seconds`);
  console.log('| | Platen | Zabbix | Zabbix / Platen |\n| --- | --- | --- | --- |');
  const row = (name: string, pick: (intake: Intake) => number, digits = 2) =>
    console.log(
      `| ${name} | ${pick(platen).toFixed(digits)} | ${pick(zabbix).toFixed(digits)} | ${(pick(zabbix) / pick(platen)).toFixed(2)} |`,
    );
  row('acknowledged', ({ acknowledged }) => acknowledged);
  row('stored', ({ stored }) => stored);
  row('values stored a second', ({ reports, stored }) => (reports * items.length) / stored, 0);
  row('processor time of server and database', ({ cpu }) => cpu);
}
