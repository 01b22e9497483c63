import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeNewerVersion, type OtherVersion } from './other-versions.ts';
import { signIn } from './portal-sign-in.ts';
import { countLost, startLoad } from './rolling-load.ts';
import { startServerProcess } from './server-process.ts';
import { agreeForAll } from './test-app.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

const collectorKey = 'key-of-two-versions';

/** Runs `update` under load, and expects that no call fails and no report is lost. */
async function expectNoLoss(database: TestDatabase, site: TwoServers, what: string, update: () => Promise<void>) {
  const { tokens } = await signIn(site.url, 'service');
  const load = startLoad({ url: site.url, token: tokens.access_token, collectorKey });
  await update();
  // Both serve, whatever their versions.
  await wait(1000);
  const { calls, sent, failed, longestMs } = await load.stop();
  const lost = await countLost(database, sent);
  console.info(
    `${what}: ${calls} calls, ${sent.length} reports, ${failed.length} failed, ${lost} lost, longest ${Math.round(longestMs)} ms`,
  );
  expect(failed).toEqual([]);
  expect(lost).toBe(0);
  expect(calls).toBeGreaterThan(20);
}

const listMigrations = async ({ owner }: TestDatabase) =>
  (await owner.query<{ name: string }>('select name from kysely_migration')).rows.map(({ name }) => name);

describe('AP-05: an update by a version with a further migration', () => {
  const first = { name: '9998-sample', text: 'alter table device_report add column sample_note text;' };
  const migration = {
    name: '9999-sample',
    text: `alter table device add column sample_note text, add column sample_count int not null default 0;
      create table sample (device_id uuid primary key references device on delete cascade, count int not null);
      create index device_by_sample_count on device (sample_count);`,
  };
  let database: TestDatabase;
  let site: TwoServers;
  let newer: OtherVersion;
  beforeAll(async () => {
    database = await createTestDatabase();
    await addCollector(database, { key: collectorKey });
    site = await startTwoServers(database);
    newer = makeNewerVersion(first, migration);
    await agreeForAll(database);
  }, 180_000);
  afterAll(async () => {
    await site?.stop();
    newer?.remove();
    await database.close();
  }, 60_000);

  test('leaves the servers of the version before at work, also while a long read holds the migration up', async () => {
    await expectNoLoss(database, site, 'first server updated', async () => {
      const reader = await database.owner.connect();
      await reader.query('begin; select from device limit 1');
      const replaced = site.replace(0, newer.app);
      // The first migration is done and has left its lock, which the reader needs next.
      await expect.poll(() => listMigrations(database), { timeout: 120_000 }).toContain(first.name);
      await wait(5000);
      expect(await listMigrations(database)).not.toContain(migration.name);
      await reader.query('select from device_report limit 1');
      await reader.query('commit');
      reader.release();
      await replaced;
    });
    expect(await listMigrations(database)).toContain(migration.name);
  }, 300_000);

  test('can be taken back at a server, which starts on the newer tables, and completed', async () => {
    await expectNoLoss(database, site, 'restart of the version before, then updated', async () => {
      await site.replace(1);
      await site.replace(1, newer.app);
    });
    expect(await listMigrations(database)).toContain(migration.name);
  }, 300_000);

  test('shuts the version before out once a migration says so', async () => {
    await database.owner.query(`update oldest_server set knows = '${migration.name}'`);
    const started = startServerProcess('/nonexistent', {
      PLATEN_DATABASE_URL: database.url,
      PLATEN_MIGRATION_DATABASE_URL: database.migrationUrl,
    });
    await expect(started).rejects.toThrow(`would have to know ${migration.name}`);
  }, 60_000);
});
