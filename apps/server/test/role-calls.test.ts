import type { Endpoint } from '@platen/contract/endpoint';
import { can, roles } from '@platen/contract/rights';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addDevices } from './test-app.ts';
import { createWorld, subjects, type World } from './worklist-world.ts';

// What the table of rights refuses before a call is looked at (OA-20): every role and every call that
// names a right.

let world: World;
let device: string;
beforeAll(async () => {
  world = await createWorld();
  const row = { serial: 'PLAIN1', group_ids: [1], status: 'error' as const, device_code: 'C447' };
  [device = ''] = await addDevices(world.platen.database, [{ ...row, updated_at: new Date() }]);
});
afterAll(() => world.platen.close());

const served = () => world.platen.app.platform.endpoints.filter(({ access }) => access === 'user');
const ask = async (subject: string, { method, path }: Pick<Endpoint, 'method' | 'path'>, body?: object) => {
  const address = path.replaceAll(/\{\w+\}/g, device);
  const answer = await world.send(subject, method, address, body && JSON.stringify(body));
  const value = (await answer.json()) as { errorCode?: number; devices?: Record<string, unknown>[] } | null;
  return { status: answer.status, code: value?.errorCode, value };
};
const list = { method: 'GET', path: '/v1/devices' } as const;

test.each(roles)('OA-20: %s is refused every call whose right it lacks, and no other for its right', async (role) => {
  const named = served().filter(({ right }) => right !== undefined);
  expect(named.length).toBeGreaterThan(30);
  for (const endpoint of named) {
    const { code } = await ask(subjects[role], endpoint);
    const isRefused = endpoint.right !== undefined && !can(role, endpoint.right);
    expect([role, endpoint.method, endpoint.path, code === 200002]).toEqual([
      role,
      endpoint.method,
      endpoint.path,
      isRefused,
    ]);
  }
});

describe('OA-20: a customer', () => {
  test('sees the own devices with state and supplies, and neither codes, reasons nor predictions', async () => {
    const { value } = await ask('customer', list);
    expect(value?.devices).toHaveLength(1);
    expect(value?.devices?.[0]).toMatchObject({
      serial: 'PLAIN1',
      status: 'error',
      deviceCode: null,
      statusReason: null,
    });
    const { value: ofDealer } = await ask('dealer', list);
    expect(ofDealer?.devices?.[0]).toMatchObject({ deviceCode: 'C447' });
    for (const tail of ['toner', 'counter', 'firmware'])
      expect((await ask('customer', { method: 'GET', path: `/v1/device/{id}/${tail}` })).status).toBe(200);
    for (const tail of ['profile', 'evidence', 'code/08', 'codes/changes', 'error/logs', 'PMParts', 'prediction/fuser'])
      expect(await ask('customer', { method: 'GET', path: `/v1/device/{id}/${tail}` })).toMatchObject({
        status: 403,
        code: 200002,
      });
  });

  test('does not find a device by the code that it may not see', async () => {
    const found = async (subject: string) =>
      (await ask(subject, { method: 'GET', path: '/v1/devices?search=C447' })).value?.devices?.length;
    expect([await found('dealer'), await found('customer')]).toEqual([1, 0]);
  });
});

test('OA-21: a single right opens what the role does not, until the day it ends', async () => {
  const grant = async (subject: string, action: string, endsOn: string | null) =>
    await world.platen.database.pool.query(
      `insert into user_right (user_id, action, ends_on) values ($1, $2, $3)
       on conflict (user_id, action) do update set ends_on = excluded.ends_on`,
      [world.userId(subject), action, endsOn],
    );
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const code = { method: 'GET', path: '/v1/device/{id}/code/08' } as const;
  /** Users are cached for three seconds (OA-16). */
  const waitUntilRead = async (subject: string) =>
    await vi.waitFor(
      async () => {
        const me = (await (await world.send(subject, 'GET', '/v1/users/me')).json()) as { rights?: readonly string[] };
        expect(me.rights).toEqual(['manageRules']);
      },
      { timeout: 60_000, interval: 200 },
    );
  await grant('customer', 'readCodes', day(-1));
  expect((await ask('customer', code)).status).toBe(403);
  for (const [role, end] of [
    ['billing', day(1)],
    ['tech', null],
  ] as const) {
    await grant(role, 'manageRules', end);
    await waitUntilRead(role);
    expect((await world.send(role, 'POST', '/v1/rules', '{}')).status).toBe(422);
  }
});
