// npm run bench:judge -- [devices] [days]: how fast a server judges a fleet that has all reported, and what
// its callers notice of it.

import { performance } from 'node:perf_hooks';
import { readArguments, whole } from './lib/arguments.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { fillFleet } from './lib/fleet.ts';
import { fillReadings } from './lib/readings.ts';
import { startServer } from './lib/running-server.ts';

const [devices, days] = readArguments('judge', whole('devices', 1000), whole('days', 200));
const goal = { devices: 10_000, seconds: 300 };

const say = (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
};
console.log(`Filling a store with ${devices.toLocaleString('en')} devices and ${days} days of full readings …`);
let started = 0;
const server = await startServer(async (store) => {
  await fillFleet(store, devices, 1);
  await fillReadings(store, devices, days, (done) => say(`filled ${done} of ${devices}`));
  say('');
  started = performance.now();
});
try {
  const calls: number[] = [];
  let peak = 0;
  let figures = await readMetrics();
  const judged = () => figures.get('platen_judge_devices_total{result="judged"}') ?? 0;
  const failed = () => figures.get('platen_judge_devices_total{result="failed"}') ?? 0;
  /**
   * CPU when a quarter was judged: what is used from there on no longer holds the start of the server and of
   * its threads.
   */
  let warm: { server: number; database: number | undefined; judged: number } | undefined;
  const readCpu = () => ({
    server: figures.get('platen_process_cpu_seconds_total') ?? 0,
    database: readDatabaseCpu(server.store.postgresPid()),
    judged: judged(),
  });
  for (let next = started; judged() + failed() < devices; ) {
    const before = performance.now();
    await (await fetch(`${server.url}/healthz`)).text();
    calls.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (performance.now() < next) continue;
    next = performance.now() + 500;
    figures = await readMetrics();
    peak = Math.max(peak, figures.get('platen_process_resident_memory_bytes') ?? 0);
    if (judged() >= devices / 4) warm ??= readCpu();
    say(`judged ${judged()} of ${devices}`);
  }
  say('');
  const seconds = (performance.now() - started) / 1000;
  const rate = devices / seconds;
  const steps = (['load', 'judge', 'write'] as const).map((step) => ({
    step,
    seconds: figures.get(`platen_judge_seconds_total{step="${step}"}`) ?? 0,
  }));
  const sum = steps.reduce((total, one) => total + one.seconds, 0);
  const estimate = goal.devices / rate;
  console.log(
    `judged            ${judged()} devices in ${seconds.toFixed(1)} s, start of the server included; ${failed()} failed`,
  );
  console.log(`rate              ${rate.toFixed(1)} devices/s`);
  console.log(
    `10,000 devices    ${estimate.toFixed(0)} s (at most ${goal.seconds} s wanted: ${estimate <= goal.seconds ? 'met' : 'missed'})`,
  );
  const end = readCpu();
  if (warm !== undefined && end.judged > warm.judged) {
    const spent = (from: number | undefined, to: number | undefined) =>
      from === undefined || to === undefined ? 0 : (1000 * (to - from)) / (end.judged - (warm?.judged ?? 0));
    const each = { server: spent(warm.server, end.server), database: spent(warm.database, end.database) };
    const both = ((each.server + each.database) * goal.devices) / 1000 / 2;
    console.log(
      `CPU a device      ${each.server.toFixed(1)} ms server, ${each.database.toFixed(1)} ms database: two idle cores need ${both.toFixed(0)} s for 10,000`,
    );
  }
  // Of two transactions at a time one waits while the other judges, so loading and writing hold some waiting
  // too.
  for (const { step, seconds: spent } of steps)
    console.log(
      `${step.padEnd(17)} ${((100 * spent) / sum).toFixed(0).padStart(3)} %, ${((1000 * spent) / devices).toFixed(1)} ms a device`,
    );
  console.log(`memory at most    ${(peak / 2 ** 20).toFixed(0)} MB (server, without the database)`);
  const sorted = calls.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
  console.log(`calls meanwhile   p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(0.9999)} ms of ${sorted.length}`);
  if (estimate > goal.seconds || failed() > 0) process.exitCode = 1;
} finally {
  await server.stop();
}

async function readMetrics(): Promise<Map<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
  );
}
