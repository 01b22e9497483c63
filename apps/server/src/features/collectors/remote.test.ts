import { createHash, randomBytes } from 'node:crypto';
import { listCommands, readCommandResult, type ShownCommand } from '@platen/contract/collector-commands';
import { readCollectorStatus, type StatusAnswer } from '@platen/contract/collectors';
import { type CollectorSettings, collectorSettings } from '@platen/contract/remote-settings';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addCollector } from '../../../test/collectors.ts';
import { addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
let collectorId: string;
let key: string;
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());
beforeEach(async () => {
  await platen.database.pool.query('delete from collector');
  key = newKey();
  collectorId = await addCollector(platen.database, { name: key.slice(0, 12), key });
});

const newKey = () => randomBytes(16).toString('hex');

async function call(method: string, path: string, body?: unknown, subject = 'admin', headers = {}) {
  const answer = await fetch(`${platen.url}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await platen.bearer(subject)), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
async function byKey(method: string, path: string, body?: unknown, withKey = key) {
  const answer = await fetch(`${platen.url}/v1/ingest/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${withKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const toHash = (text: string) => createHash('sha256').update(text).digest('hex');
const effective = (value: string) => ({
  entries: [{ key: 'targets', site: 'a', value: [value], from: 'site' }],
  server: 'https://platen.example',
  allows: { addresses: 4096, anywhere: false },
});
async function send(remote?: object, withKey = key): Promise<StatusAnswer> {
  const status = {
    name: 'x',
    version: '1',
    host: 'pi',
    startedAt: '2026-11-01T00:00:00Z',
    sentAt: new Date().toISOString(),
    everyMs: 900_000,
    queue: { reports: 0, bytes: 0, refused: 0 },
    round: null,
    failures: [],
    findings: [],
    ...(remote && { remote }),
  };
  const answer = await byKey('POST', 'status', status, withKey);
  expect(answer.status).toBe(200);
  return answer.body as unknown as StatusAnswer;
}
const manages = { level: 'manage', commands: ['read', 'log'], effective: toHash('1') };
const settings = async (subject = 'admin'): Promise<CollectorSettings> =>
  collectorSettings.parse((await call('GET', `/collector/${collectorId}/settings`, undefined, subject)).body);
const change = (body: object, subject = 'admin') =>
  call('PUT', `/collector/${collectorId}/settings`, { version: 0, settings: {}, credentials: [], ...body }, subject);
const entries = async () =>
  (await platen.database.pool.query(`select actor, action, detail from audit_entry order by audit_id desc`)).rows;

describe('settings of a collector', () => {
  test('CF-11: what is wanted has a number and a hash, which the answer to the status names and the collector fetches', async () => {
    await send(manages);
    expect((await settings()).state).toBeNull();
    expect((await change({ settings: { everyMinutes: 5 } })).status).toBe(200);
    const { settings: named } = await send(manages);
    const { body } = await byKey('GET', 'settings');
    expect(named).toEqual({ number: 1, hash: toHash(String(body['text'])) });
    expect(body).toMatchObject({ number: 1, hash: named?.hash });
    expect(JSON.parse(String(body['text']))).toEqual({ settings: { everyMinutes: 5 }, credentials: [] });
    expect(await settings()).toMatchObject({ version: 1, state: 'waiting', changedBy: expect.any(String) });
    const other = newKey();
    await addCollector(platen.database, { name: other.slice(0, 12), key: other });
    expect(await send(manages, other)).not.toHaveProperty('settings');
    expect(await send(manages)).toHaveProperty('settings', named);

    for (const state of ['applying', 'applied', 'failed'] as const) {
      const problems = state === 'failed' ? [{ place: 'sites[0]', reason: 'no' }] : [];
      await send({ ...manages, judged: { number: 1, hash: named?.hash, state, problems } });
      expect(await settings()).toMatchObject({ state, remote: { judged: { problems } } });
    }
    // The same again is no change.
    expect((await change({ version: 1, settings: { everyMinutes: 5 } })).body).toMatchObject({ version: 1 });
  });

  test('CF-10: see: nothing is offered or taken; off: what was shown is forgotten', async () => {
    await send(manages);
    await change({ settings: { everyMinutes: 5 } });
    expect(await send({ ...manages, level: 'see' })).toEqual({ status: 'OK', wantsEffective: true });
    await byKey('POST', 'effective', effective('10.0.0.7'));
    expect(await send({ ...manages, level: 'see' })).toEqual({ status: 'OK' });
    expect((await settings()).effective).toEqual(effective('10.0.0.7'));
    expect(await change({ version: 1, settings: {} })).toMatchObject({ status: 409, body: { errorCode: 202003 } });
    await send({ level: 'off' });
    expect(await settings()).toMatchObject({ effective: null, state: null, remote: { level: 'off' } });
    // A collector of an older version says nothing, and is offered nothing.
    expect(await send()).toEqual({ status: 'OK' });
  });

  test('CF-33: settings in force are asked for when their hash is another one, and cost nothing else', async () => {
    expect((await send(manages)).wantsEffective).toBe(true);
    await byKey('POST', 'effective', effective('10.0.0.7'));
    expect((await send(manages)).wantsEffective).toBeUndefined();
    expect((await send({ ...manages, effective: toHash('2') })).wantsEffective).toBe(true);
  });

  test('GE-06 GE-11: a change names its version, and leaves one entry without any secret', async () => {
    await send(manages);
    const sealed = randomBytes(100).toString('base64url');
    const credential = { name: 'printers', kind: 'community' };
    expect((await change({ credentials: [{ ...credential, sealed }] })).status).toBe(200);
    const [entry] = await entries();
    expect(entry).toMatchObject({
      actor: 'admin',
      action: 'collectors settings',
      detail: { to: { credentials: [{ name: 'printers', kind: 'community', secret: '(changed)' }] } },
    });
    expect(JSON.stringify(await entries())).not.toContain(sealed);
    const refused = await change({ settings: { concurrency: 8 } });
    expect(refused).toMatchObject({ status: 409, body: { errorCode: 202002, current: { version: 1 } } });
  });

  test('CF-14: the seal is stored and forwarded as it came, shown to no user, and stays under its name', async () => {
    await send(manages);
    const sealed = randomBytes(100).toString('base64url');
    const credential = { name: 'printers', kind: 'community' };
    await change({ credentials: [{ ...credential, sealed }] });
    const shown = await settings();
    expect(shown.credentials).toMatchObject([{ ...credential, setBy: shown.changedBy }]);
    expect(JSON.stringify(shown)).not.toContain(sealed);
    expect((await change({ version: 1, settings: { concurrency: 8 }, credentials: [credential] })).status).toBe(200);
    const { text } = (await byKey('GET', 'settings')).body;
    expect(JSON.parse(String(text))).toEqual({
      settings: { concurrency: 8 },
      credentials: [{ ...credential, sealed }],
    });
    // It is bound to name and kind: another one needs a seal of its own.
    for (const other of [
      { ...credential, name: 'x' },
      { name: 'printers', kind: 'user', user: 'u' },
    ])
      expect(await change({ version: 2, credentials: [other] })).toMatchObject({ status: 422 });
    const twice = [
      { ...credential, sealed },
      { ...credential, sealed },
    ];
    expect((await change({ version: 2, credentials: twice })).status).toBe(422);
  });

  test('CF-12: names that are not in the list are refused', async () => {
    await send(manages);
    for (const name of ['server', 'keyFile', 'remote', 'data', 'community', 'commands'])
      expect((await change({ settings: { [name]: 'x' } })).status).toBe(422);
  });

  test('OA-20: only those who manage collectors see or change anything; foreign and unknown are alike', async () => {
    await send(manages);
    await addGroup(platen.database, 7, 'North', 'service');
    await platen.database.pool.query(`update app_user set sees_all = false where subject = 'service'`);
    try {
      const path = `/collector/${collectorId}`;
      const ask = { kind: 'log', addresses: [], reason: 'x' };
      const wish = { version: 0, settings: {}, credentials: [] };
      for (const subject of ['dealer', 'technician', 'billing', 'customer'])
        for (const [method, tail, body] of [
          ['GET', 'settings'],
          ['PUT', 'settings', wish],
          ['GET', 'commands'],
          ['POST', 'commands', ask],
          ['GET', `command/${v7()}`],
        ] as const)
          expect(await call(method, `${path}/${tail}`, body, subject)).toMatchObject({
            status: 403,
            body: { errorCode: 200002 },
          });
      const unknown = `/collector/${v7()}`;
      for (const [method, tail, body] of [
        ['GET', 'settings'],
        ['PUT', 'settings', wish],
        ['GET', 'commands'],
        ['POST', 'commands', ask],
      ] as const) {
        const [foreign, ofDealer, absent] = await Promise.all([
          call(method, `${path}/${tail}`, body, 'service'),
          call(method, `${path}/${tail}`, body, 'dealer-admin'),
          call(method, `${unknown}/${tail}`, body, 'admin'),
        ]);
        expect(foreign).toMatchObject({ status: 404, body: { errorCode: 204001 } });
        expect(foreign.body['detail']).toEqual(absent.body['detail']);
        expect(ofDealer).toMatchObject({ status: 404, body: { detail: absent.body['detail'] } });
      }
    } finally {
      await platen.database.pool.query(`delete from user_group where group_id = 7`);
      await platen.database.pool.query(`update app_user set sees_all = true where subject = 'service'`);
    }
    const { collector } = readCollectorStatus.answer.parse((await call('GET', `/collector/${collectorId}`)).body);
    expect(collector.remote).toEqual({ level: 'manage', state: null });
    expect(collector.status).not.toHaveProperty('remote');
  });
});

describe('commands', () => {
  const ask = (body: object, headers = {}) =>
    call('POST', `/collector/${collectorId}/commands`, { addresses: [], reason: 'help', ...body }, 'admin', headers);
  const list = async (): Promise<ShownCommand[]> =>
    listCommands.answer.parse((await call('GET', `/collector/${collectorId}/commands`)).body).commands;

  test('CF-30: one is handed out with the status, its result stored once and shown', async () => {
    await send(manages);
    const { body } = await ask({ kind: 'read', addresses: ['10.0.0.7'] });
    const commandId = String(body['commandId']);
    expect(await list()).toMatchObject([{ commandId, kind: 'read', state: 'waiting', size: null }]);
    const { commands } = await send(manages);
    expect(commands).toEqual([
      { id: commandId, kind: 'read', addresses: ['10.0.0.7'], reason: 'help', by: expect.any(String) },
    ]);
    expect((await list())[0]?.state).toBe('fetched');
    const other = newKey();
    await addCollector(platen.database, { name: 'other', key: other });
    await byKey('POST', 'result', { id: commandId, state: 'done', text: 'of another' }, other);
    await byKey('POST', 'result', { id: commandId, state: 'done', text: 'printer' });
    await byKey('POST', 'result', { id: commandId, state: 'failed', text: 'again' });
    expect((await list())[0]).toMatchObject({ state: 'done', size: 7 });
    const read = await call('GET', `/collector/${collectorId}/command/${commandId}`);
    expect(readCommandResult.answer.parse(read.body).text).toBe('printer');
    expect((await send(manages)).commands).toBeUndefined();
    expect((await entries())[0]).toMatchObject({
      action: 'collectors command',
      detail: { kind: 'read', reason: 'help' },
    });
  });

  test('CF-30: ten wait at most, each for 15 minutes', async () => {
    await send(manages);
    for (let n = 0; n < 10; n++) expect((await ask({ kind: 'log' })).status).toBe(200);
    expect(await ask({ kind: 'log' })).toMatchObject({ status: 422, body: { errorCode: 202004 } });
    await platen.database.pool.query(`update collector_command set valid_until = now() - interval '1 second'`);
    expect((await send(manages)).commands).toBeUndefined();
    expect((await list()).map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'expired'));
  });

  test('CF-31: what the file of the collector does not allow is not asked; off hands out nothing', async () => {
    expect(await ask({ kind: 'log' })).toMatchObject({ status: 409, body: { errorCode: 202003 } });
    await send(manages);
    expect(await ask({ kind: 'walk', addresses: ['10.0.0.7'] })).toMatchObject({ status: 409 });
    await ask({ kind: 'log' });
    expect((await send({ level: 'off' })).commands).toBeUndefined();
  });

  test('CF-30 GE-07: 50 addresses at most, each one alone, with a reason; the same key makes nothing twice', async () => {
    await send(manages);
    const many = Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`);
    for (const body of [
      { kind: 'read', addresses: many },
      { kind: 'read' },
      { kind: 'log', addresses: ['10.0.0.7'] },
      { kind: 'read', addresses: ['10.0.0.0/24'] },
      { kind: 'log', reason: ' ' },
      { kind: 'shell' },
    ])
      expect((await ask(body)).status).toBe(422);
    const headers = { 'idempotency-key': 'a-key-of-this-test' };
    expect((await ask({ kind: 'log' }, headers)).body).toEqual((await ask({ kind: 'log' }, headers)).body);
    expect(await list()).toHaveLength(1);
  });
});

describe('collectors of organisations', () => {
  const root = '00000000-0000-7000-8000-000000000001';
  async function addOrganisation(kind: string, name: string, parentId: string, numbers: object = {}): Promise<string> {
    const form = { parentId, kind, name, dealerNumbers: [], customerNumbers: [], ...numbers };
    const { status, body } = await call('POST', '/organisations', form);
    expect({ status, body }).toMatchObject({ status: 200 });
    return (body['organisation'] as { organisationId: string }).organisationId;
  }

  test('OA-20 OA-01: administrators of dealers add and set collectors of their own tree alone', async () => {
    const [north, south] = [
      await addOrganisation('dealer', 'North', root, { dealerNumbers: ['D-N'] }),
      await addOrganisation('dealer', 'South', root, { dealerNumbers: ['D-S'] }),
    ];
    const customer = await addOrganisation('customer', 'Tarn', north, { customerNumbers: ['C-1', 'C-2'] });
    const site = await addOrganisation('site', 'Room 204', customer);
    const foreign = await addOrganisation('customer', 'Other', south, { customerNumbers: ['C-9'] });
    await platen.database.pool.query(`update app_user set organisation_id = $1 where subject = 'dealer-admin'`, [
      north,
    ]);
    const add = (body: object, subject = 'dealer-admin') => call('POST', '/collectors', body, subject);

    // A user is cached for 3 s.
    await vi.waitFor(
      async () =>
        expect((await call('GET', '/organisations', undefined, 'dealer-admin')).body).toMatchObject({
          organisations: [{ name: 'North' }, { name: 'Tarn' }, { name: 'Room 204' }],
        }),
      { timeout: 60_000, interval: 200 },
    );

    const added = await add({ name: 'tarn-furn', organisationId: site });
    expect(added.status).toBe(200);
    const id = String(added.body['collectorId']);
    const { rows } = await platen.database.pool.query('select scope from collector where collector_id = $1', [id]);
    expect(rows[0].scope).toEqual({
      places: [
        { dealerNumber: 'D-N', customerNumber: 'C-1' },
        { dealerNumber: 'D-N', customerNumber: 'C-2' },
      ],
    });
    const read = await call('GET', `/collector/${id}`, undefined, 'dealer-admin');
    expect(readCollectorStatus.answer.parse(read.body).collector.enrolment).toMatchObject({
      customerNumber: 'C-1',
      customerName: 'Tarn',
      dealerNumber: 'D-N',
      site: 'Room 204',
      organisation: { organisationId: site, name: 'Room 204' },
    });

    // Outside the own tree nothing is added, and nothing is there.
    for (const body of [{ name: 'a' }, { name: 'a', customerNumber: 'C-9' }, { name: 'a', organisationId: foreign }])
      expect(await add(body)).toMatchObject({ status: 404, body: { errorCode: 204001 } });
    expect((await add({ name: 'a', organisationId: site, customerNumber: 'C-9' })).status).toBe(422);
    expect((await add({ name: 'a', organisationId: root }, 'admin')).status).toBe(422);
    const other = String((await add({ name: 'other', organisationId: foreign }, 'admin')).body['collectorId']);
    const wish = { standing: 'resting', changes: 0 };
    for (const [method, tail, body] of [
      ['GET', ''],
      ['GET', '/settings'],
      ['GET', '/commands'],
      ['POST', '/code', {}],
      ['PUT', '/standing', wish],
    ] as const) {
      const [hers, theirs, none] = await Promise.all(
        [id, other, v7()].map((one) => call(method, `/collector/${one}${tail}`, body, 'dealer-admin')),
      );
      expect(hers?.status).toBe(200);
      expect(theirs?.status).toBe(404);
      expect(theirs?.body['detail']).toEqual(none?.body['detail']);
    }
    const listed = await call('GET', '/collectors', undefined, 'dealer-admin');
    expect((listed.body['collectors'] as { name: string }[]).map(({ name }) => name)).toEqual(['tarn-furn']);
    // A customer's user has no collectors at all (yet), and one without the tree adds none.
    expect((await call('GET', '/collectors', undefined, 'customer')).status).toBe(403);
  });
});
