import { noAccountDetail } from '@platen/contract/no-account';
import { mayGive, roles } from '@platen/contract/rights';
import { expect, test } from 'vitest';
import { findFreePort } from '../../../../../bench/src/lib/free-port.ts';
import {
  bearer,
  bexholm,
  call,
  change,
  listUsers,
  platen,
  refused,
  root,
  send,
  south,
  unknownId,
  userOf,
  withPeople,
} from '../../../test/people-world.ts';
import { createLogger } from '../../base/logger.ts';
import { buildApp } from '../../web/app.ts';

withPeople();

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
  const givable = roles.filter((role) => mayGive('dealerAdmin', role));
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
  expect(JSON.stringify((await call('admin', 'GET', `/v1/organisations/${root}`)).value)).not.toContain('Weber');
  await set({});
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
