import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { addDevices } from '../../test/test-app.ts';
import { deviceRanges } from './device-ranges.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await addDevices(
    database,
    Array.from({ length: 12 }, (_, n) => ({ serial: `R${n}` })),
  );
});
afterAll(() => database.close());

test.each([1, 5, 6, 7, 12, 13])('AP-36: ranges of %i ids at most hold each of 12 devices once', async (atOnce) => {
  const found: string[] = [];
  for await (const range of deviceRanges(database.db, atOnce)) {
    const { rows } = await sql<{ serial: string }>`
      select serial from device d where ${range(sql`d.device_id`)}`.execute(database.db);
    expect(rows.length).toBeLessThanOrEqual(atOnce);
    found.push(...rows.map(({ serial }) => serial));
  }
  expect([found.length, new Set(found).size]).toEqual([12, 12]);
});

test('AP-36: without devices there is one range', async () => {
  await database.owner.query('delete from device');
  let ranges = 0;
  for await (const _ of deviceRanges(database.db)) ranges += 1;
  expect(ranges).toBe(1);
});
