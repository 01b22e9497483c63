import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createWriteProbe } from './routes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a store that takes writes is OK; one row stays one row, and its former versions are cleared away', async () => {
  for (let n = 0; n < 600; n++) expect(await createWriteProbe(database.pool)()).toBe('OK');
  const { rows } = await database.pool.query<{ rows: number; pages: number }>(
    `select (select count(*) from write_probe) as rows, pg_relation_size('write_probe') / 8192 as pages`,
  );
  expect(rows).toEqual([{ rows: 1, pages: expect.any(Number) }]);
  // Six hundred versions fill four pages. A second one is taken while a job of the database reads the first.
  expect(rows[0]?.pages).toBeLessThanOrEqual(2);
});

test('the probe writes to the disk beyond the row: sorting spills into a file', async () => {
  const files = `select temp_files as n from pg_stat_database where datname = current_database()`;
  const before = await database.pool.query<{ n: number }>(files);
  await createWriteProbe(database.pool)();
  await expect
    .poll(async () => (await database.pool.query<{ n: number }>(files)).rows[0]?.n, { timeout: 20_000 })
    .toBeGreaterThan(before.rows[0]?.n ?? 0);
});

test('a store that refuses writes is distinguished from one that does not answer', async () => {
  const readOnly = new Pool({ connectionString: database.url, options: '-c default_transaction_read_only=on' });
  expect(await createWriteProbe(readOnly)()).toBe('the database takes no writes');
  await readOnly.end();
  const away = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  expect(await createWriteProbe(away)()).toBe('the database does not answer');
  await away.end();
});

test('within five seconds all get the same answer, and it costs one write', async () => {
  let now = 0;
  const probe = createWriteProbe(database.pool, () => now);
  const written = async () =>
    (await database.pool.query<{ at: Date }>('select written_at as at from write_probe')).rows[0]?.at.getTime();
  await Promise.all([probe(), probe()]);
  const first = await written();
  now += 4000;
  await probe();
  expect(await written()).toBe(first);
  now += 2000;
  await probe();
  expect(await written()).toBeGreaterThan(first ?? 0);
});
