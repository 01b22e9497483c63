import { setTimeout as wait } from 'node:timers/promises';
import { listDevices } from '@platen/contract/devices';
import { tokenScopes } from '@platen/contract/token-scopes';
import { type ApiToken, addToken as addTokenCall, listTokens, revokeToken } from '@platen/contract/tokens';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addChannel, createRecorder, deliverAt } from '../../../test/delivery-channels.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { addToWorklist } from '../../../test/worklist.ts';
import { toContent } from '../../delivery/render/to-content.ts';
import { noteTokenEnds } from '../../delivery/token-ends.ts';
import { makeApiToken } from '../../identity/api-token.ts';
import { readUserById } from '../../identity/open-identity.ts';
import { createTokenCalls } from '../../identity/token-calls.ts';
import { createTokenStore } from '../../identity/token-store.ts';

let platen: TestApp;
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const plain = {
  name: 'Label printer',
  scopes: ['devices.read'],
  ofOrganisation: false,
  endsOn: day(30),
  addresses: [],
};

const call = async (authorization: string, method: string, path: string, body?: unknown, headers = {}) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const value = (await answer.json()) as { errorCode?: number; detail?: { msg: string }[] };
  return { status: answer.status, value, headers: answer.headers };
};
const as = async (subject: string, method: string, path: string, body?: unknown, headers = {}) =>
  call((await platen.bearer(subject)).authorization, method, path, body, headers);
const add = async (subject: string, more: object = {}): Promise<{ apiToken: ApiToken; token: string }> => {
  const { value } = await as(subject, 'POST', '/v1/tokens', { ...plain, ...more });
  const { apiToken, token = '' } = addTokenCall.answer.parse(value);
  return { apiToken, token };
};
const use = (token: string, path = '/v1/devices', headers = {}) =>
  call(`Bearer ${token}`, 'GET', path, undefined, headers);
const serials = ({ value }: { value: unknown }) =>
  (value as { devices: { serial: string }[] }).devices.map(({ serial }) => serial).toSorted();
const listed = async (subject: string) =>
  listTokens.answer.parse((await as(subject, 'GET', '/v1/tokens')).value).tokens;
const disable = (subject: string, at: Date | null) =>
  platen.database.pool.query('update app_user set disabled_at = $2 where subject = $1', [subject, at]);

beforeAll(async () => {
  platen = await createTestApp();
  await platen.database.pool.query(
    `insert into app_user (user_id, subject, name, role)
     values ($1, 'tech', 'Tina', 'technician'), ($2, 'other', 'Otto', 'dealer') on conflict (subject) do nothing`,
    [newId(), newId()],
  );
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer', 'tech');
  await addGroup(platen.database, 2, 'Two', 'other');
  await addDevices(platen.database, [
    { serial: 'A', group_ids: [1] },
    { serial: 'B', group_ids: [2] },
  ]);
});
afterAll(() => platen.close());

describe('making tokens', () => {
  test('OA-30: the token is shown once and stored as its hash alone', async () => {
    const { apiToken, token } = await add('dealer', { addresses: ['127.0.0.0/8', '::1'] });
    expect(token).toMatch(/^plt_[0-9A-Za-z]{36}$/);
    expect(apiToken).toMatchObject({ begins: token.slice(0, 8), own: true, lastUse: null, revokedAt: null });
    expect(apiToken.endsAt).toBe(`${day(31)}T00:00:00.000Z`);
    const { rows } = await platen.database.owner.query<{ found: string }>(
      `select row_to_json(t)::text as found from api_token t
       union all select row_to_json(a)::text from audit_entry a
       union all select row_to_json(i)::text from idempotent_answer i`,
    );
    expect(rows.filter(({ found }) => found.includes(token.slice(8)))).toEqual([]);
    expect(platen.logged.filter((line) => line.includes(token.slice(8)))).toEqual([]);
    expect(rows.filter(({ found }) => found.includes('tokens add'))).not.toEqual([]);
  });

  test('GE-07: a repeated call makes no second one and does not show the first again', async () => {
    const key = { 'idempotency-key': newId() };
    const body = { ...plain, name: 'Once' };
    const first = addTokenCall.answer.parse((await as('other', 'POST', '/v1/tokens', body, key)).value);
    const second = addTokenCall.answer.parse((await as('other', 'POST', '/v1/tokens', body, key)).value);
    expect(second).toEqual({ apiToken: first.apiToken });
    expect((await listed('other')).filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  test('OA-30: it ends at most 366 days ahead, and addresses must be some', async () => {
    for (const endsOn of [day(-1), day(367), '2026-02-31', 'soon'])
      expect((await as('dealer', 'POST', '/v1/tokens', { ...plain, endsOn })).value.errorCode).toBe(202001);
    expect((await as('dealer', 'POST', '/v1/tokens', { ...plain, endsOn: day(366) })).status).toBe(200);
    const { value } = await as('dealer', 'POST', '/v1/tokens', { ...plain, addresses: ['erp.example'] });
    expect(value).toMatchObject({ errorCode: 202001, detail: [{ msg: expect.stringContaining('erp.example') }] });
  });

  test('OA-31: no token has more than its maker', async () => {
    const scopesOf = async (subject: string) => {
      const given: string[] = [];
      for (const scope of tokenScopes)
        if ((await as(subject, 'POST', '/v1/tokens', { ...plain, scopes: [scope] })).status === 200) given.push(scope);
      return given;
    };
    expect(await scopesOf('tech')).toEqual(['devices.read', 'conditions.read', 'meters.read']);
    expect(await scopesOf('admin')).toEqual([...tokenScopes]);
    const refused = await as('dealer', 'POST', '/v1/tokens', { ...plain, ofOrganisation: true });
    expect(refused.value.errorCode).toBe(200002);
  });

  test('a user has at most 50 in force', async () => {
    const { rows } = await platen.database.pool.query<{ n: number }>(
      `select count(*)::int as n from api_token t join app_user u on u.user_id = t.made_by where u.subject = 'tech'`,
    );
    for (let number = rows[0]?.n ?? 0; number < 50; number++) await add('tech');
    expect((await as('tech', 'POST', '/v1/tokens', plain)).value.errorCode).toBe(202004);
  });
});

describe('using tokens', () => {
  test('OA-30 OA-31: a call sees what the maker sees, within the scopes of the token', async () => {
    const { token } = await add('dealer');
    expect(serials(await use(token))).toEqual(['A']);
    const meters = await add('dealer', { scopes: ['meters.read'] });
    expect((await use(meters.token)).value).toMatchObject({ errorCode: 200002 });
    for (const path of ['/v1/users/me', '/v1/tokens', '/v1/worklist', '/v1/views?area=worklist', '/v1/parts/needed'])
      expect([path, (await use(token, path)).value.errorCode]).toEqual([path, 200002]);
    for (const [method, path] of [
      ['POST', '/v1/tokens'],
      ['POST', '/v1/worklist/actions'],
      ['DELETE', `/v1/tokens/${newId()}`],
    ] as const)
      expect((await call(`Bearer ${token}`, method, path, plain)).value.errorCode).toBe(200002);
  });

  test('XC-02: a machine is sent neither predictions nor states of the worklist', async () => {
    const open = platen.app.platform.endpoints.filter(({ tokenScope }) => tokenScope !== undefined);
    expect(open.map(({ path }) => path).filter((path) => /prediction|worklist|parts|toner|profile/.test(path))).toEqual(
      [],
    );
    const sign = { source: 'sign', code: '61000000', severity: 'warning' };
    const { rows } = await platen.database.pool.query<{ id: string }>(
      `update device set status_reasons = $1 where serial = 'A' returning device_id as id`,
      [JSON.stringify([sign])],
    );
    await addToWorklist(platen.database, rows[0]?.id ?? '', [{ kind: 'part' }]);
    const seen = await as('dealer', 'GET', '/v1/devices');
    expect(seen.value).toMatchObject({ devices: [{ serial: 'A', statusReason: sign, worklist: { state: 'open' } }] });
    const { token } = await add('dealer');
    const { devices } = listDevices.answer.parse((await use(token)).value);
    expect(devices).toMatchObject([{ serial: 'A', statusReason: null }]);
    expect(devices[0]).not.toHaveProperty('worklist');
  });

  test('OA-30: never in an address, and only from the addresses it names', async () => {
    const { token } = await add('dealer', { addresses: ['192.0.2.0/28'] });
    expect((await use(token)).value.errorCode).toBe(201003);
    const { token: open } = await add('dealer', { addresses: ['127.0.0.1', '::1'] });
    expect((await use(open)).status).toBe(200);
    const answer = await fetch(`${platen.url}/v1/devices?access_token=${open}&token=${open}`);
    expect(answer.status).toBe(401);
  });

  test('OA-30: unknown, malformed and ended ones are refused as bad tokens of any kind', async () => {
    expect((await use(makeApiToken())).value.errorCode).toBe(201002);
    expect((await use('plt_short')).value.errorCode).toBe(201005);
    const { apiToken, token } = await add('dealer');
    await platen.database.pool.query('update api_token set ends_at = now() where token_id = $1', [apiToken.tokenId]);
    const { status, value } = await use(token);
    expect([status, value.errorCode]).toEqual([401, 201001]);
  });

  test('OA-30: the last use is stored by hour and address', async () => {
    const { apiToken, token } = await add('other', { name: 'Used' });
    await use(token);
    await use(token);
    const found = (await listed('other')).find(({ tokenId }) => tokenId === apiToken.tokenId);
    expect(found?.lastUse?.hour).toMatch(/:00:00\.000Z$/);
    expect(found?.lastUse?.address).toMatch(/127\.0\.0\.1|::1/);
    expect(Date.now() - Date.parse(found?.lastUse?.addressSince ?? '')).toBeLessThan(60_000);
  });

  test('OA-30: calls of the last 24 h are counted by hour, by several servers together, with the busiest minute', async () => {
    const { apiToken, token } = await add('service', { name: 'Counted' });
    const { database } = platen;
    const hourMs = 3_600_000;
    const thisHour = Math.floor(Date.now() / hourMs) * hourMs;
    let at = 0;
    const servers = [1, 2].map(() => createTokenCalls(database, { warn: vi.fn() }, () => at));
    const count = (server: number, hour: number, minute: number, calls: number) => {
      at = thisHour + hour * hourMs + minute * 60_000;
      for (let n = 0; n < calls; n++) servers[server]?.count(apiToken.tokenId);
    };
    count(0, -24, 59, 9);
    count(0, -23, 0, 2);
    count(0, -2, 10, 3);
    await servers[0]?.flush();
    // The same minute goes on after it was stored.
    count(0, -2, 10, 2);
    count(0, -2, 11, 4);
    count(1, -2, 30, 1);
    await Promise.all(servers.map((server) => server.flush()));
    await Promise.all(servers.map((server) => server.flush()));
    const { calls } = (await listed('service')).find(({ tokenId }) => tokenId === apiToken.tokenId) ?? {};
    expect(calls?.byHour).toHaveLength(24);
    expect(calls?.byHour.flatMap((calls, hour) => (calls === 0 ? [] : [[hour - 23, calls]]))).toEqual([
      [-23, 2],
      [-2, 10],
    ]);
    expect(calls).toMatchObject({
      from: new Date(thisHour - 23 * hourMs).toISOString(),
      most: { calls: 5, minute: new Date(thisHour - 2 * hourMs + 600_000).toISOString() },
    });
    // Each accepted call counts, a refused one does not; what is still in memory is stored at the end.
    const counted: string[] = [];
    const tokens = createTokenStore(database, (userId) => readUserById(database.db, userId), {
      count: (tokenId) => counted.push(tokenId),
    });
    await tokens.find(`Bearer ${token}`, '192.0.2.7');
    await expect(tokens.find(`Bearer ${makeApiToken()}`, '192.0.2.7')).rejects.toThrow('not known');
    expect(counted).toEqual([apiToken.tokenId]);
  });
  test('OA-30: calls that could not be stored are stored later', async () => {
    const { apiToken } = await add('service', { name: 'Late' });
    const { database } = platen;
    let isDown = true;
    const failing = {
      get db() {
        if (isDown) throw new Error('no database');
        return database.db;
      },
    };
    const warn = vi.fn();
    const calls = createTokenCalls(failing, { warn });
    calls.count(apiToken.tokenId);
    await calls.flush();
    expect(warn).toHaveBeenCalledOnce();
    isDown = false;
    calls.count(apiToken.tokenId);
    await calls.flush();
    const { rows } = await database.pool.query('select sum(calls)::int as n from api_token_calls where token_id = $1', [
      apiToken.tokenId,
    ]);
    expect(rows).toEqual([{ n: 2 }]);
  });
  test('OA-32: at most 600 calls a minute, whatever its maker may', async () => {
    const { token } = await add('other');
    const first = await use(token);
    expect(first.status).toBe(200);
    const { tokens } = platen.app.platform.limits;
    const { apiToken } = await add('other', { name: 'Counted' });
    const waits = Array.from({ length: 601 }, () => tokens.take(apiToken.tokenId));
    expect(waits.slice(0, 600)).toEqual(Array.from({ length: 600 }, () => 0));
    expect(waits[600]).toBeGreaterThan(0);
    const spied = vi.spyOn(tokens, 'take').mockReturnValue(7);
    const limited = await use(token);
    spied.mockRestore();
    expect([limited.status, limited.value.errorCode, limited.headers.get('retry-after')]).toEqual([429, 203001, '7']);
  });
});

describe('the end of tokens', () => {
  test('OA-31: revoking acts within 3 s on all servers; once revoked it stays so', async () => {
    const { apiToken, token } = await add('dealer');
    // Another server on the same database.
    const { database } = platen;
    const other = createTokenStore(database, (userId) => readUserById(database.db, userId));
    await other.find(`Bearer ${token}`, '127.0.0.1');
    expect((await use(token)).status).toBe(200);
    const revoked = await as('dealer', 'DELETE', `/v1/tokens/${apiToken.tokenId}`);
    const { apiToken: after } = revokeToken.answer.parse(revoked.value);
    expect(after.revokedAt).not.toBeNull();
    await wait(2200);
    expect((await use(token)).value.errorCode).toBe(201002);
    await expect(other.find(`Bearer ${token}`, '127.0.0.1')).rejects.toMatchObject({ errorCode: 201002 });
    const again = await as('dealer', 'DELETE', `/v1/tokens/${apiToken.tokenId}`);
    expect(revokeToken.answer.parse(again.value).apiToken.revokedAt).toBe(after.revokedAt);
  });

  test('OA-16 OA-31: it ends with its maker; one of the organisation goes on', async () => {
    const own = await add('admin');
    const shared = await add('admin', { ofOrganisation: true });
    await disable('admin', new Date());
    const { database } = platen;
    const fresh = createTokenStore(database, (userId) => readUserById(database.db, userId));
    await expect(fresh.find(`Bearer ${own.token}`, '127.0.0.1')).rejects.toMatchObject({ errorCode: 200002 });
    const found = await fresh.find(`Bearer ${shared.token}`, '127.0.0.1');
    expect([...found.scopes]).toEqual(['devices.read']);
    expect(serials(await use(shared.token))).toEqual(['A', 'B']);
    await disable('admin', null);
    const marked = (await listed('admin')).find(({ tokenId }) => tokenId === own.apiToken.tokenId);
    expect(marked?.endedWithMaker).toBe(false);
  });

  test('OA-31: two weeks before its end its maker is notified once, by the own channel', async () => {
    const { db, pool } = platen.database;
    await pool.query(`update api_token set end_noted_at = now()`);
    const idOf = async (subject: string) =>
      (await db.selectFrom('app_user').select('user_id').where('subject', '=', subject).executeTakeFirstOrThrow())
        .user_id;
    const channel = await addChannel(db, { owner_id: await idOf('other'), address: 'other@platen.example' });
    const fallback = await addChannel(db, { is_fallback: true, name: 'Fallback' });
    const ending = await add('other', { name: 'Ending', endsOn: day(60) });
    // Its maker has just chosen the end of a short one; that of a user without a channel waits for one.
    await add('other', { name: 'Short', endsOn: day(10) });
    const quiet = await add('dealer', { name: 'Quiet', endsOn: day(60) });
    const shared = await add('admin', { name: 'Shared', endsOn: day(60), ofOrganisation: true });
    const revoked = await add('other', { name: 'Revoked', endsOn: day(60) });
    await as('other', 'DELETE', `/v1/tokens/${revoked.apiToken.tokenId}`);
    const end = Date.parse(ending.apiToken.endsAt);
    expect(await noteTokenEnds(db, new Date(end - 14 * 86_400_000 - 1000))).toBe(0);
    const at = new Date(end - 14 * 86_400_000 + 1000);
    const both = await Promise.all([noteTokenEnds(db, at), noteTokenEnds(db, at)]);
    expect(both.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await noteTokenEnds(db, at)).toBe(0);
    const recorder = createRecorder();
    await deliverAt(db, at.getTime(), { ways: recorder.ways });
    const sentTo = (id: string) => recorder.sent.filter(({ channel: to }) => to.channelId === id);
    const { begins } = ending.apiToken;
    expect(sentTo(channel).map(({ message }) => message)).toMatchObject([
      { kind: 'tokenEnds', tokenName: 'Ending', begins, ofOrganisation: false },
    ]);
    expect(sentTo(fallback).map(({ message }) => message)).toMatchObject([
      { kind: 'tokenEnds', tokenName: 'Shared', maker: 'Administrator', ofOrganisation: true },
    ]);
    const notedOf = async (subject: string, { apiToken }: { apiToken: ApiToken }) =>
      (await listed(subject)).find(({ tokenId }) => tokenId === apiToken.tokenId)?.endNotedAt;
    expect(await notedOf('other', ending)).toBe(at.toISOString());
    expect(await notedOf('admin', shared)).toBe(at.toISOString());
    expect(await notedOf('dealer', quiet)).toBeNull();
    await addChannel(db, { owner_id: await idOf('dealer'), address: 'dealer@platen.example' });
    expect(await noteTokenEnds(db, at)).toBe(1);
    for (const language of ['en-us', 'ja-jp'] as const)
      for (const { message } of recorder.sent) {
        const { subject, paragraphs, action } = toContent(message, { language, zone: 'Europe/Berlin' });
        expect(`${subject} ${paragraphs.join(' ')}`).toMatch(/API/);
        expect(action?.href).toMatch(/\/(me|administration\/tokens)$/);
      }
  });

  test('OA-31: a scope ends with the right of its maker', async () => {
    const { token } = await add('admin', { scopes: ['devices.read', 'webhooks.manage'] });
    const { database } = platen;
    const scopesAs = (role: 'admin' | 'dealer') =>
      createTokenStore(database, async (userId) => ({ ...(await readUserById(database.db, userId)), role }))
        .find(`Bearer ${token}`, '127.0.0.1')
        .then(({ scopes }) => [...scopes]);
    expect(await scopesAs('admin')).toEqual(['devices.read', 'webhooks.manage']);
    expect(await scopesAs('dealer')).toEqual(['devices.read']);
  });

  test('GE-05 OA-31: others see and revoke none of it, but who manages tokens', async () => {
    const { apiToken } = await add('dealer', { name: 'Mine' });
    expect((await listed('other')).map(({ name }) => name)).not.toContain('Mine');
    expect((await listed('admin')).map(({ name }) => name)).toContain('Mine');
    const foreign = await as('other', 'DELETE', `/v1/tokens/${apiToken.tokenId}`);
    const unknown = await as('other', 'DELETE', `/v1/tokens/${newId()}`);
    expect([foreign.status, foreign.value]).toEqual([unknown.status, unknown.value]);
    expect(foreign.value.errorCode).toBe(204001);
    expect((await as('admin', 'DELETE', `/v1/tokens/${apiToken.tokenId}`)).status).toBe(200);
  });
});
