import { performance } from 'node:perf_hooks';
import { hourMs, minuteMs } from '@platen/contract/constants';
import type { Store } from '@platen/server/store/open-store';
import { readDatabaseCpu } from '../lib/database-cpu.ts';
import { fillFleet } from '../lib/fleet.ts';
import { toFullReport } from '../lib/full-report.ts';
import { HttpConnection } from '../lib/http-connection.ts';
import { cpuSeconds } from '../lib/processes.ts';
import { fillReadings } from '../lib/readings.ts';
import { type RunningServer, startServer } from '../lib/running-server.ts';
import { installRules } from './bench-rules.ts';

const days = 200;
/** Reports from which the time to the visible row is measured, one every second and a half. */
const calls = 20;
const patienceMs = 30 * minuteMs;

/**
 * FG-07 over a real server with its database: every device reports once more; first all are judged while the
 * evaluation is held back, then all are evaluated, with processor time of the server and of PostgreSQL. Then
 * reports of a device that is down are delivered, and it is awaited that each has a row.
 */
export async function measureShare(devices: number, rules: number): Promise<void> {
  console.log(`\nFilling a store with ${devices} devices, ${rules} rules and ${days} days of full readings …`);
  const server = await startServer(async (store) => {
    await fillFleet(store, devices, 1);
    await fillReadings(store, devices, days, () => undefined);
    await installRules(store, rules);
  });
  try {
    const { pool } = server.store;
    await follow(server, ['judge', 'conditions'], `(e.through is distinct from d.received_at or e.judged_at is null)`);
    await settle(server.store);
    await pool.query(`update evaluation set retry_at = 'infinity' where entity = 'device'`);
    await reportAgain(server.store);
    const judging = await follow(server, ['judge'], 'j.through <> d.received_at');
    await settle(server.store);
    await pool.query(`update evaluation set retry_at = null where entity = 'device'`);
    const evaluating = await follow(server, ['conditions'], 'e.through is distinct from d.received_at');
    const print = (name: string, { server: own, database }: Cpu) =>
      console.log(
        `  ${name.padEnd(11)} ${((1000 * own) / devices).toFixed(2)} ms server, ${((1000 * database) / devices).toFixed(2)} ms database a device`,
      );
    print('judgement', judging);
    print('evaluation', evaluating);
    const share = (evaluating.server + evaluating.database) / (judging.server + judging.database);
    console.log(`  FG-07 evaluation against judgement: ${(100 * share).toFixed(1)} % (with ${rules} rules)`);
    const waits = (await measureRows(server)).toSorted((a, b) => a - b);
    const at = (part: number) => ((waits[Math.floor(part * (waits.length - 1))] ?? Number.NaN) / 1000).toFixed(1);
    console.log(
      `  FG-07 from the accepted report to its row: median ${at(0.5)} s, longest ${at(1)} s of ${waits.length}`,
    );
  } finally {
    await server.stop();
  }
}

/** Waits until the server has learned from the fleet and judged it again by that, and no job runs. */
async function settle({ pool }: Store): Promise<void> {
  for (let calm = 0; calm < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { rows } = await pool.query<{ busy: boolean }>(`
      select exists (select from graphile_worker.jobs where locked_at is not null)
        or exists (select from device_judgement where judged_at < (select asked_at from job_run where job = 'judge')) as busy`);
    calm = rows[0]?.busy === true ? 0 : calm + 1;
  }
}

/** Each device reports a quarter of an hour after its last report: the same as before. */
async function reportAgain({ pool }: Store): Promise<void> {
  await pool.query(`
    with heard as (update device set received_at = now(), updated_at = now() returning device_id)
    insert into device_report (device_id, observed_at, digest, received_at, matters)
    select device_id, now(), 1, now(), '{}' from heard`);
}

interface Cpu {
  readonly server: number;
  readonly database: number;
}

/** Starts the jobs and waits until no device fulfils the condition; processor time meanwhile, in seconds. */
async function follow(server: RunningServer, jobs: readonly string[], condition: string): Promise<Cpu> {
  const { pool } = server.store;
  const used = async (): Promise<Cpu> => ({
    server: await cpuSeconds([server.pid]),
    database: readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN,
  });
  const before = await used();
  const started = performance.now();
  for (const job of jobs)
    await pool.query(`select graphile_worker.add_job($1, '{}'::json, job_key => $1, max_attempts => 3)`, [job]);
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int as left from device d left join device_judgement j using (device_id)
         left join evaluation e on e.entity_id = d.device_id where ${condition}`,
    );
    if (rows[0]?.left === 0) break;
    if (performance.now() - started > patienceMs) throw new Error(`${rows[0]?.left} devices are still due`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const after = await used();
  return { server: after.server - before.server, database: after.database - before.database };
}

/** Milliseconds from the answer to a delivery until the row of its device can be read. */
async function measureRows(server: RunningServer): Promise<number[]> {
  const { key } = await server.admin(['collectors', 'add', 'Bench', '--everywhere']);
  const connection = new HttpConnection(server.url, String(key));
  const waits: Promise<number>[] = [];
  for (let n = 0; n < calls; n++) {
    const now = Date.now();
    const down = { hrDeviceStatus: 'down' as const, detectedErrors: [], deviceCode: 'C371' };
    const lines = [now - hourMs / 4, now].map((at) =>
      JSON.stringify({ ...toFullReport(n, 0, now), observedAt: new Date(at).toISOString(), status: down }),
    );
    const answer = await connection.request('POST', '/v1/ingest/reports', Buffer.from(lines.join('\n')), {
      'content-type': 'application/x-ndjson',
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 500)}`);
    waits.push(awaitRow(server, `BENCH${n}`));
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  connection.close();
  return await Promise.all(waits);
}

async function awaitRow({ store: { pool } }: RunningServer, serial: string): Promise<number> {
  const accepted = performance.now();
  while (performance.now() - accepted < patienceMs) {
    const { rows } = await pool.query(
      `select 1 from worklist_row w join device d on d.device_id = w.entity_id where d.serial = $1 and w.priority = 1`,
      [serial],
    );
    if (rows.length > 0) return performance.now() - accepted;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${serial} has no row`);
}
