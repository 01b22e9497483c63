import { noAccountDetail } from '@platen/contract/no-account';
import type { OrganisationDetails } from '@platen/contract/organisations';
import type { InvitationItem, UserItem } from '@platen/contract/people';
import { actionsOf, roles } from '@platen/contract/rights';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../../bench/src/lib/free-port.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { createLogger } from '../../base/logger.ts';
import { readKeys, signToken } from '../../identity/development/keys.ts';
import { mailboxOf } from '../../identity/development/mailbox.ts';
import { buildApp } from '../../web/app.ts';

const root = '00000000-0000-7000-8000-000000000001';
const unknownId = '0190a0b0-0000-7000-8000-00000000abcd';
let platen: TestApp;
let north: string;
let south: string;
let bexholm: string;

/** Header of a token with claims of a subject that need not have an account. */
async function bearer(subject: string, claims: object = {}): Promise<{ authorization: string }> {
  const keys = await readKeys(platen.settings.dataDirectory);
  if (keys === undefined) throw new Error('the server makes its keys at start');
  return { authorization: `Bearer ${await signToken(platen.settings, keys, subject, 600, { ...claims })}` };
}
const send = async (header: Record<string, string>, method: string, path: string, body?: object, url = platen.url) => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...header, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, value: (await answer.json()) as unknown };
};
const call = async (subject: string, method: string, path: string, body?: object) =>
  await send(await bearer(subject), method, path, body);
const refused = (status: number, errorCode: number) => ({ status, value: { errorCode } });

const listUsers = async (subject = 'admin', query = '') =>
  ((await call(subject, 'GET', `/v1/users${query}`)).value as { users: UserItem[] }).users;
const userOf = async (subject: string): Promise<UserItem> => {
  const found = (await listUsers()).find((one) => one.subject === subject);
  if (found === undefined) throw new Error(`no user ${subject}`);
  return found;
};
const change = async (by: string, subject: string, body: object) => {
  const { userId, version } = await userOf(subject);
  return await call(by, 'PUT', `/v1/users/${userId}`, { version, ...body });
};
const invite = async (by: string, more: object = {}) => {
  const { status, value } = await call(by, 'POST', '/v1/invitations', {
    name: 'Tom Brandis',
    mail: 'Tom.Brandis@haldane.example',
    role: 'dealer',
    organisationId: north,
    ...more,
  });
  const { invitation, link = '' } = value as { invitation?: InvitationItem; link?: string };
  return { status, value, invitation, code: new URL(link || 'http://x').searchParams.get('invitation') ?? '' };
};
/** Tries with codes are few for an address: each comes from another one. */
let tries = 0;
const accept = async (subject: string, code: string, claims: object = {}) =>
  await send(
    { ...(await bearer(subject, claims)), 'x-forwarded-for': `192.0.2.${++tries}` },
    'POST',
    '/v1/invitations/accept',
    { code },
  );
const mine = { email: 'tom.brandis@HALDANE.example', email_verified: true };

beforeAll(async () => {
  platen = await createTestApp({ PLATEN_FAILED_TOKEN_RATE: '1000000', PLATEN_TRUST_PROXY: 'true' });
  await agreeForAll(platen.database);
  const add = async (kind: string, name: string, parentId: string, numbers: string[]) => {
    const body = {
      parentId,
      kind,
      name,
      dealerNumbers: kind === 'dealer' ? numbers : [],
      customerNumbers: kind === 'dealer' ? [] : numbers,
    };
    return ((await call('admin', 'POST', '/v1/organisations', body)).value as OrganisationDetails).organisation
      .organisationId;
  };
  north = await add('dealer', 'North', root, ['D-N']);
  south = await add('dealer', 'South', root, ['D-S']);
  bexholm = await add('customer', 'Bexholm', north, ['C-1']);
  await addDevices(platen.database, [
    { serial: 'N1', dealer_number: 'D-N', customer_number: 'C-1', customer_name: 'Bexholm' },
    { serial: 'N2', dealer_number: 'D-N' },
    { serial: 'S1', dealer_number: 'D-S' },
  ]);
  const { organisation } = (await call('admin', 'GET', `/v1/organisations/${north}`)).value as OrganisationDetails;
  // Counts of devices follow with the next change of numbers.
  await call('admin', 'PUT', `/v1/organisations/${north}`, {
    version: organisation.version,
    dealerNumbers: ['D-N', 'D-N2'],
  });
  await change('admin', 'dealer-admin', { organisationId: north });
  await change('admin', 'billing', { organisationId: north });
  await change('admin', 'dealer', { organisationId: south });
  await change('admin', 'customer', { organisationId: bexholm });
  await vi.waitFor(
    async () => {
      const { value } = await call('dealer-admin', 'GET', '/v1/devices');
      if ((value as { devices: unknown[] }).devices.length !== 2) throw new Error('the user is still cached');
    },
    { timeout: 10_000, interval: 300 },
  );
}, 60_000);
afterAll(() => platen.close());

test('OA-10 GE-05: an administrator of a dealer sees the users of the own tree alone', async () => {
  expect((await listUsers('dealer-admin')).map(({ subject }) => subject).sort()).toEqual([
    'billing',
    'customer',
    'dealer-admin',
  ]);
  expect((await listUsers('dealer-admin', `?organisationId=${bexholm}`)).map(({ subject }) => subject)).toEqual([
    'customer',
  ]);
  expect((await listUsers()).length).toBeGreaterThan(6);
  for (const subject of ['dealer', 'service', 'technician', 'billing', 'customer'])
    expect(await call(subject, 'GET', '/v1/users')).toMatchObject(refused(403, 200002));
  const foreign = await userOf('dealer');
  for (const id of [foreign.userId, unknownId]) {
    expect(
      await call('dealer-admin', 'PUT', `/v1/users/${id}`, { version: foreign.version, name: 'Mine' }),
    ).toMatchObject(refused(404, 204001));
    expect(await call('dealer-admin', 'DELETE', `/v1/users/${id}?version=${foreign.version}`)).toMatchObject(
      refused(404, 204001),
    );
  }
});

test('OA-15: no user gives a role, a right or an organisation that it does not have', async () => {
  expect(await change('dealer-admin', 'billing', { role: 'service' })).toMatchObject(refused(403, 200002));
  expect(await change('dealer-admin', 'billing', { role: 'admin' })).toMatchObject(refused(403, 200002));
  for (const organisationId of [south, unknownId])
    expect(await change('dealer-admin', 'billing', { organisationId })).toMatchObject(refused(404, 204001));
  expect(await change('dealer-admin', 'billing', { organisationId: null })).toMatchObject(refused(404, 204001));
  expect(
    await change('dealer-admin', 'billing', { rights: [{ action: 'changeThresholds', endsOn: null }] }),
  ).toMatchObject(refused(403, 200002));
  // A customer has no billing, and a dealer no administrator of the operator.
  expect(await change('admin', 'billing', { organisationId: bexholm })).toMatchObject(refused(422, 202001));
  expect(await change('admin', 'billing', { role: 'admin' })).toMatchObject(refused(422, 202001));
  expect(await userOf('billing')).toMatchObject({ role: 'billing', organisation: { name: 'North' }, rights: [] });
});

test('OA-15: the roles that an administrator of a dealer may give hold nothing that it lacks', () => {
  const own = new Set(actionsOf('dealerAdmin'));
  const givable = roles.filter((role) => actionsOf(role).every((action) => own.has(action)));
  expect(givable).toEqual(expect.arrayContaining(['dealer', 'technician', 'dealerAdmin', 'billing', 'customer']));
  expect(givable).not.toContain('service');
  expect(givable).not.toContain('admin');
});

test('OA-21 GE-11: single rights are given until a day and taken away, each an entry of the audit record', async () => {
  const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const rights = [{ action: 'shareViews', endsOn }];
  expect(await change('dealer-admin', 'billing', { rights })).toMatchObject({
    status: 200,
    value: { user: { rights } },
  });
  expect(
    await change('dealer-admin', 'billing', { rights: [{ action: 'changeThresholds', endsOn: '2020-01-01' }] }),
  ).toMatchObject({
    status: 403,
  });
  expect(
    await change('dealer-admin', 'billing', { rights: [{ action: 'planVisits', endsOn: '2020-01-01' }] }),
  ).toMatchObject(refused(422, 202001));
  await change('dealer-admin', 'billing', { rights: [] });
  const { rows } = await platen.database.pool.query(
    `select actor, action, detail ->> 'action' as of, detail ->> 'endsOn' as until from audit_entry
     where subject = 'user:billing' and action like 'users %-right' order by audit_id`,
  );
  expect(rows).toEqual([
    { actor: 'dealer-admin', action: 'users give-right', of: 'shareViews', until: endsOn },
    { actor: 'dealer-admin', action: 'users take-right', of: 'shareViews', until: null },
  ]);
});

test('GE-06: another version is refused with the present user', async () => {
  const { userId, version } = await userOf('billing');
  expect(await call('admin', 'PUT', `/v1/users/${userId}`, { version: version + 1, name: 'x' })).toMatchObject({
    status: 409,
    value: { errorCode: 202002, current: { user: { subject: 'billing', version } } },
  });
});

test('OA-15: the last active administrator of an organisation is neither lowered, moved, disabled nor erased', async () => {
  const { userId, version } = await userOf('dealer-admin');
  expect(await change('admin', 'dealer-admin', { role: 'dealer' })).toMatchObject(refused(409, 202003));
  expect(await change('admin', 'dealer-admin', { organisationId: south })).toMatchObject(refused(409, 202003));
  expect(await change('admin', 'dealer-admin', { state: 'disabled' })).toMatchObject(refused(409, 202003));
  expect(await call('admin', 'DELETE', `/v1/users/${userId}?version=${version}`)).toMatchObject(refused(409, 202003));
  expect(await change('admin', 'admin', { state: 'disabled' })).toMatchObject(refused(409, 202003));
});

test('OA-15: of two administrators who disable each other at once one stays', async () => {
  const { pool } = platen.database;
  for (const subject of ['left', 'right'])
    await pool.query(
      `insert into app_user (user_id, subject, name, role, organisation_id, agreed_terms_version)
       values (gen_random_uuid(), $1, $1, 'dealerAdmin', $2, '1.0.1')`,
      [subject, south],
    );
  const found = [await userOf('left'), await userOf('right')] as const;
  // Both are known to the server: a user that it reads after the change is refused for being closed.
  for (const { subject } of found) expect((await call(subject, 'GET', '/v1/users/me')).status).toBe(200);
  const answers = await Promise.all(
    [found, found.toReversed()].map(
      async ([by, { userId = '', version = 0 } = {}]) =>
        await call(by?.subject ?? '', 'PUT', `/v1/users/${userId}`, { version, state: 'disabled' }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('OA-16: a disabled user is refused by two servers within 3 s, and the own tokens end', async () => {
  const port = await findFreePort();
  const second = await buildApp({
    settings: { ...platen.settings, port },
    store: platen.database,
    log: createLogger('silent'),
  });
  await second.listen({ port, host: '127.0.0.1' });
  const urls = [platen.url, `http://127.0.0.1:${port}`];
  const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const form = { name: 'Mine', scopes: ['devices.read'], ofOrganisation: false, endsOn, addresses: [] };
  const { token } = (await call('billing', 'POST', '/v1/tokens', form)).value as { token: string };
  const statuses = async (header: { authorization: string }) =>
    await Promise.all(urls.map(async (url) => (await send(header, 'GET', '/v1/devices', undefined, url)).status));
  const headers = [await bearer('billing'), { authorization: `Bearer ${token}` }] as const;
  for (const header of headers) expect(await statuses(header)).toEqual([200, 200]);
  expect(await change('dealer-admin', 'billing', { state: 'disabled' })).toMatchObject({ status: 200 });
  await new Promise((done) => setTimeout(done, 3000));
  expect(await statuses(headers[0])).toEqual([403, 403]);
  expect(await statuses(headers[1])).toEqual([401, 401]);
  expect(await change('dealer-admin', 'billing', { state: 'active' })).toMatchObject({
    value: { user: { state: 'active' } },
  });
  await second.close();
});

test('OA-14: a sign-in without an account is refused with the text of the operator, where there is one', async () => {
  const refusal = async () => (await send(await bearer('unknown'), 'GET', '/v1/users/me')).value;
  expect(await refusal()).toEqual({ errorCode: 200002, detail: [{ msg: noAccountDetail }] });
  const { pool } = platen.database;
  const set = (settings: object) =>
    pool.query(`update organisation set settings = $1 where kind = 'operator'`, [JSON.stringify(settings)]);
  await set({ noAccountText: 'Ask Ms Weber.' });
  expect(await refusal()).toEqual({ errorCode: 200002, detail: [{ msg: noAccountDetail }, { msg: 'Ask Ms Weber.' }] });
  // It is no setting that others inherit or see.
  const root = '00000000-0000-7000-8000-000000000001';
  expect(JSON.stringify((await call('admin', 'GET', `/v1/organisations/${root}`)).value)).not.toContain('Weber');
  await set({});
});

describe('OA-11: an invitation', () => {
  test('binds the account to the subject of the sign-in with the invited mail, once', async () => {
    const { code, invitation } = await invite('dealer-admin');
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(invitation).toMatchObject({ state: 'open', role: 'dealer', organisation: { name: 'North' } });
    expect((await send(await bearer('tom'), 'GET', '/v1/users/me')).status).toBe(403);
    expect(await accept('tom', code, mine)).toEqual({ status: 200, value: { status: 'OK' } });
    expect(await userOf('tom')).toMatchObject({
      name: 'Tom Brandis',
      role: 'dealer',
      organisation: { name: 'North' },
      groups: ['North'],
      mail: mine.email,
      mailVerified: true,
    });
    expect((await send(await bearer('tom'), 'GET', '/v1/termsOfUse')).status).toBe(200);
    expect(await accept('other', code, mine)).toMatchObject(refused(410, 204002));
    const { rows } = await platen.database.pool.query('select code_hash from invitation');
    expect(rows.every(({ code_hash: hash }: { code_hash: Buffer }) => hash.length === 32)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('OA-10 OA-04: its link goes by mail in the language of the organisation or of choice, and the person begins with it', async () => {
    const settingsOf = async (settings: object) =>
      await platen.database.pool.query('update organisation set settings = $2 where organisation_id = $1', [
        north,
        JSON.stringify(settings),
      ]);
    await settingsOf({ mailLanguage: 'ja-jp', zone: 'Asia/Tokyo' });
    const { code, value } = await invite('dealer-admin', { mail: 'ann@haldane.example' });
    expect(value).toMatchObject({ mailed: true });
    const [mail] = mailboxOf(platen.settings).list();
    expect(mail).toMatchObject({ to: 'ann@haldane.example', subject: '[Platen] Platenへの招待' });
    expect(mail?.text).toContain(`/login?invitation=${code}`);
    expect(mail?.html).toContain('North');
    const chosen = { language: 'en-us', zone: 'Europe/Berlin', mail: 'ben@haldane.example' };
    const other = await invite('dealer-admin', chosen);
    expect(mailboxOf(platen.settings).list()[0]).toMatchObject({ subject: '[Platen] You are invited to Platen' });
    const signIn = { email: 'ben@haldane.example', email_verified: true };
    expect(await accept('ben', other.code, signIn)).toMatchObject({ status: 200 });
    expect(await userOf('ben')).toMatchObject({ language: 'en-us', zone: 'Europe/Berlin' });
    await settingsOf({});
    // The outbox, which is stored, has nothing of it.
    const { rows } = await platen.database.pool.query('select count(*)::int as n from delivery');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test.each([
    ['without a mail', {}],
    ['of another mail', { ...mine, email: 'tom@haldane.example' }],
    ['of a mail that is not verified', { ...mine, email_verified: false }],
    ['of a mail of which nothing is known', { email: mine.email }],
    ['whose provider says so in another form', { ...mine, email_verified: 'true' }],
  ])('is not accepted with a sign-in %s, and stays open', async (_name, claims) => {
    const { code, invitation } = await invite('dealer-admin');
    expect(await accept('stranger', code, claims)).toMatchObject(refused(409, 202003));
    const { invitations } = (await call('dealer-admin', 'GET', '/v1/invitations')).value as {
      invitations: InvitationItem[];
    };
    expect(invitations.find(({ invitationId }) => invitationId === invitation?.invitationId)?.state).toBe('open');
    expect((await listUsers()).some(({ subject }) => subject === 'stranger')).toBe(false);
  });

  test('OA-12: a subject that has an account is never matched by mail, and gets no second one', async () => {
    const { code } = await invite('dealer-admin');
    expect(await accept('dealer', code, mine)).toMatchObject(refused(409, 202003));
    expect(await userOf('dealer')).toMatchObject({ organisation: { name: 'South' } });
  });

  test('ends after 7 days, and when it is withdrawn', async () => {
    const [late, withdrawn] = [await invite('dealer-admin'), await invite('dealer-admin')];
    await platen.database.pool.query(
      `update invitation set ends_at = ends_at - interval '7 days' where invitation_id = $1`,
      [late.invitation?.invitationId],
    );
    expect(await accept('late', late.code, mine)).toMatchObject(refused(410, 204002));
    const path = `/v1/invitations/${withdrawn.invitation?.invitationId}`;
    expect(await call('dealer-admin', 'DELETE', path)).toMatchObject({ status: 200 });
    expect(await call('dealer-admin', 'DELETE', path)).toMatchObject(refused(409, 202003));
    expect(await accept('late', withdrawn.code, mine)).toMatchObject(refused(410, 204002));
    expect(await accept('late', 'A'.repeat(43), mine)).toMatchObject(refused(404, 204001));
    expect(await send({}, 'POST', '/v1/invitations/accept', { code: late.code })).toMatchObject({ status: 401 });
  });

  test('OA-15 GE-05: invites to the own tree, to roles that the inviting user may give', async () => {
    for (const organisationId of [south, root, unknownId])
      expect(await invite('dealer-admin', { organisationId })).toMatchObject(refused(404, 204001));
    expect(await invite('dealer-admin', { role: 'service' })).toMatchObject(refused(422, 202001));
    expect(await invite('admin', { role: 'customer', organisationId: bexholm })).toMatchObject({ status: 200 });
  });

  test('OA-61: a preview says what the invited would see and be able to do, and makes nothing', async () => {
    const before = (await listUsers()).length;
    const preview = async (role: string, organisationId: string) =>
      await call('dealer-admin', 'POST', '/v1/invitations/preview', { role, organisationId });
    expect(await preview('customer', bexholm)).toMatchObject({
      status: 200,
      value: {
        devices: 1,
        customers: [{ name: 'Bexholm', devices: 1 }],
        customerCount: 1,
        hidden: 1,
        rights: expect.arrayContaining(['readMeters']),
        sendsMail: true,
      },
    });
    expect((await preview('dealer', north)).value).toMatchObject({ devices: 2, hidden: 0 });
    expect(await preview('dealer', south)).toMatchObject(refused(404, 204001));
    expect((await listUsers()).length).toBe(before);
  });
});

test('OA-11: the operator may vouch for every address of the provider; one that it says is not verified stays refused', async () => {
  const port = await findFreePort();
  const settings = { ...platen.settings, port, providerVerifies: 'yes' as const };
  const app = await buildApp({ settings, store: platen.database, log: createLogger('silent') });
  await app.listen({ port, host: '127.0.0.1' });
  const { code } = await invite('dealer-admin');
  const url = `http://127.0.0.1:${port}`;
  const ask = async (claims: object) =>
    await send(await bearer('anna', claims), 'POST', '/v1/invitations/accept', { code }, url);
  expect(await ask({ email: mine.email, email_verified: false })).toMatchObject(refused(409, 202003));
  expect(await ask({ email: mine.email })).toMatchObject({ status: 200 });
  await app.close();
});

test('OA-12: a changed mail at the provider changes the shown address and nothing else', async () => {
  const before = await userOf('dealer');
  const header = await bearer('dealer', { email: 'new@south.example', email_verified: true });
  expect((await send(header, 'POST', '/v1/users/loginAt', {})).status).toBe(200);
  expect(await userOf('dealer')).toEqual({
    ...before,
    mail: 'new@south.example',
    mailVerified: true,
    lastLoginAt: expect.any(String) as string,
  });
});

test('GE-17: erasing replaces the name by a mark and lists what the user wrote', async () => {
  const { userId, version } = await userOf('tom');
  const answer = await call('dealer-admin', 'DELETE', `/v1/users/${userId}?version=${version}`);
  expect(answer).toMatchObject({ status: 200, value: { erased: `user:erased-${userId}`, texts: [] } });
  expect((await send(await bearer('tom'), 'GET', '/v1/termsOfUse')).status).toBe(403);
});
