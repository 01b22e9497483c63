// npm run bench:collector -- [devices] [at once]: what it costs to read a fleet over SNMP by one process, on
// loopback.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '@platen/collector/discover/pacing';
import { Outbox } from '@platen/collector/outbox/outbox';
import { readDevice } from '@platen/collector/read/read-device';
import { byCommunity, DeviceMemory } from '@platen/collector/snmp/access';
import { openTransport } from '@platen/collector/snmp/transport';
import { hasBulkWalk, walkByTool } from './collector/bulk-walk.ts';
import { type FleetProcess, startFleet } from './collector/fleet-process.ts';
import { readArguments, whole } from './lib/arguments.ts';
import { cpuSeconds, peakMegabytes } from './lib/processes.ts';

const [devices, atOnce] = readArguments('collector', whole('devices', 1000), whole('at once', 64));
/** Devices that the tool walks; each costs it a process a subtree. */
const walkedByTool = 50;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const access = [byCommunity('public')];

const recordings =
  process.env.PLATEN_RECORDINGS ?? fileURLToPath(new URL('../../../shared/data/printers', import.meta.url));
const walks = ['pm-kyocera_cs4053', 'pm-epson_cw']
  .map((name) => join(recordings, 'snmprec', `${name}.snmprec`))
  .filter((file) => existsSync(file));

console.log(
  `${devices} devices, ${atOnce} at a time; times of a machine that does other things too are no measure, processor time is`,
);
console.log(
  'fleet                     round    wall s  devices/s    PDUs/s  PDUs/device   CPU s/1000  agents CPU s   peak MB',
);
await measure('simulated machines', []);
if (walks.length > 0) await measure('recorded walks', walks);
else console.log('recorded walks            not there (PLATEN_RECORDINGS names their folder)');

async function measure(name: string, files: readonly string[]): Promise<void> {
  const fleet = await startFleet(devices, files);
  const memory = new DeviceMemory();
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  const outbox = await Outbox.open({ directory: folder, maxBytes: 2 ** 30, maxReports: 1e6, log: quiet });
  try {
    for (const round of ['first', 'second', 'third'])
      await readFleet(`${name.padEnd(24)}  ${round.padEnd(6)}`, fleet, memory, outbox);
    await compare(fleet);
  } finally {
    await outbox.close();
    rmSync(folder, { recursive: true, force: true });
    fleet.stop();
  }
}

/** One round as the collector makes it: each device read, its report on disk. */
async function readFleet(title: string, fleet: FleetProcess, memory: DeviceMemory, outbox: Outbox): Promise<void> {
  const transport = openTransport();
  const gate = new Semaphore(atOnce);
  const [answered, ours, theirs] = [await fleet.readAnswered(), process.cpuUsage(), await cpuSeconds([fleet.pid])];
  const began = performance.now();
  let failures = 0;
  await Promise.all(
    fleet.ports.map((port) =>
      gate.run(async () => {
        const outcome = await readDevice(
          { host: '127.0.0.1', port },
          {
            access,
            memory,
            transport,
            deadlineMs: 60_000,
            timeoutMs: 2000,
            retries: 1,
            now: () => new Date(),
            collectorName: 'bench',
            collectorVersion: '0',
          },
        );
        if (outcome.kind === 'printer' && outcome.notes.length === 0) await outbox.append(outcome.report);
        else failures++;
      }),
    ),
  );
  const wall = (performance.now() - began) / 1000;
  const used = process.cpuUsage(ours);
  transport.close();
  const pdus = (await fleet.readAnswered()) - answered;
  const cpu = (used.user + used.system) / 1e6;
  const numbers = [
    wall.toFixed(2).padStart(7),
    (devices / wall).toFixed(0).padStart(10),
    (pdus / wall).toFixed(0).padStart(9),
    (pdus / devices).toFixed(1).padStart(12),
    ((1000 * cpu) / devices).toFixed(2).padStart(12),
    ((await cpuSeconds([fleet.pid])) - theirs).toFixed(2).padStart(13),
    (await peakMegabytes(process.pid)).toFixed(0).padStart(9),
  ];
  console.log(`${title} ${numbers.join(' ')}${failures === 0 ? '' : `  ${failures} not read whole`}`);
}

async function compare(fleet: FleetProcess): Promise<void> {
  if (!hasBulkWalk()) {
    console.log('  snmpbulkwalk is not installed');
    return;
  }
  const ports = fleet.ports.slice(0, walkedByTool);
  const { wall, cpu } = await walkByTool(ports, 4);
  const numbers = [
    wall.toFixed(2).padStart(7),
    (ports.length / wall).toFixed(0).padStart(10),
    ''.padStart(22),
    ((1000 * cpu) / ports.length).toFixed(2).padStart(12),
  ];
  console.log(`  snmpbulkwalk of ${String(ports.length).padEnd(15)} ${numbers.join(' ')}`);
}
