import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { listCollectors, readCollectorStatus } from '@platen/contract/collectors';
import { codeAlphabet, enrolCollector, readCode, toSignedText } from '@platen/contract/enrolment';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCollector as addWithKey } from '../../../test/collectors.ts';
import { toReport } from '../../../test/reports.ts';
import { addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000', PLATEN_TRUST_PROXY: 'loopback' });
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());
beforeEach(async () => {
  await platen.database.pool.query('delete from collector');
});

const dayMs = 86_400_000;
let address = 0;
/** Tries are counted by address: each test has its own. */
const nextAddress = () => `10.9.${Math.floor(++address / 250)}.${address % 250}`;

async function call(method: string, path: string, body?: unknown, subject = 'admin', headers = {}) {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await platen.bearer(subject)), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> & { errorCode?: number } };
}
const form = { name: 'ostend-1', customerNumber: 'C-7', customerName: 'Ostend Road Logistics', site: 'Print room' };
async function add(more: object = {}) {
  const { status, body } = await call('POST', '/v1/collectors', { ...form, ...more });
  expect(status).toBe(200);
  return body as unknown as { collectorId: string; code: string; validUntil: string };
}

const toX = (key: KeyObject) => String(key.export({ format: 'jwk' }).x);
function toIdentity() {
  const [identity, encryption] = [generateKeyPairSync('ed25519'), generateKeyPairSync('x25519')];
  return {
    privateKey: identity.privateKey,
    publicKey: toX(identity.publicKey),
    encryptionKey: toX(encryption.publicKey),
  };
}
type Identity = ReturnType<typeof toIdentity>;
const toBody = (code: string, { privateKey, publicKey, encryptionKey }: Identity = toIdentity()) => ({
  code,
  publicKey,
  encryptionKey,
  signature: sign(null, Buffer.from(toSignedText(readCode(code) ?? '', encryptionKey)), privateKey).toString(
    'base64url',
  ),
});
async function enrol(body: object, from = nextAddress()) {
  const answer = await fetch(`${platen.url}/v1/collectors/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
async function enrolled(code: string, more: object = {}) {
  const answer = await enrol({ ...toBody(code), ...more });
  expect(answer.status).toBe(200);
  return enrolCollector.answer.parse(answer.body);
}
const now = () => new Date().toISOString();
const status = (more: object = {}) => ({
  name: 'x',
  version: '1',
  host: 'pi',
  startedAt: '2026-11-01T00:00:00Z',
  sentAt: now(),
  everyMs: 900_000,
  queue: { reports: 0, bytes: 0, refused: 0 },
  round: null,
  failures: [],
  findings: [],
  ...more,
});
async function send(key: string, more: object = {}) {
  const answer = await fetch(`${platen.url}/v1/ingest/status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(status(more)),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const read = async (id: string, query = '', subject = 'admin') =>
  readCollectorStatus.answer.parse((await call('GET', `/v1/collector/${id}${query}`, undefined, subject)).body)
    .collector;
const audited = async () =>
  (await platen.database.pool.query(`select actor, action, subject, detail from audit_entry order by audit_id desc`))
    .rows;

describe('a code', () => {
  test('CF-01: is made with the collector, valid for 7 days, shown once and stored only as a hash', async () => {
    const { collectorId, code, validUntil } = await add();
    expect(code).toMatch(new RegExp(`^[${codeAlphabet}]{5}-[${codeAlphabet}]{5}$`));
    expect(Math.abs(Date.parse(validUntil) - Date.now() - 7 * dayMs)).toBeLessThan(60_000);
    expect(await read(collectorId)).toMatchObject({
      name: 'ostend-1',
      state: 'never',
      standing: 'codeOpen',
      enrolment: { customerNumber: 'C-7', site: 'Print room', codeUntil: validUntil, enrolledAt: null, replaces: null },
    });
    const { rows } = await platen.database.pool.query('select * from enrolment_code, audit_entry');
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(readCode(code));
    expect((await audited())[0]).toMatchObject({
      actor: 'admin',
      action: 'collectors add',
      subject: 'collector:ostend-1',
    });
  });

  test('GE-07: adding again with the same key makes nothing and shows no code', async () => {
    const headers = { 'idempotency-key': 'enrol-once' };
    const first = await call('POST', '/v1/collectors', form, 'admin', headers);
    const second = await call('POST', '/v1/collectors', form, 'admin', headers);
    const { code, ...rest } = first.body;
    expect(code).toBeDefined();
    expect(second.body).toEqual(rest);
    expect((await call('POST', '/v1/collectors', form)).body).toMatchObject({ errorCode: 202001 });
  });

  test('CF-02: enrols once; the answer has id, key and site, and the key delivers for that customer alone', async () => {
    const { collectorId, code } = await add({ dealerNumber: 'D-1' });
    const given = await enrolled(code.toLowerCase().replace('-', ' '), {
      host: 'pi-ostend',
      system: 'Debian 12, arm64',
    });
    expect(given).toMatchObject({
      collectorId,
      name: 'ostend-1',
      key: expect.stringMatching(/^plk_/),
      site: { customerNumber: 'C-7', customerName: 'Ostend Road Logistics', dealerNumber: 'D-1', site: 'Print room' },
      replaces: null,
    });
    expect(await read(collectorId)).toMatchObject({
      standing: 'enrolled',
      enrolment: {
        host: 'pi-ostend',
        system: 'Debian 12, arm64',
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    });
    expect((await send(given.key)).status).toBe(200);
    const report = toReport('S-ENROLLED', new Date(), { site: {} });
    const delivered = await fetch(`${platen.url}/v1/ingest/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${given.key}` },
      body: JSON.stringify({ reports: [report] }),
    });
    expect(delivered.status).toBe(200);
    const { rows } = await platen.database.pool.query(
      `select customer_number, dealer_number from device where serial = 'S-ENROLLED'`,
    );
    expect(rows).toEqual([{ customer_number: 'C-7', dealer_number: 'D-1' }]);
    expect((await audited())[0]).toMatchObject({ actor: `collector:${collectorId}`, action: 'collectors enrol' });

    const again = await enrol(toBody(code));
    expect([again.status, again.body['errorCode']]).toEqual([410, 204002]);
    expect((await send(given.key)).status).toBe(200);
  });

  test('CF-02: of two that use it at the same time one enrols', async () => {
    const { code } = await add();
    const answers = await Promise.all([1, 2, 3, 4].map(() => enrol(toBody(code))));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
  });

  test('CF-01 CF-02 CF-03: an expired one is refused with 204002, an unknown one with 204001; a new one ends the former', async () => {
    const { collectorId, code } = await add();
    await platen.database.pool.query(`update enrolment_code set valid_until = now() - interval '1 second'`);
    expect((await enrol(toBody(code))).body['errorCode']).toBe(204002);
    expect((await read(collectorId)).standing).toBe('codeExpired');
    for (const unknown of ['AAAAA-AAAAA', 'nonsense', ''])
      expect((await enrol(toBody(unknown))).body['errorCode']).toBe(204001);

    const second = (await call('POST', `/v1/collector/${collectorId}/code`, {})).body as unknown as { code: string };
    const third = (await call('POST', `/v1/collector/${collectorId}/code`, {})).body as unknown as { code: string };
    expect((await read(collectorId)).standing).toBe('codeOpen');
    expect((await enrol(toBody(second.code))).body['errorCode']).toBe(204002);
    expect((await enrolled(third.code)).collectorId).toBe(collectorId);
  });

  test('CF-02: keys that are none, or a signature by another key, use up no code', async () => {
    const { code } = await add();
    const good = toBody(code);
    const wrong = [
      { ...good, publicKey: toIdentity().publicKey },
      { ...good, encryptionKey: toIdentity().encryptionKey },
      { ...good, publicKey: randomBytes(32).toString('base64url') },
      { ...good, publicKey: 'x' },
      { ...good, signature: undefined },
    ];
    for (const body of wrong) expect((await enrol(body)).body['errorCode']).toBe(202001);
    expect((await enrol(good)).status).toBe(200);
  });

  test('CF-02: 10 tries a minute from one address, whatever their result', async () => {
    const { code } = await add();
    const tries = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? {} : toBody('AAAAA-AAAAA')));
    const answers = await Promise.all(tries.map((body) => enrol(body, '10.1.1.1')));
    const refused = answers.filter(({ body }) => body['errorCode'] === 203001);
    // One comes back every 6 s.
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.length).toBeLessThanOrEqual(30);
    expect(new Set(refused.map(({ status: refusedWith }) => refusedWith))).toEqual(new Set([429]));
    expect((await enrol(toBody(code))).status).toBe(200);
  });
});

test('CF-02: 100 tries an hour on a server, from whatever addresses', async () => {
  const other = await createTestApp({ PLATEN_TRUST_PROXY: 'loopback' });
  try {
    const statuses = await Promise.all(
      Array.from({ length: 160 }, async (_, i) => {
        const answer = await fetch(`${other.url}/v1/collectors/enrol`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.3.0.${i}` },
          body: JSON.stringify({}),
        });
        return answer.status;
      }),
    );
    const judged = statuses.filter((one) => one === 422);
    // One comes back every 36 s.
    expect(judged.length).toBeGreaterThanOrEqual(100);
    expect(judged.length).toBeLessThan(110);
    expect(statuses.filter((one) => one === 429)).toHaveLength(160 - judged.length);
  } finally {
    await other.close();
  }
});

describe('states and findings', () => {
  test('CF-03: a resting or revoked one is refused and learns why; taken back, the same key goes on', async () => {
    const { collectorId, code } = await add();
    const { key } = await enrolled(code);
    await send(key);
    for (const standing of ['resting', 'revoked'] as const) {
      const { changes } = await read(collectorId);
      expect((await call('PUT', `/v1/collector/${collectorId}/standing`, { standing, changes })).status).toBe(200);
      expect(await read(collectorId)).toMatchObject({ standing, state: standing, problems: [] });
      expect(await send(key)).toMatchObject({ status: 403, body: { errorCode: 201007, standing } });
    }
    const { changes } = await read(collectorId);
    await call('PUT', `/v1/collector/${collectorId}/standing`, { standing: 'active', changes });
    expect((await send(key)).status).toBe(200);
    expect((await audited()).slice(0, 3).map(({ action }) => action)).toEqual([
      'collectors resume',
      'collectors revoke',
      'collectors rest',
    ]);
  });

  test('GE-06: a change made from an older state is refused with the present one', async () => {
    const { collectorId } = await add();
    const change = (standing: string) => call('PUT', `/v1/collector/${collectorId}/standing`, { standing, changes: 0 });
    expect((await change('resting')).status).toBe(200);
    expect(await change('revoked')).toMatchObject({
      status: 409,
      body: { errorCode: 202002, current: { standing: 'resting', changes: 1 } },
    });
  });

  test('CF-04: a machine whose folder is lost enrols with a new code, and what it replaces is shown', async () => {
    const machine = 'a'.repeat(64);
    const first = await add();
    const { key } = await enrolled(first.code, { machine });
    const second = await add({ name: 'ostend-2' });
    expect((await enrolled(second.code, { machine })).replaces).toBe('ostend-1');
    expect((await read(second.collectorId)).enrolment?.replaces).toBe('ostend-1');
    const third = (await call('POST', `/v1/collector/${first.collectorId}/code`, {})).body as unknown as {
      code: string;
    };
    expect((await send(key)).status).toBe(200);
    const again = await enrolled(third.code, { machine });
    expect(again).toMatchObject({ collectorId: first.collectorId, replaces: 'ostend-1' });
    expect((await send(key)).status).toBe(401);
    expect((await send(again.key)).status).toBe(200);
  });

  test('CF-04: two programs that take turns with one id run twice; a restart is none', async () => {
    const { collectorId, code } = await add();
    const { key } = await enrolled(code);
    const problems = async () => (await read(collectorId)).problems;
    for (const startedAt of ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'])
      for (let i = 0; i < 2; i += 1) await send(key, { startedAt });
    expect(await problems()).toEqual([]);
    await send(key, { startedAt: '2026-11-03T00:00:00Z', host: 'other' });
    expect(await problems()).toEqual([]);
    await send(key, { startedAt: '2026-11-03T00:00:00Z' });
    expect(await problems()).toEqual(['runsTwice']);
    await platen.database.pool.query(`update collector_status set runs_twice_at = now() - interval '61 minutes'`);
    expect(await problems()).toEqual([]);
  });

  test('CF-05: a collector with a key made by hand stays as it was, and may get a code later', async () => {
    const id = await addWithKey(platen.database, { key: 'by-hand' });
    expect(await read(id)).toMatchObject({ standing: 'enrolled', state: 'never' });
    expect((await send('by-hand')).status).toBe(200);
    const { code } = (await call('POST', `/v1/collector/${id}/code`, {})).body as unknown as { code: string };
    expect((await send('by-hand')).status).toBe(200);
    await enrolled(code);
    expect((await send('by-hand')).status).toBe(401);
  });

  test('CF-11: it reports every 5 s until its first round ended, every 30 s while its page is open', async () => {
    const { collectorId, code } = await add();
    const { key } = await enrolled(code);
    const progress = { targets: 254, asked: 61, printers: 1 };
    expect((await send(key, { progress })).body).toEqual({ status: 'OK', askAgainMs: 5000 });
    expect((await read(collectorId)).status?.progress).toEqual(progress);
    const round = {
      startedAt: now(),
      endedAt: now(),
      targets: 1,
      printers: 1,
      notPrinters: 0,
      silent: 0,
      failed: 0,
      incomplete: 0,
      notKept: 0,
    };
    expect((await send(key, { round })).body).toEqual({ status: 'OK' });
    await read(collectorId, '?watch=true');
    expect((await send(key, { round })).body).toEqual({ status: 'OK', askAgainMs: 30_000 });
    expect((await read(collectorId)).status?.progress).toBeUndefined();
  });

  test('CF-03: the list counts each kind and finds by name, customer and site', async () => {
    await add();
    const { code } = await add({ name: 'bexholm', customerName: 'Bexholm Outfitters', site: 'Warehouse' });
    await send((await enrolled(code)).key);
    const list = async (query = '') => listCollectors.answer.parse((await call('GET', `/v1/collectors${query}`)).body);
    expect((await list()).counts).toEqual({ codeOpen: 1, enrolled: 1, working: 1 });
    for (const search of ['bexHOLM', 'ware outfitters', 'Bexholm Warehouse'])
      expect((await list(`?search=${encodeURIComponent(search)}`)).collectors.map(({ name }) => name)).toEqual([
        'bexholm',
      ]);
    expect((await list('?search=nowhere')).collectors).toEqual([]);
  });
});

describe('OA-20: who may', () => {
  test('service staff and administrators add collectors; dealers and technicians are refused', async () => {
    expect((await call('POST', '/v1/collectors', form, 'service')).status).toBe(200);
    const { rows } = await platen.database.pool.query('select collector_id as id from collector');
    for (const [method, path, body] of [
      ['POST', '/v1/collectors', { name: 'n' }],
      ['POST', `/v1/collector/${rows[0].id}/code`, {}],
      ['PUT', `/v1/collector/${rows[0].id}/standing`, { standing: 'revoked', changes: 0 }],
    ] as const)
      expect((await call(method, path, body, 'dealer')).body.errorCode).toBe(200002);
  });

  test('one who sees some groups alone adds and changes none, as if there were none', async () => {
    const { collectorId } = await add();
    await addGroup(platen.database, 9, 'Some', 'service');
    await platen.database.pool.query(`update app_user set sees_all = false where subject = 'service'`);
    try {
      const foreign = async () =>
        (await call('GET', `/v1/collector/${collectorId}`, undefined, 'service')).body.errorCode;
      // A server learns of a changed account within seconds.
      await expect.poll(foreign).toBe(200004);
      for (const [method, path, body] of [
        ['POST', '/v1/collectors', { name: 'n' }],
        ['POST', `/v1/collector/${collectorId}/code`, {}],
        ['PUT', `/v1/collector/${collectorId}/standing`, { standing: 'revoked', changes: 0 }],
      ] as const)
        expect((await call(method, path, body, 'service')).body.errorCode).toBe(204001);
    } finally {
      await platen.database.pool.query(`update app_user set sees_all = true where subject = 'service'`);
    }
  });
});
