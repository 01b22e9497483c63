import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { silent } from '../../test/silent.ts';
import { connect } from './database.ts';

test('FG-06: a statement of the background takes one process of PostgreSQL, so that calls have the others', async () => {
  const database = await createTestDatabase();
  const read = async (isBackground: boolean) => {
    const { pool, close } = connect(database.url, { log: silent, isBackground });
    const { rows } = await pool.query<{ workers: string }>(
      `select current_setting('max_parallel_workers_per_gather') as workers`,
    );
    await close();
    return Number(rows[0]?.workers);
  };
  expect(await read(true)).toBe(0);
  expect(await read(false)).toBeGreaterThan(0);
  await database.close();
});
