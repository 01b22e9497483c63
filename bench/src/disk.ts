// npm run bench:disk -- [devices] [days] [hourly devices] [hourly days] [multiplied]: full reports, daily and
// hourly, through the real ingest: bytes a device-year by table and index, WAL and processor time a report,
// and what fleets need. With `multiplied` one day of that number of devices by SQL, not thinned months.

import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { measureMultiplied } from './disk/multiplied.ts';
import { readSizes, readWal, type TableSize } from './disk/sizes.ts';
import { type Costs, sizingHead, toSizingRows } from './disk/sizing.ts';
import { measureThinned } from './disk/thinned.ts';
import { readArguments, whole } from './lib/arguments.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { toFullReport } from './lib/full-report.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { leaveUnjudged } from './lib/leave-unjudged.ts';
import { cpuSeconds } from './lib/processes.ts';
import { type RunningServer, startServer } from './lib/running-server.ts';

const [devices, days, hourlyDevices, hourlyDays, multiplied] = readArguments(
  'disk',
  whole('devices', 100),
  whole('days', 365),
  whole('hourly devices', 40),
  whole('hourly days', 60),
  whole('devices of one multiplied day', 0),
);
const dayMs = 86_400_000;
const daysOfYear = 365;
/** One error on every ninth day, as devices of a fleet have on average. */
const errorEvery = 9;
/**
 * Rounds after which days that were written again are vacuumed: autovacuum would do so for a fifth of dead
 * rows, but comes once a minute, in which the bench takes in a week.
 */
const vacuumEvery = 6;
/** Rounds that each begin with a checkpoint. */
const cold = 10;
/**
 * A judgement with its evaluation in server and database, ms: `bench:judge` with more pages, and the
 * evaluation of FG-07.
 */
const judgeMs = 28.2;
/** The same where nothing new was sent. */
const unchangedMs = 5.8;
const dealers = Array.from({ length: 20 }, (_, n) => `D-${n}`).join();
const kb = (bytes: number) => (bytes / 1000).toFixed(1);

await measureInterval('daily', devices, days, 1);
await measureInterval('hourly', hourlyDevices, hourlyDays, 24);

async function measureInterval(name: string, count: number, length: number, perDay: number): Promise<void> {
  const server = await startServer(leaveUnjudged);
  const client = await openClient(server.store.migrationUrl ?? server.store.url);
  try {
    const empty = await readSizes(client);
    const rounds = length * perDay;
    const deliver = await toDeliver(server, client, count, rounds + cold, perDay);
    const spent = await deliver(0, rounds);
    const afterCheckpoint = await measureCold(server, deliver, rounds);
    await judgeAll(client, count);
    const grown = subtract(await readSizes(client), empty);
    const years = (count * (length + cold / perDay)) / daysOfYear;
    // A daily report is the last one of its day.
    if (perDay > 1 && multiplied > 0) await measureMultiplied(client, count, multiplied);
    const thinned = perDay > 1 && multiplied === 0 ? await measureThinned(client, server.store.url) : undefined;
    printInterval(name, { count, perDay, years }, { spent, afterCheckpoint, sizes: grown, thinned });
  } finally {
    await client.end();
    await server.stop();
  }
}

async function openClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // The server may be stopped while this session is open.
  client.on('error', () => {});
  await client.connect();
  return client;
}

interface Spent {
  readonly reports: number;
  readonly bytesSent: number;
  /** The same without what reports of one delivery have in common: each compressed alone. */
  readonly bytesAlone: number;
  readonly wal: number;
  readonly images: number;
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly seconds: number;
}

type Deliver = (from: number, to: number, before?: () => Promise<unknown>) => Promise<Spent>;

/** Every round holds one report of each device, as they come in real life: rows of a device lie apart. */
async function toDeliver(
  server: RunningServer,
  client: Client,
  count: number,
  rounds: number,
  perDay: number,
): Promise<Deliver> {
  const { key } = await server.admin(['collectors', 'add', 'Bench', '--dealer', dealers]);
  const connection = new HttpConnection(server.url, String(key));
  const start = Date.now() - ((rounds + 1) * dayMs) / perDay;
  const read = async () => ({
    ...(await readWal(client)),
    serverCpu: await cpuSeconds([server.pid]),
    databaseCpu: readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN,
  });
  return async (from, to, before = async () => undefined) => {
    const [first, began] = [await read(), performance.now()];
    let [bytesSent, bytesAlone] = [0, 0];
    for (let round = from; round < to; round++) {
      await before();
      if (perDay > 1 && round % vacuumEvery === 0) await client.query('vacuum reading_day, counter_day, device_report');
      const lines = Array.from({ length: count }, (_, n) => JSON.stringify(toReport(n, round, start, perDay)));
      const delivery = gzipSync(lines.join('\n'), { level: 6 });
      bytesSent += delivery.length;
      bytesAlone += gzipSync(lines[0] ?? '', { level: 6 }).length * count;
      const answer = await connection.request('POST', '/v1/ingest/reports', delivery, {
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 500)}`);
    }
    const last = await read();
    return {
      reports: (to - from) * count,
      bytesSent,
      bytesAlone,
      wal: last.bytes - first.bytes,
      images: last.images - first.images,
      serverCpu: last.serverCpu - first.serverCpu,
      databaseCpu: last.databaseCpu - first.databaseCpu,
      seconds: (performance.now() - began) / 1000,
    };
  };
}

/**
 * The same after a checkpoint before each round: in a large fleet a device reports once between two
 * checkpoints, and the first change of a page after one writes the whole page into the WAL (0753).
 */
async function measureCold(server: RunningServer, deliver: Deliver, from: number): Promise<Spent> {
  const administrator = await openClient(server.store.administrationUrl ?? server.store.url);
  try {
    return await deliver(from, from + cold, () => administrator.query('checkpoint'));
  } finally {
    await administrator.end();
  }
}

function toReport(device: number, round: number, start: number, perDay: number) {
  const report = toFullReport(device, round, start, perDay);
  const isErrorDay = (device + Math.floor(round / perDay)) % errorEvery === 0 && round % perDay === 0;
  const conditions = { paperSource: '3', paperSize: '1', duplex: '0' };
  return isErrorDay
    ? { ...report, errors: [{ code: 'E010', occurredAt: report.observedAt, counter: 100_000 + round, conditions }] }
    : report;
}

/** Lets the server judge the devices that were left alone: what it stores of each is part of the size. */
async function judgeAll(client: Client, count: number): Promise<void> {
  await client.query('delete from judge_failure');
  await client.query('drop trigger leave_unjudged on device');
  for (let attempt = 0; attempt < 600; attempt++) {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from device_judgement');
    if ((rows[0]?.n ?? 0) >= count) return;
    await wait(500);
  }
  throw new Error('not all devices were judged in time');
}

function subtract(sizes: readonly TableSize[], empty: readonly TableSize[]): TableSize[] {
  return sizes
    .map((size) => {
      const before = empty.find(({ table }) => table === size.table);
      return { ...size, heap: size.heap - (before?.heap ?? 0), indexes: size.indexes - (before?.indexes ?? 0) };
    })
    .filter(({ heap, indexes }) => heap + indexes > 0);
}

interface Measured {
  readonly spent: Spent;
  readonly afterCheckpoint: Spent;
  readonly sizes: readonly TableSize[];
  readonly thinned: Awaited<ReturnType<typeof measureThinned>> | undefined;
}

function printInterval(
  name: string,
  { count, perDay, years }: { count: number; perDay: number; years: number },
  { spent, afterCheckpoint, sizes, thinned }: Measured,
): void {
  const load = loadavg()[0]?.toFixed(0);
  console.log(
    `\n${name}: ${spent.reports.toLocaleString('en')} full reports of ${count} devices, ${perDay} a day; load ${load}`,
  );
  console.log('| table | rows | heap, KB a device-year | indexes, KB a device-year |\n| --- | --- | --- | --- |');
  const byTime = sizes.filter(({ isByMonth }) => isByMonth);
  for (const size of byTime)
    console.log(`| ${size.table} | ${size.rows} | ${kb(size.heap / years)} | ${kb(size.indexes / years)} |`);
  console.log('| **of the device, whatever the time** | | **heap, KB a device** | **indexes, KB a device** |');
  const constant = sizes.filter(({ isByMonth }) => !isByMonth);
  for (const size of constant.filter(({ heap, indexes }) => (heap + indexes) / count > 200))
    console.log(`| ${size.table} | ${size.rows} | ${kb(size.heap / count)} | ${kb(size.indexes / count)} |`);
  const total = (of: readonly TableSize[]) => of.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  const each = (value: number, of = spent) => value / of.reports;
  const reports = byTime.filter(({ table }) => table === 'device_report');
  const full = total(reports) / years;
  const thin = thinned === undefined ? full : total([thinned.thin]) / years;
  const costs: Costs = {
    ingestMs: 1000 * each(spent.serverCpu + spent.databaseCpu),
    judgeMs,
    unchangedMs,
    yearBytes: total(byTime) / years - full,
    reportYearBytes: { full, thin },
    deviceBytes: total(constant) / count,
    walBytes: each(afterCheckpoint.wal, afterCheckpoint),
    sentBytes: each(spent.bytesAlone),
  };
  console.log(`sum: ${kb(costs.yearBytes + full)} KB a device-year and ${kb(costs.deviceBytes)} KB a device`);
  if (thinned !== undefined)
    console.log(
      `reports thinned: ${thinned.full.rows} rows, ${kb(total([thinned.full]) / years)} KB a device-year, to ${thinned.thin.rows}, ${kb(thin)} KB`,
    );
  console.log(
    `WAL a report: ${kb(each(spent.wal))} KB (${each(spent.images).toFixed(2)} images of pages); each after a checkpoint: ${kb(costs.walBytes)} KB`,
  );
  console.log(`sent a report: ${kb(each(spent.bytesSent))} KB compressed together, ${kb(costs.sentBytes)} KB alone`);
  console.log(
    `processor a report: ${(1000 * each(spent.serverCpu)).toFixed(2)} ms server, ${(1000 * each(spent.databaseCpu)).toFixed(2)} ms database`,
  );
  console.log(`\n${sizingHead}\n${toSizingRows(perDay, costs).join('\n')}`);
}
