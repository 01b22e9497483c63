// npm run bench:ingest [reports] [batch] [connections] [stream]: full reports a second over HTTP, and the
// processor time of each, against a bare multi-row upsert of the rows that a report changes; with 'stream' by
// a NATS server before the database. Nothing is judged meanwhile: bench:judge measures that.

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { oneOf, readArguments, whole } from './lib/arguments.ts';
import { bareUpsert } from './lib/bare-upsert.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { changingShare, toFullReport } from './lib/full-report.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { leaveUnjudged } from './lib/leave-unjudged.ts';
import { startNatsServer } from './lib/nats-server.ts';
import { cpuSeconds, peakMegabytes } from './lib/processes.ts';
import { startServer } from './lib/running-server.ts';

const [reports, batch, connections, way] = readArguments(
  'ingest',
  whole('reports', 40_000),
  whole('batch', 200),
  whole('connections', 4),
  oneOf('stream'),
);
const rounds = 5;
const devices = Math.ceil(reports / rounds);

const nats = way === 'stream' ? await startNatsServer() : undefined;
const server = await startServer(leaveUnjudged, nats && { PLATEN_STREAM_URL: nats.url });
try {
  const { key } = await server.admin([
    'collectors',
    'add',
    'Bench',
    '--dealer',
    Array.from({ length: 20 }, (_, n) => `D-${n}`).join(),
  ]);
  const start = Date.now() - (rounds + 1) * 86_400_000;

  // Made beforehand, like the rows of the bare upsert: the sender's own work must not count as the server's.
  let bytes = 0;
  const deliveries = Array.from({ length: Math.ceil(reports / batch) }, (_, number) => {
    const first = number * batch;
    const lines = Array.from({ length: Math.min(batch, reports - first) }, (_, i) =>
      JSON.stringify(toFullReport((first + i) % devices, Math.floor((first + i) / devices), start)),
    );
    bytes += lines.reduce((sum, line) => sum + line.length + 1, 0);
    return gzipSync(lines.join('\n'), { level: 1 });
  });
  const client = new Client({ connectionString: server.store.migrationUrl ?? server.store.url });
  // Ended with the store when the benchmark fails; why it failed is what counts.
  client.on('error', () => {});
  await client.connect();
  const used = async () => ({
    server: await cpuSeconds([server.pid]),
    database: readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN,
    stream: nats === undefined ? 0 : await cpuSeconds([nats.pid]),
  });
  const untilStored = async (count: number) => {
    for (;;) {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from device_report');
      if ((rows[0]?.n ?? 0) >= count) return;
      await wait(500);
    }
  };

  const deliverAll = async (some: readonly Buffer[]) => {
    let next = 0;
    const deliverNext = async () => {
      const connection = new HttpConnection(server.url, String(key));
      for (let delivery = some[next++]; delivery !== undefined; delivery = some[next++]) {
        const answer = await connection.request('POST', '/v1/ingest/reports', delivery, {
          'content-type': 'application/x-ndjson',
          'content-encoding': 'gzip',
        });
        if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 500)}`);
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: connections }, deliverNext));
  };
  // The first report of a device registers it and writes all of it; the server is cold besides.
  const firsts = Math.ceil(devices / batch);
  const own = process.cpuUsage();
  const phases: Phase[] = [];
  for (const [name, from, to] of [
    ['first', 0, firsts],
    ['later', firsts, deliveries.length],
  ] as const) {
    const before = await used();
    let acknowledged = 0;
    const seconds = await timed(async () => {
      acknowledged = await timed(() => deliverAll(deliveries.slice(from, to)));
      if (nats !== undefined) await untilStored(Math.min(to * batch, reports));
    });
    const after = await used();
    const count = Math.min(to * batch, reports) - Math.min(from * batch, reports);
    phases.push({
      name,
      reports: count,
      seconds,
      acknowledged,
      server: after.server - before.server,
      database: after.database - before.database,
      stream: after.stream - before.stream,
    });
  }
  const sender = process.cpuUsage(own);
  const peak = await peakMegabytes(server.pid);

  const stored = await client.query('select count(*)::int as n from device_report');
  const bareBefore = await used();
  await bareUpsert(client, { reports, devices, batch });
  const bareAfter = await used();
  await client.end();

  const ms = (seconds: number, count: number) => `${((seconds / count) * 1000).toFixed(3)} ms`;
  const all = phases.reduce((sum, phase) => ({
    name: 'all',
    reports: sum.reports + phase.reports,
    seconds: sum.seconds + phase.seconds,
    acknowledged: sum.acknowledged + phase.acknowledged,
    server: sum.server + phase.server,
    database: sum.database + phase.database,
    stream: sum.stream + phase.stream,
  }));
  const inBare = bareAfter.database - bareBefore.database;
  console.log(
    `${reports} full reports of ${devices} devices, ${(bytes / reports / 1024).toFixed(1)} KB each, of which ${(changingShare(start) * 100).toFixed(0)} % stand in sections that change from day to day; ${batch} a batch, ${connections} connections; ${stored.rows[0]?.n} stored`,
  );
  for (const { name, reports, seconds, acknowledged, server, database, stream } of [...phases, all]) {
    const byStream =
      nats === undefined
        ? ''
        : `, ${ms(stream, reports)} in NATS; ${(reports / acknowledged).toFixed(0)}/s acknowledged`;
    console.log(
      `${name.padEnd(12)} ${(reports / seconds).toFixed(0)} reports/s on this machine as busy as it is; processor a report: ${ms(server, reports)} in the server, ${ms(database, reports)} in the database${byStream}; ${((2 * reports) / (server + database + stream)).toFixed(0)}/s by the processor time of two cores of their own`,
    );
  }
  console.log(`sender       ${ms((sender.user + sender.system) / 1e6, reports)} a report, on the same two cores`);
  console.log(`memory       ${peak.toFixed(0)} MB at most in the server`);
  console.log(
    `bare upsert  ${ms(inBare, reports)} a report in the database (the rows that a report changes, multi-row, one transaction a batch)`,
  );
  console.log(
    `ratio        ${(all.database / inBare).toFixed(2)} times the bare upsert in the database, ${((all.server + all.database + all.stream) / inBare).toFixed(2)} times with all processes`,
  );
} finally {
  await server.stop();
  await nats?.stop();
}

/** What some deliveries took, in seconds: until all were acknowledged, until stored, and of the processor. */
interface Phase {
  name: string;
  reports: number;
  acknowledged: number;
  seconds: number;
  server: number;
  database: number;
  stream: number;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
