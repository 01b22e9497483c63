import { afterEach, expect, test } from 'vitest';
import { agreeForAll, createTestApp, type TestApp } from '../../test/test-app.ts';

let platen: TestApp;
afterEach(() => platen.close());

interface Line {
  level: string;
  msg: string;
  ip?: string;
  userId?: string;
  reason?: string;
  errorCode?: number;
  path?: string;
  setting?: string;
}
const lines = () => platen.logged.map((text) => JSON.parse(text) as Line);
const start = async (env: Record<string, string>) => {
  platen = await createTestApp({ PLATEN_TRUST_PROXY: '127.0.0.1', ...env });
  await agreeForAll(platen.database);
};
const me = async (from: string, authorization: string) =>
  await fetch(`${platen.url}/v1/users/me`, { headers: { authorization, 'x-forwarded-for': from } });
const pathOf = (path: string) => (line: Line) => line.path === path;

test('OQ-121: a refused call carries code, reason and whole address; an ordinary one the network of the client', async () => {
  await start({});
  const { authorization } = await platen.bearer('admin');
  await me('203.0.113.77', authorization);
  await me('2001:db8:1:2::3', 'Bearer guessed.token.value');
  const [ordinary, refused] = lines().filter(pathOf('/v1/users/me'));
  expect(ordinary).toMatchObject({ level: 'info', ip: '203.0.113.0', userId: expect.any(String) as unknown });
  expect(refused).toMatchObject({
    level: 'warn',
    msg: 'refused',
    ip: '2001:db8:1:2::3',
    errorCode: 201005,
    reason: 'the token is corrupted',
  });
});

test.each([
  ['full', ['203.0.113.77', '203.0.113.78']],
  ['none', [undefined, undefined]],
])('OQ-121: with addresses set to %s the lines hold that much', async (form, expected) => {
  await start({ PLATEN_LOG_ADDRESSES: form });
  await me('203.0.113.77', (await platen.bearer('admin')).authorization);
  await me('203.0.113.78', 'Bearer x');
  expect(
    lines()
      .filter(pathOf('/v1/users/me'))
      .map(({ ip }) => ip),
  ).toEqual(expected);
  expect(platen.logged.join('').includes('203.0.113.')).toBe(form === 'full');
});

test('OQ-121: a user is logged as signed in once for each address, with user id and whole address', async () => {
  await start({});
  const { authorization } = await platen.bearer('admin');
  for (const from of ['203.0.113.77', '203.0.113.77', '203.0.113.78']) await me(from, authorization);
  const signedIn = lines().filter(({ msg }) => msg === 'signed in');
  expect(signedIn.map(({ ip }) => ip)).toEqual(['203.0.113.77', '203.0.113.78']);
  expect(signedIn[0]?.userId).toMatch(/^[0-9a-f-]{36}$/);
});

test('AC-23: addresses of one IPv6 network of 64 bits share the allowance of failed calls', async () => {
  await start({ PLATEN_FAILED_TOKEN_RATE: '3' });
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push((await me(`2001:db8::${n}`, 'Bearer x')).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect((await me('2001:db8:0:1::1', 'Bearer x')).status).toBe(401);
  expect(lines().find(({ errorCode }) => errorCode === 203001)).toMatchObject({ msg: 'refused', ip: '2001:db8::3' });
});

test('AC-23: forwarded addresses from a peer that is no trusted proxy are named once, with the setting', async () => {
  await start({ PLATEN_TRUST_PROXY: 'false' });
  for (let n = 0; n < 3; n++) await me('203.0.113.77', 'Bearer x');
  expect(lines().filter(({ setting }) => setting === 'PLATEN_TRUST_PROXY')).toHaveLength(1);
  expect(platen.logged.join('')).not.toContain('203.0.113.77');
  await platen.close();
  await start({});
  await me('203.0.113.77', 'Bearer x');
  expect(lines().filter(({ setting }) => setting === 'PLATEN_TRUST_PROXY')).toEqual([]);
});
