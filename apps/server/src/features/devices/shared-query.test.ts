import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createSharedQuery } from './shared-query.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query('create table tick (n int); grant all on tick to public');
});
afterAll(() => database.close());

const tick = (n: number) => ({ text: 'insert into tick values ($1) returning n', values: [n] });
const ticks = async () =>
  (await database.pool.query<{ n: number }>('select n from tick order by n')).rows.map(({ n }) => n);

test('the same statement asked for at once runs once, with other values or later it runs again', async () => {
  const shared = createSharedQuery<{ n: number }>((statement) => database.pool.query(statement));
  const answers = await Promise.all([shared(tick(1)), shared(tick(1)), shared(tick(2)), shared(tick(1))]);
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 1, 2, 1]);
  expect(await ticks()).toEqual([1, 2]);
  await shared(tick(1));
  expect(await ticks()).toEqual([1, 1, 2]);
});

test('a failing statement fails for all its callers, and the next caller runs it again', async () => {
  const shared = createSharedQuery((statement) => database.pool.query(statement));
  const broken = { text: 'select 1 / $1::int as n', values: [0] };
  const failures = await Promise.allSettled([shared(broken), shared(broken)]);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await shared({ ...broken, values: [1] })).rows).toEqual([{ n: 1 }]);
  await expect(shared(broken)).rejects.toThrow('division by zero');
});

test('a shared statement is stopped when its last caller gives up, and the next caller runs it again', async () => {
  const stopped: AbortSignal[] = [];
  const shared = createSharedQuery<{ n: number }>((statement, signal) => {
    stopped.push(signal);
    return database.pool.query(statement);
  });
  const [one, two] = [new AbortController(), new AbortController()];
  const sleep = { text: 'select 1 as n, pg_sleep(0.2)', values: [] };
  const answers = [shared(sleep, one.signal), shared(sleep, two.signal)];
  one.abort();
  expect(stopped.map(({ aborted }) => aborted)).toEqual([false]);
  two.abort();
  expect(stopped.map(({ aborted }) => aborted)).toEqual([true]);
  answers.push(shared(sleep));
  expect(stopped.map(({ aborted }) => aborted)).toEqual([true, false]);
  await Promise.all(answers);
});
