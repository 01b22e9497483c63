import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { addDevices } from '../../test/test-app.ts';
import { deviceRanges, readInOneSnapshot } from './device-ranges.ts';
import { inTransaction } from './transactions.ts';

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

test.each([1, 5, 12, 13])(
  'AP-36: ranges of %i are read in the snapshot of the first, whatever changes meanwhile',
  async (atOnce) => {
    const firmware = `by ${atOnce}`;
    const found = await inTransaction(database.db, async (trx) => {
      const serials: string[] = [];
      const ranges = readInOneSnapshot<{ serial: string }>(trx, {
        first: sql`select count(*)::text as serial from device where firmware_version = ${firmware}`,
        ofRange: (range) => sql`
        select d.serial from device d
        where ${range(sql`d.device_id`)} and d.firmware_version is distinct from ${firmware}`,
        atOnce,
      });
      for await (const rows of ranges) {
        if (serials.length === 0) await database.owner.query('update device set firmware_version = $1', [firmware]);
        serials.push(...rows.map(({ serial }) => serial));
      }
      return serials;
    });
    expect([found[0], found.length - 1, new Set(found.slice(1)).size]).toEqual(['0', 12, 12]);
  },
);

test('AP-36: without devices there is one range', async () => {
  await database.owner.query('delete from device');
  let ranges = 0;
  for await (const _ of deviceRanges(database.db)) ranges += 1;
  expect(ranges).toBe(1);
});
