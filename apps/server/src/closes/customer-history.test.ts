import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { uuids } from '../store/binary-array.ts';
import { noteCustomers, readCustomers } from './customer-history.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each([1, 2, 3, 4])('LG-37: customers of all devices are noted, %i devices a statement', async (atOnce) => {
  const ids = ['A', 'B', 'C'].map(() => newId());
  for (const [n, id] of ids.entries())
    await database.pool.query(
      `insert into device (device_id, serial, customer_number, status, status_rank, reported_status, created_at, updated_at, received_at)
       values ($1, $2, $3, 'normal', 4, 'normal', now(), now(), now())`,
      [id, `${atOnce}-${n}`, `C-${n}`],
    );
  await noteCustomers(database.db, atOnce);
  await noteCustomers(database.db, atOnce);
  const noted = await readCustomers(database.db, uuids(ids));
  expect(ids.map((id) => noted.get(id))).toEqual(
    ids.map((_, n) => [{ from: Number.NEGATIVE_INFINITY, customerNumber: `C-${n}`, customerName: null }]),
  );
});
