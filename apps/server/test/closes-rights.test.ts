import * as contract from '@platen/contract/closes';
import type { Endpoint } from '@platen/contract/endpoint';
import * as handOff from '@platen/contract/meter-hand-off';
import type { Role } from '@platen/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Closing, createClosing, newCustomer, periods } from './closing-world.ts';
import { runJobs } from './jobs.ts';
import { subjects } from './worklist-world.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const { october } = periods;
const unknownId = '01900000-0000-7000-8000-00000000abcd';
const line = { deviceId: unknownId, meter: 'total', part: 1, version: 1 };
const planForm = {
  name: 'Monthly',
  scope: { customerNumbers: ['C-1'], groupIds: [] },
  meters: [],
  needsAssetNumber: false,
  organisationId: null,
  cycle: 'monthly',
  day: 31,
  warningDays: 3,
  isActive: true,
};

/** Bills the devices of group 2. */
const foreigner = 'foreign-billing';
async function addForeigner(): Promise<void> {
  await world.platen.database.pool.query(
    `with made as (insert into app_user (user_id, subject, name, role, agreed_terms_version)
       values (gen_random_uuid(), $1, 'Zoe', 'billing', '1.0.1') returning user_id)
     insert into user_group (user_id, group_id) select user_id, 2 from made`,
    [foreigner],
  );
}

/** What a call about one close or plan is asked with; a call without an entry here fails the test below. */
const asked: Readonly<Record<string, { readonly query?: string; readonly body?: object }>> = {
  'PUT /v1/closePlans/{id}': { body: { ...planForm, version: 1 } },
  'DELETE /v1/closePlans/{id}': { query: '?version=1' },
  'GET /v1/closes/{id}': {},
  'GET /v1/closes/{id}/lines': {},
  'GET /v1/closes/{id}/file': {},
  'GET /v1/closes/{id}/late': {},
  'POST /v1/closes/{id}/settle': { body: { action: 'leaveOut', reason: 'agreed', lines: [line] } },
  'POST /v1/closes/{id}/close': { body: { version: 1 } },
  'POST /v1/closes/{id}/discard': { body: { version: 1, reason: 'wrong customer' } },
  'GET /v1/closes/{id}/export': { query: '?template=equipment' },
  'GET /v1/closes/{id}/exports': {},
  'POST /v1/closes/{id}/export/mail': {
    body: { templateId: 'all', channelId: '0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e' },
  },
  'POST /v1/closes/{id}/export/try': { body: { templateId: 'equipment' } },
  'POST /v1/closes/{id}/result': { body: { lines: [{ serial: 'I1', meter: 'total', state: 'accepted' }] } },
};
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;
const calls = [...Object.values(contract), ...Object.values(handOff)].filter(isEndpoint);
const calledOfOne = calls.filter(({ path }) => path.includes('{id}'));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** A close and a plan of group 1. */
async function makeOwn() {
  const { scope, of } = newCustomer();
  await world.receive([
    of('I1', '2026-09-30T23:40:00Z', { total: 10 }),
    of('I1', '2026-10-31T23:40:00Z', { total: 90 }),
  ]);
  const { closeId } = await world.open({ ...october, scope });
  const { body } = await world.call('billing', 'POST', '/v1/closePlans', { ...planForm, scope });
  return { closeId, planId: contract.addClosePlan.answer.parse(body).planId };
}
const send = async (subject: string, call: Endpoint, id: string) => {
  const { query = '', body } = asked[nameOf(call)] ?? {};
  return await world.call(subject, call.method, call.path.replace('{id}', id) + query, body);
};

test('GE-05: a foreign close or plan answers every call as an unknown one, also one who may close', async () => {
  await addForeigner();
  const { closeId, planId } = await makeOwn();
  expect(calledOfOne.map(nameOf).toSorted()).toEqual(Object.keys(asked).toSorted());
  for (const call of calledOfOne) {
    const foreign = call.path.includes('closePlans') ? planId : closeId;
    const unknown = await send(foreigner, call, unknownId);
    expect([nameOf(call), unknown]).toEqual([nameOf(call), { status: 404, body: expect.anything() }]);
    expect([nameOf(call), await send(foreigner, call, foreign)]).toEqual([nameOf(call), unknown]);
  }
  const closes = contract.listCloses.answer.parse((await world.call(foreigner, 'GET', '/v1/closes')).body);
  const plans = contract.listClosePlans.answer.parse((await world.call(foreigner, 'GET', '/v1/closePlans')).body);
  expect([closes.closes, plans.plans]).toEqual([[], []]);
  const many = Array.from({ length: 201 }, () => line);
  const job = { action: 'leaveOut', reason: 'agreed', lines: many };
  for (const id of [closeId, unknownId])
    expect((await world.call(foreigner, 'POST', `/v1/closes/${id}/settle`, job)).status).toBe(404);
  const { rows } = await world.platen.database.pool.query(`select 1 from job where kind = 'meterSettle'`);
  expect(rows).toEqual([]);
  expect((await world.read(closeId)).state).toBe('ready');
});

/** OA-20, the row meter.read / close / correct. */
const rights: Readonly<Record<Role, 'close' | 'read' | 'no'>> = {
  admin: 'close',
  dealerAdmin: 'close',
  billing: 'close',
  service: 'read',
  dealer: 'read',
  customer: 'read',
  technician: 'no',
};
const rest = {
  'GET /v1/closePlans': undefined,
  'POST /v1/closePlans': {},
  'GET /v1/closes': undefined,
  'POST /v1/closes': { planId: unknownId },
  'POST /v1/meters/at': { instant: '2026-11-01T00:00:00Z', deviceIds: [unknownId] },
} as const;

test.each(Object.entries(rights))('OA-20: what %s may do with closes and meters at an instant', async (role, right) => {
  const subject = subjects[role as Role];
  for (const call of calls) {
    const name = nameOf(call);
    const body = Object.entries(rest).find(([one]) => one === name)?.[1];
    const answer =
      name in rest ? await world.call(subject, call.method, call.path, body) : await send(subject, call, unknownId);
    const isAllowed = right === 'close' || (right === 'read' && call.right === 'readMeters');
    const { errorCode } = Object(answer.body);
    expect([name, answer.status === 403 && errorCode === 200002]).toEqual([name, !isAllowed]);
  }
});

test('LG-18: meters of many devices at an instant come as a job; a device that is not seen is refused', async () => {
  const { of } = newCustomer();
  const report = of('K1', '2026-10-31T23:40:00Z', { total: 90 });
  await world.receive([report]);
  const deviceIds = [await world.idOf(report)];
  const asked = { instant: '2026-11-01T00:00:00Z', deviceIds };
  const foreign = await world.call('stranger', 'POST', '/v1/meters/at', asked);
  expect(foreign).toMatchObject({ status: 403, body: { errorCode: 200003 } });
  const unknown = { ...asked, deviceIds: [unknownId] };
  expect(await world.call('stranger', 'POST', '/v1/meters/at', unknown)).toEqual(foreign);
  const { status, body } = await world.call('billing', 'POST', '/v1/meters/at', asked);
  expect(status).toBe(202);
  await runJobs(world.platen.database);
  const { jobId } = body as { jobId: string };
  expect((await world.call('billing', 'GET', `/v1/jobs/${jobId}/result`)).body).toMatchObject({
    kind: 'metersAt',
    lines: [{ serial: 'K1', meter: 'total', state: 'exact', value: 90, at: '2026-10-31T23:40:00.000Z' }],
  });
});
