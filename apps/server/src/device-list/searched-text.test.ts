import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { addDevices } from '../../test/test-app.ts';
import { containsSearched, toRareGrams } from './searched-text.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
});

/** Shares of the pairs of a text; those that are not listed are in every device. */
const toShares = (text: string, rare: Readonly<Record<string, number | null>>) =>
  Array.from(text)
    .slice(1)
    .map((character, n) => {
      const share = rare[`${Array.from(text)[n]}${character}`];
      return share === undefined ? 1 : share;
    });

test.each<[string, Record<string, number | null>, readonly string[]]>([
  ['customer 7 office', { ' 7': 0.2, '7 ': 0.1 }, ['er7o', 'r7of']],
  ['room 124', { ' 1': 0.8, 12: 0.3, 24: 0.05 }, ['m124']],
  ['room 1234', { ' 1': 0.8, 12: 0.3, 23: 0.3, 34: 0.3 }, ['1234', 'm123']],
  ['a - b-7', { '-7': 0.1 }, ['-b-7']],
  ['𠮷野家 12', { 𠮷野: 0, 野家: 0.05 }, ['𠮷野家1', '野家12']],
  ['office', {}, ['offi', 'ffic', 'fice']],
  ['abcd', { ab: null, bc: null, cd: null }, ['abcd']],
])('DL-23: %s is looked for by the four characters that few devices have', (text, rare, grams) => {
  expect(toRareGrams(text, toShares(text, rare))).toEqual(grams);
});

/** Words that begin or end as others do, and signs of patterns. */
const word = fc.constantFrom('a', 'ab', 'ba', 'A1', '12', '123', "o'b", 'x\\', '%', '_', '-', '𠮷野', 'ａｂ', '日');
const name = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '  ', ', ', '-')), { maxLength: 5 })
  .map((words) => words.flat().join(''));

test('DL-23: by whatever grams a text is looked for, the devices that contain it are found', async () => {
  const find = async (text: string, grams?: readonly string[] | null) => {
    const { rows } = await sql<{ id: string }>`
      select d.device_id as id from device d where ${containsSearched(text, grams)} order by 1`.execute(database.db);
    return rows.map(({ id }) => id);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ customer_name: name, description: name, serial: fc.constantFrom(null, 'S1') }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 3, max: 12 })), { minLength: 5, maxLength: 10 }),
      fc.array(fc.constantFrom(0.001, 0.1, 0.4, 1), { minLength: 12, maxLength: 12 }),
      async (devices, cuts, shares) => {
        await database.owner.query('delete from device');
        await addDevices(database, devices);
        const { rows } = await sql<{ text: string }>`select search_text as text from device`.execute(database.db);
        for (const [device, from, length] of cuts) {
          const text = Array.from(rows[device % rows.length]?.text ?? '');
          const begin = from % text.length;
          const typed = text
            .slice(begin, begin + length)
            .join('')
            .trim();
          if (Array.from(typed).length < 3) continue;
          const all = await find(typed, null);
          expect(all.length).toBeGreaterThan(0);
          expect([typed, await find(typed)]).toEqual([typed, all]);
          if (Array.from(typed.replaceAll(' ', '')).length < 4) continue;
          const grams = toRareGrams(typed, shares);
          expect([typed, grams, await find(typed, grams)]).toEqual([typed, grams, all]);
        }
      },
    ),
    { numRuns: 20 },
  );
});
