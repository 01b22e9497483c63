// npm run bench:closes -- [devices] [days]: a close of a fleet with three meters that report every six hours
// (FG-15, LG-39): working out the lines, the view, closing while all devices reported again, the file twice,
// each next to the bare SQL of the same rows.

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addClose, readClose } from '@platen/contract/closes';
import { latestTermsVersion } from '@platen/contract/constants';
import type { Store } from '@platen/server/store/open-store';
import { addMonths, ensurePartitions, toMonth } from '@platen/server/store/partitions';
import { Client } from 'pg';
import { readArguments, whole } from './lib/arguments.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { fillFleet } from './lib/fleet.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { leaveNothingDue } from './lib/nothing-due.ts';
import { cpuSeconds } from './lib/processes.ts';
import { startServer } from './lib/running-server.ts';

const [devices, days] = readArguments('closes', whole('devices', 10_000), whole('days', 62));
/** LG-39, in seconds. */
const targets = { view: 2, close: 60, export: 30 };

/** Four reports a day with total, black and color and their evidence. */
async function fillReports(store: Store): Promise<void> {
  await fillFleet(store, devices, 0, 0);
  const months = Array.from({ length: Math.ceil(days / 28) + 1 }, (_, back) => addMonths(toMonth(new Date()), -back));
  await ensurePartitions(
    store.db,
    months.map((month) => ({ table: 'device_report' as const, month })),
  );
  const client = new Client({ connectionString: store.migrationUrl ?? store.url });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query(
      `insert into device_report (device_id, observed_at, digest, received_at, meters)
       select d.device_id, at, 0, at, '["Bench collector","10.1.2.3",[' || (
         select string_agg('["' || m.name || '",' || 1000 + (at_number * m.share / 10) || ',["snmp","1.3.6.1.2.1.43.10.2.1.4.1.' || m.place || '","prtMarkerLifeCount.1.' || m.place || '","asReported"]]', ',')
         from (values ('total', 1, 100), ('black', 2, 60), ('color', 3, 40)) m(name, place, share)
       ) || ']]'
       from device d cross join lateral (
         select date_trunc('day', now()) - $1::int * interval '1 day' + n * interval '6 hours' as at,
           n * (4 + ('x' || right(d.device_id::text, 2))::bit(8)::int % 7) as at_number
         from generate_series(0, $1::int * 4) n
       ) r where at < now()`,
      [days],
    );
    await client.query('vacuum analyze device_report');
  } finally {
    await client.end();
  }
  await leaveNothingDue(store);
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { seconds: (performance.now() - began) / 1000, value };
}

console.log(`${devices} devices, ${days} days with four reports each: filling`);
const server = await startServer(fillReports);
try {
  const bare = new Client({ connectionString: server.store.url });
  await bare.connect();
  bare.on('error', () => undefined);
  const token = await server.token('admin');
  const connection = new HttpConnection(server.url, token);
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const answer = await connection.request(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  await call('POST', '/v1/termsOfUse', { version: latestTermsVersion });
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const read = async (closeId: string) => readClose.answer.parse(await call('GET', `/v1/closes/${closeId}`)).close;
  const print = (name: string, seconds: number, bareSeconds: number, target?: number) =>
    console.log(
      `${name.padEnd(34)} ${seconds.toFixed(2).padStart(8)} s   bare SQL ${bareSeconds.toFixed(2).padStart(6)} s   ${(seconds / bareSeconds).toFixed(1).padStart(6)} times` +
        (target === undefined ? '' : `   target ${target} s: ${seconds <= target ? 'met' : 'MISSED'}`),
    );

  const readings = `select count(*), max(length(meters)) from device_report where meters is not null`;
  const bareReadings = (await timed(() => bare.query(readings))).seconds;
  const made = await timed(async () => {
    const made = await call('POST', '/v1/closes', {
      name: 'Bench',
      scope: { customerNumbers: [], groupIds: [] },
      meters: [],
      needsAssetNumber: false,
      organisationId: null,
      firstDay: dayOf(32),
      lastDay: dayOf(2),
    });
    const close = addClose.answer.parse(made);
    await bare.query(`select graphile_worker.add_job('closes', '{}'::json, job_key => 'closes')`);
    for (let shown = close; ; shown = await read(close.closeId)) {
      if (shown.pending === 0) return shown;
      await wait(20);
    }
  });
  const { closeId } = made.value;
  print(`${made.value.lines} lines worked out`, made.seconds, bareReadings);

  const bareLines = (
    await timed(() =>
      bare.query(`select body from meter_close_line where close_id = $1 order by serial limit 200`, [closeId]),
    )
  ).seconds;
  const view = await timed(async () => {
    await read(closeId);
    await call('GET', `/v1/closes/${closeId}/lines?limit=200`);
  });
  print('view: close, sums, first 200 lines', view.seconds, bareLines, targets.view);
  print('list of closes', (await timed(() => call('GET', '/v1/closes'))).seconds, bareLines, targets.view);

  // All devices reported again meanwhile: closing works out each of them.
  await bare.query(`update meter_close_device set seen_at = seen_at - interval '1 hour' where close_id = $1`, [
    closeId,
  ]);
  const readCpu = async () =>
    (await cpuSeconds([server.pid])) + (readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN);
  const cpuBefore = await readCpu();
  const closed = await timed(async () => {
    const { version } = await read(closeId);
    await call('POST', `/v1/closes/${closeId}/close`, { version });
    for (;;) {
      const shown = await read(closeId);
      if (shown.hash !== null) return shown;
      await wait(100);
    }
  });
  print('close, all devices due', closed.seconds, bareReadings, targets.close);
  // On a machine that others use, the time alone says little.
  console.log(`  of it ${((await readCpu()) - cpuBefore).toFixed(1)} s of processor time, server and PostgreSQL`);

  const written = `select written from meter_close_line where close_id = $1 order by written collate "C"`;
  const bareWritten = (await timed(() => bare.query(written, [closeId]))).seconds;
  const files: string[] = [];
  for (const name of ['file', 'file again']) {
    const file = await timed(async () => {
      const answer = await fetch(`${server.url}/v1/closes/${closeId}/file`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return Buffer.from(await answer.arrayBuffer());
    });
    files.push(createHash('sha256').update(file.value).digest('hex'));
    print(`${name}, ${(file.value.length / 1e6).toFixed(1)} MB`, file.seconds, bareWritten, targets.export);
  }
  const isSame = files.every((hash) => hash === closed.value.hash);
  console.log(`hash ${closed.value.hash ?? ''}: both files ${isSame ? 'are the same bytes, as hashed' : 'DIFFER'}`);
  await bare.end();
} finally {
  await server.stop();
}
