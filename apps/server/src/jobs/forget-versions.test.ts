import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { addMonths, ensurePartitions, toMonth } from '../store/partitions.ts';
import { dropOld } from './retention.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('AP-05 CH-01: with the last month that names a state of codes, firmware or network the state goes, the others stay', async () => {
  const now = new Date();
  const month = toMonth(now);
  const [old, recent] = [addMonths(month, -15), addMonths(month, -1)];
  await ensurePartitions(
    database.db,
    [old, recent].map((of) => ({ table: 'reading_day', month: of })),
  );
  // More devices than are looked at in one step.
  const devices = Array.from({ length: 250 }, () => v7());
  await database.pool.query(
    `insert into reading_day (device_id, day, codes_at, codes_digest, firmware_at, firmware_digest)
     select d, day, now(), digest, now(), 7 from unnest($1::uuid[]) d,
       (values ($2::date, 1::bigint), ($3::date, 2::bigint)) as days(day, digest)`,
    [devices, `${old}-05`, `${recent}-05`],
  );
  await database.pool.query(
    `insert into section_version (device_id, section, digest, body) select d, section, digest, '{}' from unnest($1::uuid[]) d,
       (values ('codes', 1), ('codes', 2), ('firmware', 7), ('codes', 3), ('firmware', 1), ('network', 2)) as v(section, digest)`,
    [devices],
  );
  // A reading at a change keeps a state that no day names, as long as readings are kept.
  await database.pool.query(
    `insert into section_reading (device_id, section, read_at, digest)
     select d, 'codes', at, digest from unnest($1::uuid[]) d,
       (values ($2::timestamptz, 1::bigint), ($3::timestamptz, 3::bigint)) as r(at, digest)`,
    [devices, `${old}-05T08:00Z`, `${recent}-05T08:00Z`],
  );
  expect(await dropOld(database.db, now, { readingMonths: 13, eventMonths: 24 })).toEqual([
    `reading_day_${old.replace('-', '')}`,
  ]);
  const { rows } = await database.pool.query(
    'select section, digest::int, count(*)::int as devices from section_version group by 1, 2 order by 1, 2',
  );
  expect(rows).toEqual([
    { section: 'codes', digest: 2, devices: 250 },
    { section: 'codes', digest: 3, devices: 250 },
    { section: 'firmware', digest: 7, devices: 250 },
  ]);
  const left = await database.pool.query('select distinct digest::int from section_reading');
  expect(left.rows).toEqual([{ digest: 3 }]);
});
