import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { addMonths, ensurePartitions, partitionedTableNames, toMonth } from '../store/partitions.ts';
import { dropOldOfOrganisations } from './organisation-retention.ts';

let database: TestDatabase;
const root = '00000000-0000-7000-8000-000000000001';
const now = new Date();
const months = [-10, -7, -5, -2].map((count) => addMonths(toMonth(now), count));
const installation = { readingMonths: 9, eventMonths: 24 };
const [dealer, customer] = [newId(), newId()];
/** Of the dealer, of its customer, and one that is not placed. */
const [ofDealer, ofCustomer, notPlaced] = [newId(), newId(), newId()];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  for (const [id, path, kind] of [
    [dealer, [root, dealer], 'dealer'],
    [customer, [root, dealer, customer], 'customer'],
  ] as const)
    await pool.query(
      `insert into organisation (organisation_id, parent_id, kind, name, settings, path, dealer_id)
       values ($1, $2, $3, $3, '{}', $4, $5)`,
      [id, path.at(-2), kind, path, dealer],
    );
  await ensurePartitions(
    db,
    partitionedTableNames.flatMap((table) => months.map((month) => ({ table, month }))),
  );
  for (const [id, organisationId] of [
    [ofDealer, dealer],
    [ofCustomer, customer],
    [notPlaced, null],
  ]) {
    await pool.query(
      `insert into device (device_id, organisation_id, serial, status, status_rank, reported_status, created_at, updated_at, received_at)
       values ($1::uuid, $2, $1::uuid::text, 'normal', 4, 'normal', now(), now(), now())`,
      [id, organisationId],
    );
    for (const month of months) {
      const values = [id, `${month}-15`];
      await pool.query(
        `insert into device_report (device_id, observed_at, received_at) values ($1, $2::date, $2::date)`,
        values,
      );
      await pool.query(`insert into counter_day (device_id, day, observed_at) values ($1, $2::date, $2::date)`, values);
      await pool.query('insert into reading_day (device_id, day) values ($1, $2)', values);
      await pool.query(
        `insert into device_error (device_id, occurred_at, code, category) values ($1, $2::date, 'E1', 'x')`,
        values,
      );
    }
  }
});
afterAll(() => database.close());

const set = (id: string, settings: object) =>
  database.pool.query('update organisation set settings = $2 where organisation_id = $1', [
    id,
    JSON.stringify(settings),
  ]);
/** Rows of a device by table, in the order of `partitionedTableNames`. */
const count = async (id: string) =>
  await Promise.all(
    partitionedTableNames.map(async (table) => {
      const { rows } = await database.pool.query<{ n: number }>(
        `select count(*)::int as n from ${table} where device_id = $1`,
        [id],
      );
      return rows[0]?.n;
    }),
  );
const drop = () => dropOldOfOrganisations(database.db, now, installation);

test('OA-04: what an organisation stores for fewer months goes, of its devices and those below it alone', async () => {
  expect(await drop()).toBe(0);
  await set(dealer, { retentionMonths: 6 });
  await set(customer, { retentionMonths: 3 });
  // Two months of four tables of the one, three of the other.
  expect(await drop()).toBe(8 + 12);
  expect(await count(ofDealer)).toEqual([2, 2, 2, 2]);
  expect(await count(ofCustomer)).toEqual([1, 1, 1, 1]);
  expect(await count(notPlaced)).toEqual([4, 4, 4, 4]);
  expect(await drop()).toBe(0);
});

test('OA-04: months above those of the readings count for errors alone; devices that are not placed follow the operator', async () => {
  await set(root, { retentionMonths: 9 });
  expect(await drop()).toBe(1);
  expect(await count(notPlaced)).toEqual([4, 4, 4, 3]);
  await set(root, { retentionMonths: 4 });
  expect(await drop()).toBe(11);
  expect(await count(notPlaced)).toEqual([1, 1, 1, 1]);
});

test('OA-04 LG-02: a report whose meters are not in a pack of the ledger yet stays', async () => {
  await set(dealer, { retentionMonths: 3 });
  const { pool } = database;
  await pool.query(`update device_report set meters = '{}' where device_id = $1`, [ofDealer]);
  await drop();
  expect(await count(ofDealer)).toEqual([2, 1, 1, 1]);
  const chain = (lookedAt: string) =>
    pool.query(
      `insert into meter_chain (device_id, place, packed_until, looked_at) values ($1, 1, $2, $3)
       on conflict (device_id) do update set looked_at = excluded.looked_at`,
      [ofDealer, `${toMonth(now)}-01`, lookedAt],
    );
  // Looked at before the report came, and after it.
  await chain(`${months[2]}-01`);
  await drop();
  expect(await count(ofDealer)).toEqual([2, 1, 1, 1]);
  await chain(`${toMonth(now)}-01`);
  expect(await drop()).toBe(1);
  expect(await count(ofDealer)).toEqual([1, 1, 1, 1]);
});
