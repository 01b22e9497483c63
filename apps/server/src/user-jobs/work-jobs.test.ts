import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { runJobs } from '../../test/jobs.ts';
import { Refusal } from '../base/errors.ts';
import { addUser } from '../features/account/users.ts';
import { recordChange } from '../store/audit.ts';
import { inTransaction } from '../store/transactions.ts';
import { addJob, readJob } from './job-store.ts';
import type { JobHandler } from './work-jobs.ts';

let database: TestDatabase;
let userId: string;
const operator = { subject: 'operator', role: 'operator' } as const;
beforeAll(async () => {
  database = await createTestDatabase();
  const user = { subject: 'mori', name: 'Mori', role: 'service', seesAll: true, groupIds: [] } as const;
  userId = await addUser(database.db, operator, user);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('delete from job');
  await database.pool.query('update app_user set disabled_at = null');
});

const add = (total: number, input: object = {}) =>
  inTransaction(database.db, (trx) => addJob(trx, { userId }, { kind: 'worklistActions', total, input }));
const read = (jobId: string) => readJob(database.db, { userId }, jobId);
/** What the steps of a job wrote, in their order. */
const written = async (jobId: string): Promise<unknown[]> => {
  const { rows } = await sql<{ part: string }>`
    select detail ->> 'part' as part from audit_entry where subject = ${jobId} order by audit_id`.execute(database.db);
  return rows.map(({ part }) => Number(part));
};
/** One thing a step, each of which leaves an entry; `between` runs after that, before the commit. */
const counting =
  (
    between: (job: Parameters<JobHandler>[1], trx: Parameters<JobHandler>[0]) => unknown = () => undefined,
  ): JobHandler =>
  async (trx, job) => {
    const done = job.done + 1;
    await recordChange(trx, { actor: job.user, action: 'test', subject: job.jobId, detail: { part: done } });
    await between(job, trx);
    return { done, result: { parts: done } };
  };
const run = (handler: JobHandler) =>
  runJobs(database, {
    handlers: {
      worklistActions: handler,
      ruleTrial: handler,
      visitImport: handler,
      meterSettle: handler,
      meterClose: handler,
      metersAt: handler,
    },
  });

describe('GE-13: a job', () => {
  test('OA-50: names the call that asked for it in what its steps record', async () => {
    const asked = { kind: 'worklistActions', total: 1, input: {} } as const;
    const jobId = await inTransaction(database.db, (trx) => addJob(trx, { userId, requestId: 'call-7' }, asked));
    await run(counting());
    const { rows } = await database.pool.query('select request_id from audit_entry where subject = $1', [jobId]);
    expect(rows).toEqual([{ request_id: 'call-7' }]);
  });

  test('waits, runs step by step with its progress, and is done with its result', async () => {
    const jobId = await add(3);
    expect(await read(jobId)).toMatchObject({ state: 'waiting', done: 0, total: 3, result: null, startedAt: null });
    const seen: unknown[] = [];
    const left = await run(counting(async () => seen.push(await read(jobId))));
    expect(left).toBe(0);
    expect(seen).toMatchObject([0, 1, 2].map((done) => ({ state: 'running', done, finishedAt: null, result: null })));
    expect(await read(jobId)).toMatchObject({
      state: 'done',
      done: 3,
      reason: null,
      result: `/v1/jobs/${jobId}/result`,
    });
    expect(await written(jobId)).toEqual([1, 2, 3]);
  });

  test('whose server dies in the middle of a step is taken over: nothing is lost, and nothing done twice', async () => {
    const jobId = await add(4);
    let deaths = 0;
    const dying = counting(async ({ done }, trx) => {
      if (done !== 2 || deaths++ > 0) return;
      // What PostgreSQL sees of a server that is killed: its session ends, with what it had written.
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    await run(dying);
    expect(deaths).toBe(2);
    expect(await written(jobId)).toEqual([1, 2, 3, 4]);
    expect(await read(jobId)).toMatchObject({ state: 'done', done: 4 });
  });

  test('is worked by one of two servers at a time', async () => {
    const jobId = await add(12);
    let atOnce = 0;
    let most = 0;
    const slow = counting(async () => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
    });
    await Promise.all([run(slow), run(slow), run(slow)]);
    expect([most, await written(jobId)]).toEqual([1, Array.from({ length: 12 }, (_, n) => n + 1)]);
  });

  test('of many steps does not hold up another: the one that has waited longest comes next', async () => {
    const [long, short] = [await add(6), await add(2)];
    const order: string[] = [];
    await run(counting(({ jobId }) => order.push(jobId)));
    expect(order.slice(0, 4)).toEqual([long, short, long, short]);
  });

  test('that fails again and again is given up with a reason, and stops no other', async () => {
    const [bad, good] = [await add(2), await add(2)];
    let attempts = 0;
    const handler = counting(({ jobId, done }) => {
      if (jobId !== bad || done === 0) return;
      attempts += 1;
      throw new Error('a defect');
    });
    await run(handler);
    expect(attempts).toBe(5);
    expect(await read(bad)).toMatchObject({ state: 'failed', done: 1, reason: { errorCode: 201000 } });
    expect(await read(good)).toMatchObject({ state: 'done' });
    expect(await written(bad)).toEqual([1]);
  });

  test('that is refused fails at once with the code of the refusal', async () => {
    const jobId = await add(2);
    await run(() => Promise.reject(new Refusal(202001, 'assignee: gone')));
    expect(await read(jobId)).toMatchObject({
      state: 'failed',
      reason: { errorCode: 202001, detail: [{ msg: 'assignee: gone' }] },
      result: null,
    });
  });

  test('ends with 200002 when the account of its user is closed meanwhile', async () => {
    const jobId = await add(3);
    await run(
      counting(() => database.pool.query('update app_user set disabled_at = now() where user_id = $1', [userId])),
    );
    expect(await read(jobId)).toMatchObject({ state: 'failed', done: 1, reason: { errorCode: 200002 } });
  });
});
