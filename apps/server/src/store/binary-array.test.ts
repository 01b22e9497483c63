import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { bigints, dates, jsonbs, jsons, texts, times, uuids } from './binary-array.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const orNull = <T>(values: fc.Arbitrary<T>) => fc.array(fc.option(values), { maxLength: 40 });
const text = fc.string({ unit: 'grapheme', maxLength: 3000 }).filter((value) => !value.includes('\0'));

/** What PostgreSQL makes of an array. */
async function read(array: ReturnType<typeof texts>): Promise<unknown[]> {
  const { rows } = await sql<{ value: unknown }>`select value from unnest(${array}) as value`.execute(database.db);
  return rows.map(({ value }) => value);
}

describe('arrays in binary form', () => {
  test('texts, JSON, numbers, days and times of any length and kind arrive as they were, nulls too', async () => {
    await fc.assert(
      fc.asyncProperty(
        orNull(text),
        orNull(fc.jsonValue()),
        orNull(fc.maxSafeInteger()),
        orNull(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })),
        async (strings, values, numbers, moments) => {
          expect(await read(texts(strings))).toEqual(strings);
          // As JSON knows them: without a negative zero.
          const known: unknown[] = JSON.parse(JSON.stringify(values));
          const written = values.map((value) => (value === null ? null : JSON.stringify(value)));
          expect(await read(jsons(written))).toEqual(known);
          expect(await read(jsons(written.map((json) => json && Buffer.from(json))))).toEqual(known);
          expect(await read(bigints(numbers))).toEqual(numbers);
          expect(await read(times(moments))).toEqual(moments);
          expect(await read(times(moments.map((at) => at?.toISOString() ?? null)))).toEqual(moments);
          const days = moments.map((at) => at?.toISOString().slice(0, 10) ?? null);
          expect(await read(dates(days))).toEqual(days);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('jsonb and ids arrive as they were; numbers of 64 bits go as texts', async () => {
    const ids = ['018f0000-0000-7000-8000-00000000abcd', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
    expect(await read(uuids(ids))).toEqual(ids);
    expect(await read(jsonbs(['{"a":[1,"é"]}', null]))).toEqual([{ a: [1, 'é'] }, null]);
    const { rows } = await sql`select value::text from unnest(${bigints(['-9223372036854775808'])}) value`.execute(
      database.db,
    );
    expect(rows).toEqual([{ value: '-9223372036854775808' }]);
  });

  test('what is no id, no time or no JSON is refused, here or by PostgreSQL', async () => {
    expect(() => uuids(['018f0000'])).toThrow('no UUID');
    expect(() => times(['yesterday'])).toThrow('no point in time');
    await expect(read(jsons(['{"a":']))).rejects.toMatchObject({ code: '22P02' });
  });
});
