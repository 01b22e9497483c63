import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readDatabaseCpu } from '../lib/database-cpu.ts';
import { toFullReport } from '../lib/full-report.ts';
import { HttpConnection } from '../lib/http-connection.ts';
import { cpuSeconds } from '../lib/processes.ts';
import type { RunningServer } from '../lib/running-server.ts';
import type { Zabbix } from './zabbix.ts';
import { sendValues, type TrapperValue } from './zabbix-client.ts';
import { items } from './zabbix-fill.ts';

/** How fast values came in. Times in seconds, for all reports of a round. */
export interface Intake {
  readonly reports: number;
  /** Until the sender had the last acknowledgement. */
  readonly acknowledged: number;
  /** Until the last value could be read in the database. */
  readonly stored: number;
  /** Processor time of server and database until then, seconds; NaN where it cannot be read. */
  readonly cpu: number;
}

const lanes = 4;
/** What zabbix_sender sends at most in one packet. */
const valuesAtOnce = 250;
const reportsAtOnce = 200;

/** A report with as many values as a host has items: counters, supplies, status, firmware. */
function toSmallReport(device: number, round: number, start: number): string {
  const { version, observedAt, source, site, identity, status, counters, supplies, firmware } = toFullReport(
    device,
    round,
    start,
  );
  const { total, color, black } = counters ?? {};
  return JSON.stringify({
    version,
    observedAt,
    source,
    site,
    identity,
    status,
    counters: { total, color, black },
    supplies,
    firmware: { system: firmware?.['system'] },
  });
}

/** Small reports of `hosts` devices that are known: the first round, which adds them, is not counted. */
export async function measurePlaten(server: RunningServer, hosts: number): Promise<Intake> {
  const dealers = Array.from({ length: 20 }, (_, n) => `D-${n}`).join();
  const { key } = await server.admin(['collectors', 'add', `Peers ${hosts}`, '--dealer', dealers]);
  const start = Date.now() - 3 * 86_400_000;
  const toDeliveries = (round: number) =>
    Array.from({ length: Math.ceil(hosts / reportsAtOnce) }, (_, number) => {
      const length = Math.min(reportsAtOnce, hosts - number * reportsAtOnce);
      const lines = Array.from({ length }, (_, n) => toSmallReport(number * reportsAtOnce + n, round, start));
      return gzipSync(lines.join('\n'), { level: 1 });
    });
  const deliver = (deliveries: readonly Buffer[]) =>
    inLanes(deliveries, async () => {
      const connection = new HttpConnection(server.url, String(key));
      return {
        async send(delivery: Buffer) {
          const answer = await connection.request('POST', '/v1/ingest/reports', delivery, {
            'content-type': 'application/x-ndjson',
            'content-encoding': 'gzip',
          });
          if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 500)}`);
        },
        close: () => connection.close(),
      };
    });
  await deliver(toDeliveries(0));
  const deliveries = toDeliveries(1);
  const cpu = async () =>
    (await cpuSeconds([server.pid])) + (readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN);
  const [before, began] = [await cpu(), performance.now()];
  await deliver(deliveries);
  // Acknowledged means committed.
  const acknowledged = (performance.now() - began) / 1000;
  return { reports: hosts, acknowledged, stored: acknowledged, cpu: (await cpu()) - before };
}

/** One value of every item of every host, in packets of zabbix_sender. */
export async function measureZabbix(zabbix: Zabbix, hosts: number): Promise<Intake> {
  await waitForTrapper(zabbix);
  const clock = Math.floor(Date.now() / 1000) + 1;
  const values = Array.from({ length: hosts }, (_, n) => toValues(n + 1, clock)).flat();
  const packets = Array.from({ length: Math.ceil(values.length / valuesAtOnce) }, (_, n) =>
    values.slice(n * valuesAtOnce, (n + 1) * valuesAtOnce),
  );
  const cpu = () =>
    (readDatabaseCpu(zabbix.serverPid) ?? Number.NaN) + (readDatabaseCpu(zabbix.postgresPid) ?? Number.NaN);
  const [before, began] = [cpu(), performance.now()];
  await inLanes(packets, async () => ({
    async send(packet: readonly TrapperValue[]) {
      const taken = await sendValues(zabbix.trapperPort, packet);
      if (taken !== packet.length) throw new Error(`Zabbix took ${taken} of ${packet.length} values`);
    },
    close: () => {},
  }));
  const acknowledged = (performance.now() - began) / 1000;
  while ((await countStored(zabbix, clock)) < values.length) await wait(100);
  return { reports: hosts, acknowledged, stored: (performance.now() - began) / 1000, cpu: cpu() - before };
}

function toValues(n: number, clock: number): TrapperValue[] {
  const host = `BCH${String(n).padStart(7, '0')}`;
  // Black toner stays on its side of the trigger: nothing opens or ends.
  const isLow = [5, 6, 7].includes(n % 10);
  return items.map(([key, type]) => {
    const value =
      type === 'char' ? `T${1000 + (n % 50)}` : key === 'toner.black' && isLow ? '4' : String(50 + (n % 40));
    return { host, key, value, clock };
  });
}

async function countStored(zabbix: Zabbix, clock: number): Promise<number> {
  const { rows } = await zabbix.database.query<{ n: number }>(
    `select ((select count(*) from history_uint where clock >= $1) + (select count(*) from history where clock >= $1)
       + (select count(*) from history_str where clock >= $1))::int as n`,
    [clock],
  );
  return rows[0]?.n ?? 0;
}

/** The server reads its hosts at the start; until then it knows none. */
async function waitForTrapper(zabbix: Zabbix): Promise<void> {
  const one = toValues(1, Math.floor(Date.now() / 1000) - 100).slice(0, 1);
  for (let attempt = 0; attempt < 600; attempt++) {
    const taken = await sendValues(zabbix.trapperPort, one).catch(() => 0);
    if (taken === 1) return;
    await wait(200);
  }
  throw new Error('the Zabbix server takes no values');
}

interface Lane<T> {
  send(one: T): Promise<void>;
  close(): void;
}

/** Sends all over a few lanes, one after the other on each. */
async function inLanes<T>(all: readonly T[], open: () => Promise<Lane<T>>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const lane = await open();
      for (let one = all[next++]; one !== undefined; one = all[next++]) await lane.send(one);
      lane.close();
    }),
  );
}
