import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addMonths, toMonth } from '../src/store/partitions.ts';
import { launchServerProcess, startServerProcess } from './server-process.ts';

const folder = new URL('../src/store/migrations/', import.meta.url);
const steps = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort();
/** The database is as the version before this step left it. */
const firstStep = '0003';
const month = addMonths(toMonth(new Date()), -1);
const devices = 2000;

const name = `test_${randomUUID().replaceAll('-', '')}`;
const templateUrl = inject('templateUrl');
const url = templateUrl.replace('/platen?', `/${name}?`);
let dataDirectory: string;
let administrator: Client;
let client: Client;

beforeAll(async () => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-migrate-'));
  administrator = await open(templateUrl.replace('/platen?', '/postgres?'));
  await administrator.query(`create database ${name}`);
  client = await open(url);
  const done = steps.filter((step) => step < firstStep);
  for (const step of done) await client.query(readFileSync(new URL(step, folder), 'utf8'));
  await client.query('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)');
  await client.query("insert into kysely_migration select unnest($1::text[]), '2026-03-01T00:00:00.000Z'", [
    done.map((step) => step.slice(0, -'.sql'.length)),
  ]);
  await fill();
});
afterAll(async () => {
  await client.end();
  await administrator.query(`drop database ${name} with (force)`);
  await administrator.end();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function open(connectionString: string): Promise<Client> {
  const session = new Client({ connectionString });
  await session.connect();
  return session;
}

/** Devices with sections, a report, a counter day, a reading day and an error each. */
async function fill(): Promise<void> {
  for (const table of ['device_report', 'counter_day', 'reading_day', 'device_error'])
    await client.query(
      `create table ${table}_${month.replace('-', '')} partition of ${table} for values from ('${month}-01') to ('${addMonths(month, 1)}-01')`,
    );
  const at = `timestamptz '${month}-02T10:00:00Z' + n * interval '1 minute'`;
  const id = "('018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";
  const insert = (what: string) => client.query(`${what} from generate_series(1, ${devices}) as n`);
  await insert(`insert into device (device_id, serial, model, status, status_rank, reported_status, created_at, updated_at, received_at)
    select ${id}, 'S' || n, 'MFP 1', 'normal', 4, 'normal', ${at}, ${at}, ${at}`);
  await insert(`insert into device_identity (kind, value, device_id) select 'serial', 'e7/S' || n, ${id}`);
  for (const section of ['identity', 'counters', 'firmware'])
    await insert(`insert into device_section (device_id, section, observed_at, received_at, source_name, body)
      select ${id}, '${section}', ${at}, ${at}, 'North', jsonb_build_object('n', n)`);
  await insert(`insert into device_report (device_id, observed_at, received_at) select ${id}, ${at}, ${at}`);
  await insert(`insert into counter_day (device_id, day, observed_at, total) select ${id}, (${at})::date, ${at}, n`);
  await insert(
    `insert into reading_day (device_id, day, counters_at, counters) select ${id}, (${at})::date, ${at}, '{}'`,
  );
  await insert(
    `insert into device_error (device_id, occurred_at, code, category) select ${id}, ${at}, 'E001', 'jamPrint'`,
  );
}

/** Rows and a digest of each table, of the columns that every version has. */
async function readAll(): Promise<unknown[]> {
  const columns = {
    // Not the status: a server that had time to start marks devices as offline.
    device: 'device_id, serial, model, reported_status, updated_at',
    device_identity: 'kind, value, device_id',
    device_section: 'device_id, section, observed_at, source_name, body::jsonb',
    device_report: 'device_id, observed_at, received_at',
    counter_day: 'device_id, day, observed_at, total',
    reading_day: 'device_id, day, counters_at, counters::jsonb',
    device_error: 'device_id, occurred_at, code, category',
  };
  const selects = Object.entries(columns).map(
    ([table, list]) =>
      `select '${table}' as "table", count(*)::int as rows, md5(string_agg(row::text, ' ' order by row::text)) as digest from (select ${list} from ${table}) as row`,
  );
  // In an order of its own: PostgreSQL may work the parts side by side and give them in any.
  return (await client.query<Record<string, unknown>>(`${selects.join(' union all ')} order by 1`)).rows;
}

async function readSteps(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map((row) => `${row.name}.sql`);
}

/** Sessions of the server in this database; `waiting` for a lock on a table where `isWaiting`. */
async function countSessions(isWaiting: boolean): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = $1 and application_name = 'platen'
       and (not $2 or (wait_event_type = 'Lock' and wait_event = 'relation'))`,
    [name, isWaiting],
  );
  return rows[0]?.n ?? 0;
}

/** Kills the server at a moment of the migration, and waits until its sessions have ended. */
async function killWhile(moment: () => Promise<void>, release: () => Promise<void>): Promise<void> {
  const { child, ready } = await launchServerProcess(dataDirectory, { PLATEN_DATABASE_URL: url });
  const ended = once(child, 'exit');
  const reached = moment();
  // A server that ends before that cannot be killed; its reason is what counts.
  await Promise.race([reached, ready.then(() => reached)]);
  child.kill('SIGKILL');
  await ended;
  await ready.catch(() => undefined);
  await release();
  await expect.poll(() => countSessions(false), { timeout: 60_000 }).toBe(0);
}

test('AP-05: a server killed while it migrates leaves whole steps and every row behind, and the next start does the rest', {
  timeout: 240_000,
}, async () => {
  const before = await readAll();
  let done = (await readSteps()).length;
  /** Steps are done in their order, none is undone, and no row is lost. */
  const expectProgress = async (when: string) => {
    const now = await readSteps();
    expect({ when, steps: now, rows: await readAll() }).toEqual({
      when,
      steps: steps.slice(0, now.length),
      rows: before,
    });
    expect(now.length).toBeGreaterThanOrEqual(done);
    done = now.length;
  };
  // Each lock stops the migration at the first later step that alters the table: with none, one or several
  // steps done.
  for (const table of ['device_judgement', 'device_section', `reading_day_${month.replace('-', '')}`]) {
    const blocker = await open(url);
    await blocker.query(`begin; lock table ${table} in exclusive mode`);
    await killWhile(
      async () => {
        await expect.poll(() => countSessions(true), { timeout: 60_000 }).toBeGreaterThan(0);
      },
      () => blocker.end(),
    );
    await expectProgress(table);
    expect(done).toBeLessThan(steps.length);
  }
  // And at moments that nothing chooses; a late one may find all of it done.
  for (const afterMs of [0, 15, 40, 80]) {
    await killWhile(
      async () => {
        await expect.poll(() => countSessions(false), { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
        await wait(afterMs);
      },
      async () => undefined,
    );
    await expectProgress(`${afterMs} ms`);
  }

  const server = await startServerProcess(dataDirectory, { PLATEN_DATABASE_URL: url });
  expect(await readSteps()).toEqual(steps);
  expect(await readAll()).toEqual(before);
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
