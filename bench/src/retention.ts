// npm run bench:retention -- [devices] [days]: the nightly deletion of a dealer that stores half of the fleet
// for three months (OA-04), next to one bare statement a table for the other half, and a night with nothing
// to delete.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { dropOldOfOrganisations } from '@platen/server/jobs/organisation-retention';
import { openStore, type Store } from '@platen/server/store/open-store';
import { addMonths, ensurePartitions, partitionedTableNames, toMonth } from '@platen/server/store/partitions';
import { pino } from 'pino';
import { readArguments, whole } from './lib/arguments.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { fillFleet } from './lib/fleet.ts';
import { dealers, fillHistory } from './retention/fill.ts';

const [devices, days] = readArguments('retention', whole('devices', 5000), whole('days', 180));
const months = 3;
const installation = { readingMonths: 13, eventMonths: 24 };
const now = new Date();
const before = `${addMonths(toMonth(now), -months)}-01`;

const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
const store = await openStore({ dataDirectory: folder, log: pino({ level: 'warn' }) });
try {
  await ensurePartitions(
    store.db,
    Array.from({ length: installation.eventMonths }, (_, back) => addMonths(toMonth(now), -back)).flatMap((month) =>
      partitionedTableNames.map((table) => ({ table, month })),
    ),
  );
  await fillFleet(store, devices, days, 0);
  await fillHistory(store, days, months);
  await measureAll(store);
} finally {
  await store.close();
  await rm(folder, { recursive: true, force: true });
}

interface Spent {
  readonly rows: number;
  readonly seconds: number;
  readonly cpu: number;
}

async function measure(run: () => Promise<number>): Promise<Spent> {
  const cpu = () => (readDatabaseCpu(store.postgresPid()) ?? Number.NaN) + process.cpuUsage().user / 1e6;
  const [began, used] = [performance.now(), cpu()];
  const rows = await run();
  return { rows, seconds: (performance.now() - began) / 1000, cpu: cpu() - used };
}

async function measureAll({ db, pool }: Store): Promise<void> {
  const night = () => dropOldOfOrganisations(db, now, installation);
  const first = await measure(night);
  const bare = await measure(async () => {
    let rows = 0;
    for (const table of partitionedTableNames) {
      const at = table === 'device_report' ? 'observed_at' : table === 'device_error' ? 'occurred_at' : 'day';
      const { rowCount } = await pool.query(
        `delete from ${table} x using device d where d.device_id = x.device_id and d.organisation_id = $1 and x.${at} < $2`,
        [dealers.bare, before],
      );
      rows += rowCount ?? 0;
    }
    return rows;
  });
  const idle = await measure(night);
  const show = (name: string, { rows, seconds, cpu }: Spent) =>
    console.log(`| ${name} | ${rows} | ${seconds.toFixed(2)} | ${cpu.toFixed(2)} | ${(cpu / bare.cpu).toFixed(2)} |`);
  console.log(`\n${devices} devices, ${days} days, load ${loadavg()[0]?.toFixed(1)}`);
  console.log('| | rows | seconds | processor s | of bare |\n| --- | --- | --- | --- | --- |');
  show('first night of the setting', first);
  show('bare statements', bare);
  show('a night with nothing to delete', idle);
}
