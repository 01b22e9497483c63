import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type MockAuthority, startMockAuthority } from '../../test/mock-authority.ts';
import { silent } from '../../test/silent.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { providerManners, type TokenParts, tokenSubject } from '../../test/token-kinds.ts';
import { createLogger } from '../base/logger.ts';
import { readSettings } from '../settings/settings.ts';
import { createFrame } from '../web/frame.ts';
import { ensureKeys } from './development/keys.ts';
import { registerDevelopmentProvider } from './development/routes.ts';
import { createStoredSessions } from './development/sessions.ts';
import { openIdentity } from './open-identity.ts';

let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(path.join(tmpdir(), 'platen-identity-'));
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const external = { PLATEN_AUTHORITY: 'https://id.example/v2.0', PLATEN_AUDIENCE: 'platen-api' };
const users = () =>
  database.db
    .selectFrom('app_user')
    .select(['subject', 'role', 'sees_all', 'disabled_at'])
    .orderBy('subject')
    .execute();

test('AU-42 OQ-110: the first start makes an account of each role; later ones leave what was changed', async () => {
  await openIdentity(readSettings({ PLATEN_DATA: directory }), database, silent);
  expect(await users()).toEqual([
    { subject: 'admin', role: 'admin', sees_all: true, disabled_at: null },
    { subject: 'billing', role: 'billing', sees_all: false, disabled_at: null },
    { subject: 'customer', role: 'customer', sees_all: false, disabled_at: null },
    { subject: 'dealer', role: 'dealer', sees_all: false, disabled_at: null },
    { subject: 'dealer-admin', role: 'dealerAdmin', sees_all: false, disabled_at: null },
    { subject: 'service', role: 'service', sees_all: true, disabled_at: null },
    { subject: 'technician', role: 'technician', sees_all: false, disabled_at: null },
  ]);
  await database.db.updateTable('app_user').set({ sees_all: false }).where('subject', '=', 'service').execute();
  await openIdentity(readSettings({ PLATEN_DATA: directory }), database, silent);
  expect((await users()).find(({ subject }) => subject === 'service')).toMatchObject({ sees_all: false });
});

test('AU-01 AU-02: with an external authority the development users are closed and its sign-in refuses to start', async () => {
  const settings = readSettings({ PLATEN_DATA: directory, ...external });
  const { identity } = await openIdentity(settings, database, silent);
  expect((await users()).filter(({ disabled_at }) => disabled_at === null)).toEqual([]);
  const app = createFrame({ settings, store: database, identity, log: createLogger('silent') });
  const keys = await ensureKeys(directory);
  expect(() => registerDevelopmentProvider(app, settings, keys, createStoredSessions(database))).toThrow(
    'never runs together with an external authority',
  );
});

const seconds = () => Math.floor(Date.now() / 1000);

describe.each(providerManners)('with $name', (manner) => {
  let authority: MockAuthority;
  let platen: TestApp;
  beforeAll(async () => {
    authority = await startMockAuthority(manner);
    platen = await createTestApp({ ...manner.settings, PLATEN_AUTHORITY: authority.address });
    await platen.database.db
      .insertInto('app_user')
      .values({
        user_id: '01900000-0000-7000-8000-0000000000bb',
        subject: tokenSubject,
        name: 'Anna',
        role: 'service',
        agreed_terms_version: '1.0.1',
      })
      .execute();
  });
  afterAll(async () => {
    await platen.close();
    await authority.close();
  });

  /** 200, or the code of the refusal. */
  const call = async (token: string): Promise<unknown> => {
    const answer = await fetch(`${platen.url}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });
    const body: unknown = await answer.json();
    if (answer.status === 200) return 200;
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    return typeof body === 'object' && body !== null && 'errorCode' in body ? body.errorCode : body;
  };
  const but = (claims: TokenParts['claims']): TokenParts => ({
    ...manner.access,
    claims: { ...manner.access.claims, ...claims },
  });
  const forApi = (parts: TokenParts): TokenParts => ({
    ...parts,
    claims: { ...parts.claims, aud: manner.access.claims.aud ?? '' },
  });

  test('AU-01 AP-02: an access token of the portal is accepted', async () => {
    expect(await call(await authority.sign(manner.access))).toBe(200);
  });

  test('AC-17: id, logout and refresh tokens are refused, whatever their audience', async () => {
    for (const parts of [manner.id, forApi(manner.id), manner.logout, forApi(manner.logout)])
      expect([parts, await call(await authority.sign(parts))]).toEqual([parts, 201003]);
    const { refresh } = manner;
    const [token, code] = typeof refresh === 'string' ? [refresh, 201005] : [await authority.sign(refresh), 201003];
    expect(await call(token)).toBe(code);
  });

  test('AC-17: an access token for another audience, client, scope or issuer is refused', async () => {
    for (const claims of [
      { aud: 'another-api' },
      { aud: platen.settings.clientId },
      { [manner.client]: 'another-client' },
      { [manner.scope]: 'openid profile' },
      { [manner.scope]: undefined },
      { iss: `${authority.address}/other` },
      { tfp: 'B2C_1_reset' },
      { sub: '' },
      { sub: 'anna\u0000' },
      { sub: 'a'.repeat(256) },
      { cnf: { jkt: 'k-1' } },
    ])
      expect([claims, await call(await authority.sign(but(claims)))]).toEqual([claims, 201003]);
  });

  test('AC-15: an expired access token is refused', async () => {
    expect(await call(await authority.sign(but({ exp: seconds() - 60 })))).toBe(201001);
  });

  test('AC-16: an access token that the authority did not sign is refused', async () => {
    for (const signing of ['unknown key', 'none', 'public key as secret'] as const)
      expect([signing, await call(await authority.sign(manner.access, signing))]).toEqual([signing, 201002]);
  });
});
