import { readJobResult } from '@platen/contract/jobs';
import { mostActionItems } from '@platen/contract/worklist-names';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../../test/jobs.ts';
import { inDays } from '../../../test/test-worklist.ts';
import { createWorld, secret, stranger, type Target, type World } from '../../../test/worklist-world.ts';

let world: World;
const matters = ['noise', 'slow', 'network', 'colour', 'paperJam', 'other'] as const;
/** 210 conditions, the most that one test needs, device by device. */
let devices: string[];
let targets: Target[];
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.platen.close());
beforeEach(async () => {
  const { pool } = world.platen.database;
  await pool.query('delete from job');
  await pool.query(`delete from condition`);
  await pool.query(`delete from condition_event`);
  devices = await world.addDevices(
    1,
    Array.from({ length: 35 }, (_, n) => ({ serial: `S${n}`, customer_number: 'K1', customer_name: 'One' })),
    matters,
  );
  const { rows } = await pool.query<Target>(
    'select condition_id as "conditionId", version from condition order by subject, entity_id',
  );
  targets = rows;
});

const ask = async (subject: string, body: object, items: readonly Target[] = targets, headers = {}) => {
  const answer = await fetch(`${world.platen.url}/v1/worklist/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await world.platen.bearer(subject)), ...headers },
    body: JSON.stringify({ ...body, items }),
  });
  const value = (await answer.json()) as { jobId?: string; errorCode?: number };
  return { status: answer.status, location: answer.headers.get('location'), ...value };
};
const read = async (subject: string, address: string) => {
  const answer = await world.platen.get(subject, address);
  return { status: answer.status, value: (await answer.json()) as unknown };
};
const resultOf = async (subject: string, jobId = '') => {
  const result = readJobResult.answer.parse((await read(subject, `/v1/jobs/${jobId}/result`)).value);
  if (result.kind !== 'worklistActions') throw new Error('the result of another kind of job');
  return result;
};
/** Asks for an action as a job and works it; gives its result. */
const actInJob = async (subject: string, body: object, items?: readonly Target[]) => {
  const { status, jobId } = await ask(subject, body, items);
  expect(status).toBe(202);
  await runJobs(world.platen.database);
  return await resultOf(subject, jobId);
};
const count = async (query: string, ...values: unknown[]) =>
  (await world.platen.database.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`, values)).rows[0]?.n;
const codesOf = ({ results }: Awaited<ReturnType<typeof resultOf>>) => {
  const codes = new Map<number, number>();
  for (const { code } of results) codes.set(code, (codes.get(code) ?? 0) + 1);
  return Object.fromEntries(codes);
};

describe('an action on more than 200 conditions', () => {
  test('GE-13 WL-62 WL-68: answers 202 with a job, whose result has each condition; 200 answer at once', async () => {
    const { status, jobId, location } = await ask('dealer', { action: 'acknowledge' });
    expect([status, location]).toEqual([202, `/v1/jobs/${jobId}`]);
    expect((await read('dealer', location ?? '')).value).toMatchObject({ state: 'waiting', done: 0, total: 210 });
    expect(await read('dealer', `${location}/result`)).toMatchObject({ status: 409, value: { errorCode: 202003 } });
    expect(await count(`condition where work <> 'open'`)).toBe(0);
    await runJobs(world.platen.database);
    expect((await read('dealer', location ?? '')).value).toMatchObject({ state: 'done', done: 210 });
    const result = await resultOf('dealer', jobId);
    expect([result.action, codesOf(result)]).toEqual(['acknowledge', { 0: 210 }]);
    expect(new Set(result.results.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await count(`condition where work = 'acknowledged'`)).toBe(210);
    const atOnce = await ask('dealer', { action: 'note', note: 'x' }, targets.slice(0, mostActionItems));
    expect([atOnce.status, atOnce.jobId]).toEqual([200, undefined]);
  });

  test('GE-13 GE-11: each condition has one audit entry and one step, all of one action', async () => {
    const { actionId } = await actInJob('dealer', { action: 'resolve', reason: 'fixed' });
    expect(await count(`audit_entry where action = 'worklist resolve' and actor = 'dealer'`)).toBe(210);
    expect(await count('condition_event where action_id = $1', actionId)).toBe(210);
    const asked = `audit_entry a join job j on a.subject = 'job:' || j.job_id where (a.detail ->> 'conditions')::int = 210`;
    expect(await count(`${asked} and a.action = 'worklist job'`)).toBe(1);
  });

  test('GE-13 WL-60 WL-23 XC-04: a device gets one note, and the devices of a customer one visit', async () => {
    await actInJob('dealer', { action: 'note', note: 'Key at the desk.' });
    expect(await count('device_note where device_id = any($1)', devices)).toBe(35);
    await actInJob('dealer', { action: 'plan', plannedDay: inDays(3), assignee: null });
    expect(await count('visit_device where device_id = any($1)', devices)).toBe(35);
    const { rows } = await world.platen.database.pool.query<{ n: number }>(
      'select count(distinct visit_id)::int as n from visit_device where device_id = any($1)',
      [devices],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('GE-13 WL-42: is taken back by another job, also one that begins after the ten minutes', async () => {
    const { actionId, results } = await actInJob('dealer', { action: 'acknowledge' });
    const items = results.map(({ conditionId, version = 0 }) => ({ conditionId, version }));
    const { jobId } = await ask('dealer', { action: 'undo', actionId }, items);
    // Both were asked for eleven minutes ago, one after the other.
    await world.platen.database.pool.query(`update condition_event set at = at - interval '11 minutes'`);
    await world.platen.database.pool.query(`update job set asked_at = asked_at - interval '11 minutes'`);
    await runJobs(world.platen.database);
    const taken = await resultOf('dealer', jobId);
    expect([taken.of, codesOf(taken)]).toEqual(['acknowledge', { 0: 210 }]);
    expect(await count(`condition where work = 'open'`)).toBe(210);
  });

  test('GE-06 WL-62: what was changed meanwhile is named with its device and how it is now', async () => {
    const [changed, ...others] = targets;
    if (changed === undefined) throw new Error('no condition');
    const result = await actInJob('dealer', { action: 'acknowledge' }, [{ ...changed, version: 7 }, ...others]);
    expect(codesOf(result)).toEqual({ 0: 209, 202002: 1 });
    expect(result.results.find(({ code }) => code !== 0)).toMatchObject({
      conditionId: changed.conditionId,
      serial: expect.stringMatching(/^S\d+$/),
      current: { version: 1, state: 'open' },
    });
  });

  test('GE-05: foreign and unknown conditions answer alike, and change nothing', async () => {
    await world.addDevices(2, [{ serial: secret }], ['noise']);
    const { rows } = await world.platen.database.pool.query<Target>(
      'select condition_id as "conditionId", version from condition where serial = $1',
      [secret],
    );
    const foreign = rows.map(({ conditionId }) => conditionId);
    const unknown = newId();
    const items = [...targets, ...[...foreign, unknown].map((conditionId) => ({ conditionId, version: 1 }))];
    const result = await actInJob('dealer', { action: 'acknowledge' }, items);
    const [one, other] = [...foreign, unknown].map((id) => result.results.find((item) => item.conditionId === id));
    expect(one).toEqual({ conditionId: foreign[0], code: 204001 });
    expect(other).toEqual({ conditionId: unknown, code: 204001 });
    expect(await count(`condition where serial = $1 and work <> 'open'`, secret)).toBe(0);
    const undo = await ask('dealer', { action: 'undo', actionId: await strangersAction() }, targets);
    await runJobs(world.platen.database);
    expect((await resultOf('dealer', undo.jobId)).of).toBeUndefined();
  });
  const strangersAction = async () => {
    const [id = ''] = await world.addDevices(2, [{ serial: `${secret}-2` }], ['slow']);
    return await world.act(stranger, { action: 'acknowledge' }, [await world.find(id, 'slow')]);
  };

  test('GE-13 OA-20: is checked when it is asked for', async () => {
    const plan = { action: 'plan', plannedDay: inDays(1), assignee: null };
    expect(await ask('tech', plan)).toMatchObject({ status: 403, errorCode: 200002 });
    expect(await ask('dealer', { ...plan, plannedDay: inDays(-2) })).toMatchObject({ status: 422, errorCode: 202001 });
    expect(await ask('dealer', plan, [...targets, ...targets.slice(0, 1)])).toMatchObject({ errorCode: 202001 });
    const many = Array.from({ length: 2001 }, () => ({ conditionId: newId(), version: 1 }));
    expect(await ask('dealer', plan, many)).toMatchObject({ status: 422, errorCode: 202001 });
    expect(await count('job')).toBe(0);
  });

  test('GE-13 OA-20: ends where its user loses the right or what it is about, and says so', async () => {
    const { pool } = world.platen.database;
    const setDealer = (change: string) => pool.query(`update app_user set ${change} where subject = 'dealer'`);
    const { jobId } = await ask('service', { action: 'acknowledge' });
    await pool.query(`update device set group_ids = '{2}' where device_id = any($1)`, [devices.slice(0, 5)]);
    await runJobs(world.platen.database);
    expect(codesOf(await resultOf('service', jobId))).toEqual({ 0: 180, 204001: 30 });

    const plan = { action: 'plan', plannedDay: inDays(1), assignee: null };
    const { jobId: planning } = await ask('dealer', plan);
    await setDealer(`role = 'technician'`);
    await runJobs(world.platen.database);
    await setDealer(`role = 'dealer'`);
    const failed = { state: 'failed', done: 0, result: null, reason: { errorCode: 200002 } };
    expect((await read('dealer', `/v1/jobs/${planning}`)).value).toMatchObject(failed);
    const { jobId: closed } = await ask('dealer', { action: 'note', note: 'x' });
    await setDealer('disabled_at = now()');
    await runJobs(world.platen.database);
    await setDealer('disabled_at = null');
    expect((await read('dealer', `/v1/jobs/${closed}`)).value).toMatchObject(failed);
    expect(await count('device_note where device_id = any($1)', devices)).toBe(0);
  });

  test('GE-07 GE-13: the same key names the same job', async () => {
    const headers = { 'idempotency-key': `key-${newId()}` };
    const first = await ask('dealer', { action: 'acknowledge' }, targets, headers);
    expect(await ask('dealer', { action: 'acknowledge' }, targets, headers)).toEqual(first);
    expect(await ask('dealer', { action: 'wake' }, targets, headers)).toMatchObject({ status: 409, errorCode: 202003 });
    expect(await count('job')).toBe(1);
  });
});
