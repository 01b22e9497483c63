// npm run bench:ingest [reports] [batch] [connections]: full reports a second over HTTP, and the processor
// time of each, against a bare multi-row upsert of the rows that a report changes. Nothing is judged
// meanwhile: bench:judge measures that.

import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { readArguments, whole } from './lib/arguments.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { changingShare, toFullReport } from './lib/full-report.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { leaveUnjudged } from './lib/leave-unjudged.ts';
import { cpuSeconds, peakMegabytes } from './lib/processes.ts';
import { startServer } from './lib/running-server.ts';

const [reports, batch, connections] = readArguments(
  'ingest',
  whole('reports', 40_000),
  whole('batch', 200),
  whole('connections', 4),
);
const rounds = 5;
const devices = Math.ceil(reports / rounds);
/** Sections in which the newest report of a device differs from the one before. */
const changed = 'where observed_at = (select updated_at from device d where d.device_id = device_section.device_id)';

const server = await startServer(leaveUnjudged);
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
  });

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
  const phases: { name: string; reports: number; seconds: number; server: number; database: number }[] = [];
  for (const [name, from, to] of [
    ['first', 0, firsts],
    ['later', firsts, deliveries.length],
  ] as const) {
    const before = await used();
    const seconds = await timed(() => deliverAll(deliveries.slice(from, to)));
    const after = await used();
    const count = Math.min(to * batch, reports) - Math.min(from * batch, reports);
    phases.push({
      name,
      reports: count,
      seconds,
      server: after.server - before.server,
      database: after.database - before.database,
    });
  }
  const sender = process.cpuUsage(own);
  const peak = await peakMegabytes(server.pid);

  const stored = await client.query('select count(*)::int as n from device_report');
  const bareBefore = await used();
  await bareUpsert(client);
  const bareAfter = await used();
  await client.end();

  const ms = (seconds: number, count: number) => `${((seconds / count) * 1000).toFixed(3)} ms`;
  const all = phases.reduce((sum, phase) => ({
    name: 'all',
    reports: sum.reports + phase.reports,
    seconds: sum.seconds + phase.seconds,
    server: sum.server + phase.server,
    database: sum.database + phase.database,
  }));
  const inBare = bareAfter.database - bareBefore.database;
  console.log(
    `${reports} full reports of ${devices} devices, ${(bytes / reports / 1024).toFixed(1)} KB each, of which ${(changingShare(start) * 100).toFixed(0)} % stand in sections that change from day to day; ${batch} a batch, ${connections} connections; ${stored.rows[0]?.n} stored`,
  );
  for (const { name, reports, seconds, server, database } of [...phases, all])
    console.log(
      `${name.padEnd(12)} ${(reports / seconds).toFixed(0)} reports/s on this machine as busy as it is; processor a report: ${ms(server, reports)} in the server, ${ms(database, reports)} in the database; ${((2 * reports) / (server + database)).toFixed(0)}/s by the processor time of two cores of their own`,
    );
  console.log(`sender       ${ms((sender.user + sender.system) / 1e6, reports)} a report, on the same two cores`);
  console.log(`memory       ${peak.toFixed(0)} MB at most in the server`);
  console.log(
    `bare upsert  ${ms(inBare, reports)} a report in the database (the rows that a report changes, multi-row, one transaction a batch)`,
  );
  console.log(
    `ratio        ${(all.database / inBare).toFixed(2)} times the bare upsert in the database, ${((all.server + all.database) / inBare).toFixed(2)} times with the server`,
  );
} finally {
  await server.stop();
}

/**
 * Writes again, into tables of the same form, the rows that the newest report of each device changed, batch
 * by batch.
 */
async function bareUpsert(client: Client): Promise<void> {
  const tables: { name: string; key: string; columns: string[]; rows: unknown[][]; types: string[] }[] = [];
  for (const [name, key] of [
    ['device', 'device_id'],
    ['section_provenance', 'device_id'],
    ['device_section', 'device_id, section'],
    ['device_report', 'device_id, observed_at, digest'],
    ['counter_day', 'device_id, day'],
    ['reading_day', 'device_id, day'],
    ['section_version', 'device_id, section, digest'],
  ] as const) {
    const info = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [name],
    );
    const stored = await client.query<{ options: string | null }>(
      `select array_to_string(reloptions, ', ') as options from pg_class where reloptions is not null
        and (oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)) limit 1`,
      [name],
    );
    const options = stored.rows[0]?.options;
    await client.query(
      `create table bare_${name} (like ${name} including indexes including generated including defaults)${options ? ` with (${options})` : ''}`,
    );
    const rows = await client.query<unknown[]>({
      text: `select ${info.rows.map((c) => `${c.name}::text`).join(', ')} from ${name} ${name === 'device_section' ? changed : ''}`,
      rowMode: 'array',
    });
    tables.push({
      name,
      key,
      columns: info.rows.map((c) => c.name),
      types: info.rows.map((c) => c.type),
      rows: rows.rows,
    });
  }
  const batches = Math.ceil(reports / batch);
  for (let index = 0; index < batches; index++) {
    await client.query('begin');
    for (const { name, key, columns, types, rows } of tables) {
      // Each batch touches a batch of devices; tables with a row a device are written once a report, as the
      // ingest does.
      const onceEach = new Set(['device_report', 'counter_day', 'reading_day', 'section_version']);
      const perBatch = onceEach.has(name)
        ? Math.ceil(rows.length / batches)
        : Math.ceil((rows.length / devices) * batch);
      const from = (index * perBatch) % rows.length;
      const part = rows.slice(from, from + perBatch);
      if (part.length === 0) continue;
      const columnar = columns.map((_, i) => part.map((row) => row[i] ?? null));
      await client.query({
        name: `bare-${name}`,
        text: `insert into bare_${name} (${columns.join(', ')})
            select ${columns.map((column, i) => `${column}::${types[i]}`).join(', ')}
            from unnest(${columns.map((_, i) => `$${i + 1}::text[]`).join(', ')}) r(${columns.join(', ')})
            on conflict (${key}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
        values: columnar,
      });
    }
    await client.query('commit');
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
