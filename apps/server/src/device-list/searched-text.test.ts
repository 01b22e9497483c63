import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { addDevices } from '../../test/test-app.ts';
import { containsSearched, toRarePart } from './searched-text.ts';

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

test.each<[string, Record<string, number | null>, string | null | undefined]>([
  ['customer 7 office', { ' 7': 0.2, '7 ': 0.1 }, 'r 7 o'],
  ['customer 7', { ' 7': 0.2 }, 'er 7'],
  ['room 123', { ' 1': 0.4, 12: 0.1, 23: 0.1 }, 'm 123'],
  ['7 office 12', { '7 ': 0.4, ' 1': 0.4, 12: 0.01 }, 'e 12'],
  ['a - b-7', { '-7': 0.1 }, 'b-7'],
  ['𠮷野家', { 𠮷野: 0, 野家: 0.1 }, '𠮷野家'],
  ['office', {}, null],
  ['abc', { ab: null, bc: null }, undefined],
])('DL-23: %s is looked for by the part that few devices have', (text, rare, part) => {
  expect(toRarePart(text, toShares(text, rare))).toBe(part);
});

/** Words that begin or end as others do, and signs of patterns. */
const word = fc.constantFrom('a', 'ab', 'ba', 'A1', '12', '123', "o'b", 'x\\', '%', '_', '-', '𠮷野', 'ａｂ', '日');
const name = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '  ', ', ', '-')), { maxLength: 5 })
  .map((words) => words.flat().join(''));

test('DL-23: by whatever part a text is looked for, the devices that contain it are found', async () => {
  const find = async (text: string, part: string | null | undefined) => {
    const { rows } = await sql<{ id: string }>`
      select d.device_id as id from device d where ${containsSearched(text, part)} order by 1`.execute(database.db);
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
          const letters = Array.from(typed).length;
          if (letters < 3) continue;
          const part = toRarePart(typed, shares.slice(0, letters - 1));
          const all = await find(typed, null);
          expect(all.length).toBeGreaterThan(0);
          expect([typed, part, await find(typed, part), await find(typed, undefined)]).toEqual([typed, part, all, all]);
        }
      },
    ),
    { numRuns: 20 },
  );
});
