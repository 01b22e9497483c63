import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../test/silent.ts';
import { preparePlaces, readOwner } from './places.ts';
import { isAlive } from './process.ts';
import { type EmbeddedPostgres, findUsed, startEmbedded } from './start-embedded.ts';

let dataDirectory: string;
const started: EmbeddedPostgres[] = [];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-embedded-'));
  chmodSync(folder, 0o755);
  // So long that the socket, whose path may have 107 bytes, cannot lie in it.
  dataDirectory = path.join(folder, 'x'.repeat(100));
});
afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDirectory, log: silent, patienceMs: 1500 });
  started.push(postgres);
  return postgres;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  test('starts from nothing, answers on a private socket only, and keeps its data over a restart', async () => {
    const first = await start();
    expect(
      await ask(
        first.url,
        "select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, datcollate as locale from pg_database where datname = current_database()",
      ),
    ).toEqual([{ tcp: '', fsync: 'on', locale: 'C.UTF-8' }]);
    await ask(first.migrationUrl, 'create table kept as select 1 as n');
    await first.close();
    expect(isAlive(first.pid())).toBe(false);
    const second = await start();
    expect(await ask(second.migrationUrl, 'select * from kept')).toEqual([{ n: 1 }]);
  });

  test('a second Platen on the same data is refused and the first goes on; a tool finds the first', async () => {
    const first = await start();
    await expect(startEmbedded({ dataDirectory, log: silent, patienceMs: 300 })).rejects.toThrow(
      /Another Platen is running on this data/,
    );
    expect((await findUsed(dataDirectory))?.url).toBe(first.url);
    expect(await ask(first.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('after kill -9 of the database it is started again, with everything committed', async () => {
    const postgres = await start();
    await ask(postgres.migrationUrl, 'create table kept_too as select 1 as n');
    const before = postgres.pid();
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => ask(postgres.migrationUrl, 'select * from kept_too').catch(() => []), { timeout: 60_000 })
      .toEqual([{ n: 1 }]);
    // A session of the killed one may have answered.
    await expect.poll(() => postgres.pid(), { timeout: 60_000 }).not.toBe(before);
  });

  test('a note of a process that is gone, or whose number another program has now, does not hinder the start', async () => {
    const first = await start();
    await first.close();
    started.splice(0);
    const other = spawn('/bin/sleep', ['60']);
    const { data } = preparePlaces(dataDirectory, readOwner());
    for (const pid of [2 ** 22 - 3, other.pid]) {
      writeFileSync(
        path.join(data, 'postmaster.pid'),
        `${pid}\n${data}\n1700000000\n5432\n/nowhere\n\n  5432001         0\nready   \n`,
      );
      const postgres = await startEmbedded({ dataDirectory, log: silent, patienceMs: 300 });
      expect(await ask(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }]);
      await postgres.close();
    }
    other.kill();
  });

  test('a tool that ends the session of the keeper does not open the data to a second Platen for long', async () => {
    const postgres = await start();
    await ask(
      postgres.administrationUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'platen-keeper'",
    );
    await expect.poll(async () => (await findUsed(dataDirectory))?.url, { timeout: 60_000 }).toBe(postgres.url);
  });

  test('a lost session of the keeper is replaced also when the first attempts fail', async () => {
    const postgres = await start();
    const other = new Client({ connectionString: postgres.administrationUrl.replace('/platen?', '/postgres?') });
    await other.connect();
    // Waits for the lock that marks the database as in use, and has it before the keeper asks again.
    const taken = other.query(
      "select pg_advisory_lock(objid::bigint) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
    await ask(
      postgres.administrationUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'platen-keeper'",
    );
    await taken;
    await wait(1500);
    await other.end();
    await expect.poll(async () => (await findUsed(dataDirectory))?.url, { timeout: 60_000 }).toBe(postgres.url);
  });

  test('data of another version, and a folder that is no database, are refused with the reason', async () => {
    const other = path.join(folder, 'other');
    const open = () => startEmbedded({ dataDirectory: other, log: silent });
    const { data } = preparePlaces(other, readOwner());
    mkdirSync(data);
    await expect(open()).rejects.toThrow(/holds no PostgreSQL database/);
    writeFileSync(path.join(data, 'PG_VERSION'), '15\n');
    await expect(open()).rejects.toThrow(/written by PostgreSQL 15, this Platen brings 17/);
  });

  test('an unusable data directory is reported in one sentence', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, 'a file');
    await expect(startEmbedded({ dataDirectory: file, log: silent })).rejects.toThrow(
      /The data directory .* cannot be used: .*PLATEN_DATA/,
    );
  });
});
