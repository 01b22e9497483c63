import { jobDays, listJobs, mostJobs } from '@platen/contract/jobs';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser, eraseUser } from '../src/features/account/users.ts';
import { dropOldJobs } from '../src/jobs/retention.ts';
import { runJobs } from './jobs.ts';
import { agreeForAll, createTestApp, type TestApp } from './test-app.ts';

let platen: TestApp;
const operator = { subject: 'operator', role: 'operator' } as const;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());
beforeEach(() => platen.database.pool.query('delete from job'));

/** Of conditions that do not exist: all that a job about them does is to say so. */
const ask = async (subject = 'service') => {
  const items = Array.from({ length: 201 }, () => ({ conditionId: newId(), version: 1 }));
  const answer = await platen.post(subject, '/v1/worklist/actions', { action: 'acknowledge', items });
  const value = (await answer.json()) as { jobId?: string; errorCode?: number; detail?: unknown };
  return { status: answer.status, ...value, jobId: value.jobId ?? '' };
};
const read = async (subject: string, address: string) => {
  const answer = await platen.get(subject, address);
  const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status: answer.status, headers, text: await answer.text() };
};
const listed = async (subject = 'service') =>
  listJobs.answer.parse(await (await platen.get(subject, '/v1/jobs')).json()).jobs.map(({ jobId }) => jobId);
const see = async (subject: string, jobId: string) => {
  const headers = await platen.bearer(subject);
  return (await fetch(`${platen.url}/v1/jobs/${jobId}/seen`, { method: 'POST', headers })).status;
};
const count = async () =>
  (await platen.database.pool.query<{ n: number }>('select count(*)::int as n from job')).rows[0]?.n;

describe('jobs of a user', () => {
  test('GE-05 GE-13: a foreign job answers as an unknown one, in every call', async () => {
    const { jobId } = await ask('dealer');
    await runJobs(platen.database);
    const unknown = newId();
    for (const tail of ['', '/result']) {
      const foreign = await read('admin', `/v1/jobs/${jobId}${tail}`);
      expect(foreign).toEqual(await read('admin', `/v1/jobs/${unknown}${tail}`));
      expect([foreign.status, foreign.text]).toEqual([404, expect.stringContaining('204001')]);
    }
    expect([await see('admin', jobId), await see('admin', unknown), await listed('admin')]).toEqual([404, 404, []]);
    expect(await listed('dealer')).toEqual([jobId]);
  });

  test('GE-13 GE-16: the result waits 7 days, then the job answers as an unknown one and is deleted', async () => {
    const { jobId } = await ask();
    await runJobs(platen.database);
    const age = (days: number) =>
      platen.database.pool.query(
        `update job set asked_at = now() - interval '20 days', finished_at = now() - $1 * interval '1 day'`,
        [days],
      );
    await age(jobDays - 0.01);
    expect(await dropOldJobs(platen.database.db, new Date())).toBe(0);
    expect((await read('service', `/v1/jobs/${jobId}/result`)).status).toBe(200);
    await age(jobDays + 0.01);
    for (const tail of ['', '/result'])
      expect(await read('service', `/v1/jobs/${jobId}${tail}`)).toEqual(
        await read('service', `/v1/jobs/${newId()}${tail}`),
      );
    expect([await listed(), await dropOldJobs(platen.database.db, new Date()), await count()]).toEqual([[], 1, 0]);
  });

  test('GE-13: one that goes on is listed, and one that has ended until it was seen; its result stays', async () => {
    const { jobId } = await ask();
    expect([await listed(), await see('service', jobId)]).toEqual([[jobId], 409]);
    await runJobs(platen.database);
    expect([await listed(), await see('service', jobId), await listed()]).toEqual([[jobId], 200, []]);
    expect((await read('service', `/v1/jobs/${jobId}/result`)).status).toBe(200);
  });

  test('GE-13 GE-03: more than five at once are refused; calls at the same time do not pass the limit together', async () => {
    const answers = await Promise.all(Array.from({ length: mostJobs + 3 }, () => ask()));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(mostJobs);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused).toMatchObject(
      Array.from({ length: 3 }, () => ({
        status: 422,
        errorCode: 202004,
        detail: [{ msg: 'jobs: at most 5 at once' }],
      })),
    );
    expect((await ask('dealer')).status).toBe(202);
    await runJobs(platen.database);
    expect((await ask()).status).toBe(202);
  });

  test('GE-17: an erased user leaves no jobs', async () => {
    await addUser(platen.database.db, operator, {
      subject: 'mori',
      name: 'Mori',
      role: 'admin',
      seesAll: true,
      groupIds: [],
    });
    await agreeForAll(platen.database);
    await ask('mori');
    await eraseUser(platen.database.db, operator, 'mori');
    expect([await count(), await runJobs(platen.database)]).toEqual([0, 0]);
  });
});
