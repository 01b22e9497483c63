// npm run bench:claims [probes]: does the time of an answer tell whether a serial number is that of another
// key's device? Each probe is one report of one new serial; serials of foreign devices and unknown ones take
// turns, in random order.

import { performance } from 'node:perf_hooks';
import { readArguments, whole } from './lib/arguments.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { leaveUnjudged } from './lib/leave-unjudged.ts';
import { startServer } from './lib/running-server.ts';

const [probes] = readArguments('claims', whole('probes', 2000));
const server = await startServer(leaveUnjudged);
try {
  const add = async (dealer: string) =>
    String((await server.admin(['collectors', 'add', dealer, '--dealer', dealer])).key);
  const [own, foreign] = [await add('D-B'), await add('D-A')];
  const connection = new HttpConnection(server.url, own);
  const other = new HttpConnection(server.url, foreign);
  const at = Date.now() - 3_600_000;
  for (let from = 0; from < probes + 200; from += 200)
    await send(
      other,
      Array.from({ length: 200 }, (_, n) => toReport('D-A', `KNOWN-${from + n}`, at)),
    );
  // Warm: the first deliveries make partitions and are compiled.
  for (let n = 0; n < 200; n++)
    await send(connection, [toReport('D-B', `${n % 2 === 0 ? 'KNOWN' : 'NEW'}-${probes + n}`, at)]);
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < probes; n++) {
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const report = toReport('D-B', `${kind === 'known' ? 'KNOWN' : 'NEW'}-${n}`, at);
      const started = performance.now();
      await send(connection, [report]);
      times[kind].push(performance.now() - started);
    }
  }
  connection.close();
  other.close();
  const { area, z } = toArea(times.known, times.unknown);
  console.log(
    `${probes} probes each; median ${median(times.known).toFixed(3)} ms for serials of another key's devices, ${median(times.unknown).toFixed(3)} ms for unknown ones`,
  );
  console.log(`area under the curve ${area.toFixed(3)} (0.5: the time reveals nothing), z ${z.toFixed(2)}`);
} finally {
  await server.stop();
}

function toReport(dealerNumber: string, serial: string, at: number): object {
  return {
    version: '1.0',
    observedAt: new Date(at).toISOString(),
    source: { kind: 'collector', name: 'Bench', version: '1.0.0' },
    site: { dealerNumber, customerNumber: 'C-1' },
    identity: {
      serial: { state: 'measured', value: serial },
      enterprise: 99_999,
      model: { state: 'measured', value: 'M' },
    },
    counters: { total: { unit: 'impressions', reading: { state: 'measured', value: 1000 } } },
  };
}

async function send(connection: HttpConnection, reports: readonly object[]): Promise<void> {
  const body = Buffer.from(reports.map((report) => JSON.stringify(report)).join('\n'));
  const answer = await connection.request('POST', '/v1/ingest/reports', body, {
    'content-type': 'application/x-ndjson',
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 500)}`);
}

/**
 * Share of pairs in which the first is the greater (Mann-Whitney), and its distance from one half in standard
 * deviations.
 */
function toArea(first: readonly number[], second: readonly number[]): { area: number; z: number } {
  const all = [...first.map((value) => [value, 1] as const), ...second.map((value) => [value, 0] as const)];
  all.sort(([a], [b]) => a - b);
  const ranks = all.reduce((sum, [, isFirst], index) => sum + isFirst * (index + 1), 0);
  const [m, n] = [first.length, second.length];
  const area = (ranks - (m * (m + 1)) / 2) / (m * n);
  return { area, z: (area - 0.5) / Math.sqrt((m + n + 1) / (12 * m * n)) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
