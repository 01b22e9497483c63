import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate } from './prepare-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('migrations', () => {
  test('each has a number of its own: those of one number would run in the order of their names', () => {
    const names = readdirSync(new URL('./migrations/', import.meta.url));
    const numbers = names.map((name) => name.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  test('a migrated database has nothing left to do, also when several ask at once', async () => {
    const done = await Promise.all([migrate(database.db), migrate(database.db), migrate(database.db)]);
    expect(done).toEqual([[], [], []]);
  });

  test('int8 is a number, a date its text, a timestamp a Date', async () => {
    const { rows } = await database.pool.query(
      "select 9007199254740991::int8 as big, date '2026-02-28' as day, timestamptz '2026-02-28T23:30:00Z' as at",
    );
    expect(rows).toEqual([{ big: 9007199254740991, day: '2026-02-28', at: new Date('2026-02-28T23:30:00Z') }]);
  });
});
