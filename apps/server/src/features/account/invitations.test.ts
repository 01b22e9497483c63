import type { InvitationItem } from '@platen/contract/people';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../../../../bench/src/lib/free-port.ts';
import {
  accept,
  bearer,
  bexholm,
  call,
  invite,
  listUsers,
  mine,
  north,
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
import { mailboxOf } from '../../identity/development/mailbox.ts';
import { buildApp } from '../../web/app.ts';

withPeople();

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
    // Who used it may open the link again, or did not get the answer: nothing is refused or changed.
    const people = await listUsers();
    expect(await accept('tom', code, mine)).toEqual({ status: 200, value: { status: 'OK' } });
    expect(await listUsers()).toEqual(people);
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
    // Nothing stands below it: no mark of a signature, no line.
    expect([mail?.text, mail?.html].join()).not.toMatch(/^-- $|<hr>/m);
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

test('GE-17: erasing replaces the name by a mark and lists what the user wrote', async () => {
  const { userId, version } = await userOf('tom');
  const answer = await call('dealer-admin', 'DELETE', `/v1/users/${userId}?version=${version}`);
  expect(answer).toMatchObject({ status: 200, value: { erased: `user:erased-${userId}`, texts: [] } });
  expect((await send(await bearer('tom'), 'GET', '/v1/termsOfUse')).status).toBe(403);
});
