// npm run bench:site -- [printers] [seconds between rounds] [Node]: memory and processor time of the packaged
// collector, as one file under a Node of choice, against simulated printers (CF-41). The time between rounds
// is shorter than at a site; memory does not depend on it. Before it:
//   npm run package:collector -- --only container
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { startFleet } from './collector/fleet-process.ts';
import { anyText, readArguments, whole } from './lib/arguments.ts';
import { cpuSeconds, peakMegabytes } from './lib/processes.ts';

const [printers, every, node] = readArguments('site', whole('printers', 500), whole('seconds', 30, 5), anyText('Node'));
const program = fileURLToPath(new URL('../../.cache/collector.mjs', import.meta.url));
const rounds = 4;

let reports = 0;
const ended = new Set<string>();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/status') === true) {
      const round = /"endedAt":"([^"]+)"/.exec(body.toString('utf8'))?.[1];
      if (round !== undefined) ended.add(round);
      return response.end('{"status":"OK"}');
    }
    const lines = gunzipSync(body).toString('utf8').trim().split('\n');
    reports += lines.length;
    const results = lines.map((_, index) => ({ index, result: 'stored' }));
    return response.end(JSON.stringify({ status: 'OK', results }));
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const address: AddressInfo | string | null = server.address();
if (address === null || typeof address === 'string') throw new Error('not listening');

const fleet = await startFleet(printers, []);
const data = mkdtempSync(join(tmpdir(), 'platen-site-'));
const targets = fleet.ports.map((port) => `127.0.0.1:${port}`).join(',');
const child = spawn(node === '' ? process.execPath : node, [program, 'run', '--every', `${every}s`, '--data', data], {
  env: {
    PLATEN_COLLECTOR_SERVER: `http://127.0.0.1:${address.port}`,
    PLATEN_COLLECTOR_KEY: 'key-of-the-bench',
    PLATEN_COLLECTOR_TARGETS: targets,
  },
  stdio: 'ignore',
});
const pid = child.pid ?? 0;
try {
  console.log(`${printers} printers, a round every ${every} s`);
  for (let round = 1; round <= rounds; round++) {
    await untilEnded(round);
    console.log(
      `round ${round}: ${reports} reports so far; memory ${readResident().toFixed(0)} MB, highest ${(await peakMegabytes(pid)).toFixed(0)} MB; ` +
        `processor time ${(await cpuSeconds([pid])).toFixed(1)} s`,
    );
  }
} finally {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  fleet.stop();
  server.close();
  rmSync(data, { recursive: true, force: true });
}

async function untilEnded(round: number): Promise<void> {
  while (ended.size < round) await new Promise((resolve) => setTimeout(resolve, 100));
}

function readResident(): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
}
