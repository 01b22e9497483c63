// npm run bench:acknowledge [others] [connections] [stream]: how long one device that reports by itself waits
// until its report is acknowledged, while others report through collectors: first as fast as the server takes
// it, then at the pace of 100,000 devices; with 'stream' by a NATS server before the database.
// Goal: 250 ms at p99. Nothing is judged meanwhile.

import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { oneOf, readArguments, whole } from './lib/arguments.ts';
import { toFullReport } from './lib/full-report.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { leaveUnjudged } from './lib/leave-unjudged.ts';
import { startNatsServer } from './lib/nats-server.ts';
import { type RunningServer, startServer } from './lib/running-server.ts';

const [others, connections, way] = readArguments(
  'acknowledge',
  // Fewer would report for a day that has not come yet.
  whole('others', 100_000, 2500),
  whole('connections', 8),
  oneOf('stream'),
);
const batch = 200;
const goalMs = 250;
/** Between two reports of the one device. */
const pauseMs = 50;
const start = Date.now() - 4 * 86_400_000;
/** What 100,000 devices report: by collectors of 20 devices, one a delivery, at times by chance. */
const pace = { devices: 100_000, batch: 20, seconds: 30 };
const paces = [
  { name: '100,000 devices every 15 minutes', perSecond: pace.devices / 900 },
  { name: '100,000 devices hourly', perSecond: pace.devices / 3600 },
];
const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };

/** What most devices report: state, counters, supplies; about 3 KB. */
function toUsualReport(device: number, round: number) {
  const { version, observedAt, source, site, identity, status, counters, supplies, inputs, network } = toFullReport(
    device,
    round,
    start,
  );
  return { version, observedAt, source, site, identity, status, counters, supplies, inputs, network };
}
const pack = (reports: readonly unknown[]) =>
  gzipSync(reports.map((report) => JSON.stringify(report)).join('\n'), { level: 1 });
/**
 * Reports of the others from `from` on: each device once a round. Packed before the clock runs: packing would
 * hold up the sender, and the one device with it.
 */
const packOthers = (from: number, count: number, most: number) =>
  Array.from({ length: Math.ceil(count / most) }, (_, n) =>
    pack(
      Array.from({ length: Math.min(most, count - n * most) }, (_unused, i) => {
        const number = from + n * most + i;
        return toUsualReport(number % others, Math.floor(number / others));
      }),
    ),
  );

const nats = way === 'stream' ? await startNatsServer() : undefined;
const server = await startServer(leaveUnjudged, nats && { PLATEN_STREAM_URL: nats.url });
try {
  const one = new HttpConnection(server.url, await addKey(server, 'One'));
  const crowd = await Promise.all(
    Array.from({ length: connections }, async (_, n) => new HttpConnection(server.url, await addKey(server, `C${n}`))),
  );
  console.log(
    `${others} devices by ${connections} collectors, ${batch} a delivery, as fast as they are acknowledged; one device, a report each ${pauseMs} ms; ${way === '' ? 'without a stream' : 'with a stream'}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  let sent = 0;
  let reported = 0;
  /**
   * Prints how long the one device waits while the others deliver the next `count` reports, `most` a
   * delivery: `perSecond` in all, or as fast as they are acknowledged.
   */
  const meet = async (name: string, count: number, most: number, perSecond = Number.POSITIVE_INFINITY) => {
    const deliveries = packOthers(reported, count, most);
    reported += count;
    const meanGapMs = (most * crowd.length * 1000) / perSecond;
    const over = new AbortController();
    const times: number[] = [];
    const began = performance.now();
    const alone = (async () => {
      while (!over.signal.aborted) {
        sent += 1;
        const body = pack([{ ...toUsualReport(others, 0), observedAt: new Date(start + sent * 1000).toISOString() }]);
        const before = performance.now();
        await deliver(one, body);
        times.push(performance.now() - before);
        await wait(pauseMs);
      }
    })();
    await Promise.all(
      crowd.map(async (connection) => {
        let due = performance.now();
        for (let body = deliveries.pop(); body !== undefined; body = deliveries.pop()) {
          due -= Math.log(1 - Math.random()) * meanGapMs;
          if (due > performance.now()) await wait(due - performance.now());
          await deliver(connection, body);
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    over.abort();
    await alone;
    const sorted = times.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    console.log(
      `${name}: ${sorted.length} acknowledgements of the one: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms (${(at(0.99) / goalMs).toFixed(2)} of the goal), most ${at(1).toFixed(1)} ms; others ${(count / seconds).toFixed(0)} reports/s; load ${loadavg()[0]?.toFixed(1)}`,
    );
  };
  await meet('first reports', others, batch);
  await meet('later reports', others, batch);
  for (const { name, perSecond } of paces)
    await meet(name, Math.round(perSecond * pace.seconds), pace.batch, perSecond);
  for (const connection of [one, ...crowd]) connection.close();
} finally {
  await server.stop();
  await nats?.stop();
}

async function addKey(running: RunningServer, name: string): Promise<string> {
  const dealers = Array.from({ length: 20 }, (_, n) => `D-${n}`).join();
  return String((await running.admin(['collectors', 'add', name, '--dealer', dealers]))['key']);
}

/** Refused deliveries are sent again after a second, as part of the time. */
async function deliver(connection: HttpConnection, body: Buffer): Promise<void> {
  for (;;) {
    const answer = await connection.request('POST', '/v1/ingest/reports', body, headers);
    if (answer.status === 200) return;
    if (answer.status !== 503) throw new Error(`${answer.status} ${answer.body.slice(0, 500)}`);
    await wait(1000);
  }
}
