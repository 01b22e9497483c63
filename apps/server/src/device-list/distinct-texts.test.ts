import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { addDevices } from '../../test/test-app.ts';
import { readAllTexts, readFewTexts, type TextField } from './distinct-texts.ts';
import { textKeys } from './find-texts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const texts = [null, '', 'A', 'a', 'b', 'ä', '日本', 'x'.repeat(300)];
  await addDevices(
    database,
    texts.flatMap((text, n) => [
      {
        serial: `S${n}`,
        model: text,
        customer_name: text,
        customer_number: `C-${n}`,
        description: text,
        dealer_name: text,
      },
      {
        serial: `T${n}`,
        model: text,
        customer_name: null,
        customer_number: `C-${n}`,
        description: text,
        dealer_name: null,
      },
    ]),
  );
});
afterAll(() => database.close());

const query = async <Row>(statement: RawBuilder<Row>) => (await statement.execute(database.db)).rows;

const readBoth = async (field: TextField) => {
  const [few, all] = [await readFewTexts(query, field), await readAllTexts(query, textKeys[field])];
  const toTexts = (found: typeof few) => (found ?? []).map(({ text }) => text).sort();
  return [toTexts(few), toTexts(all)];
};
const fields: readonly TextField[] = ['model', 'customerName', 'description', 'dealerName'];

test.each(fields)('AP-35: the texts of %s are found from value to value, each once', async (field) => {
  const [few, all] = await readBoth(field);
  expect(few?.length).toBeGreaterThan(5);
  expect(few).toEqual(all);
});

test('GE-15: a cluster, whose shards no recursion reads, has the same texts of every field', async () => {
  await database.owner.query('create table pg_dist_partition (logicalrelid regclass)');
  for (const field of fields) {
    const [few, all] = await readBoth(field);
    expect([field, few]).toEqual([field, all]);
  }
});
