import { randomBytes } from 'node:crypto';
import type { OrganisationDetails } from '@platen/contract/organisations';
import { roles } from '@platen/contract/rights';
import { listSiteCollectors, readSiteCollector, type SiteCollectorSheet } from '@platen/contract/site-collectors';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCollector } from '../../../test/collectors.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { hashCollectorKey } from '../../identity/collector-scope.ts';
import { advanceRollouts } from './rollout-advance.ts';

// Collectors as the users of a customer see them, and the switch for remote work (OA-20, OA-62, CF-32).

const root = '00000000-0000-7000-8000-000000000001';
const key = randomBytes(16).toString('hex');
let platen: TestApp;
let site: string;
let organisations: Record<'dealer' | 'customer' | 'site' | 'foreign', string>;
const collectors: Record<string, string> = {};
const call: TestApp['call'] = (...args) => platen.call(...args);
const query = async (text: string, values?: unknown[]) => (await platen.database.pool.query(text, values)).rows;

const addOrganisation = async (kind: string, name: string, parentId: string, customerNumbers: string[] = []) => {
  const body = { parentId, kind, name, dealerNumbers: [], customerNumbers };
  const { value } = await call('admin', 'POST', '/v1/organisations', body);
  return (value as OrganisationDetails).organisation.organisationId;
};
/** Entries of the audit stay: each test has collectors of other names. */
let round = 0;
const addFor = async (name: string, organisationId: string) => {
  const { value } = await call('admin', 'POST', '/v1/collectors', { name: `${name}-${round}`, organisationId });
  collectors[name] = (value as { collectorId: string }).collectorId;
};

beforeAll(async () => {
  platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  await agreeForAll(platen.database);
  const dealer = await addOrganisation('dealer', 'North', root);
  const customer = await addOrganisation('customer', 'Bexholm', dealer, ['C-1']);
  const room = await addOrganisation('site', 'Print room', customer, ['C-2']);
  const foreign = await addOrganisation('customer', 'Norrby', dealer, ['C-3']);
  organisations = { dealer, customer, site: room, foreign };
  await addGroup(platen.database, 700, 'Devices of Bexholm', 'customer');
  for (const [subject, id] of [
    ['dealer-admin', dealer],
    ['customer', customer],
  ])
    await query('update app_user set organisation_id = $2 where subject = $1', [subject, id]);
  platen.app.platform.identity.forget();
});
afterAll(() => platen.close());
beforeEach(async () => {
  await query('delete from collector_rollout');
  await query('delete from collector');
  round += 1;
  await addFor('room', organisations.site);
  await addFor('house', organisations.customer);
  await addFor('norrby', organisations.foreign);
  collectors['typed'] = await addCollector(platen.database, { name: 'typed', key: 'another' });
  site = collectors['room'] ?? '';
  await query('update collector set key_hash = $2 where collector_id = $1', [site, hashCollectorKey(key)]);
});

const byKey = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${platen.url}/v1/ingest/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const remote = { level: 'manage', commands: ['read', 'log'], effective: 'a'.repeat(64) };
const report = async (level = 'manage') => {
  const { status, body } = await byKey('POST', 'status', {
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
    remote: { ...remote, level },
  });
  expect(status).toBe(200);
  return body;
};
const list = async (subject = 'customer') =>
  listSiteCollectors.answer.parse((await call(subject, 'GET', '/v1/collectors/site')).value).collectors;
const sheet = async (id = site): Promise<SiteCollectorSheet> =>
  readSiteCollector.answer.parse((await call('customer', 'GET', `/v1/collectors/site/${id}`)).value);
const turn = (off: boolean, id = site, subject = 'customer') =>
  call(subject, 'PUT', `/v1/collectors/site/${id}/remote`, { off });
const ask = (kind = 'log') =>
  call('dealer-admin', 'POST', `/v1/collector/${site}/commands`, { kind, addresses: [], reason: 'loud customer' });
const set = (version = 0, everyMinutes = 30) =>
  call('dealer-admin', 'PUT', `/v1/collector/${site}/settings`, {
    version,
    settings: { everyMinutes },
    credentials: [],
  });

test('OA-20 GE-05: a customer sees collectors of the own tree; foreign ones answer as unknown ones and stay as they are', async () => {
  expect((await list()).map(({ name, organisation }) => [name.split('-')[0], organisation])).toEqual([
    ['house', 'Bexholm'],
    ['room', 'Print room'],
  ]);
  const unknown = v7();
  const refused = [];
  for (const id of [collectors['norrby'], collectors['typed'], unknown])
    for (const answer of [await call('customer', 'GET', `/v1/collectors/site/${id}`), await turn(true, id)]) {
      expect(answer).toMatchObject({ status: 404, value: { errorCode: 204001 } });
      refused.push(JSON.stringify((answer.value as { detail: unknown }).detail));
    }
  expect(new Set(refused).size).toBe(1);
  expect(await query('select from collector where remote_off_at is not null')).toEqual([]);
});

test('OA-20: a user of the site sees those of the site; one without organisation, or of a dealer, none', async () => {
  const seenBy = async (organisation: string | null) => {
    await query(`update app_user set organisation_id = $1 where subject = 'customer'`, [organisation]);
    platen.app.platform.identity.forget();
    return (await list()).map(({ name }) => name.split('-')[0]);
  };
  expect(await seenBy(organisations.site)).toEqual(['room']);
  expect(await seenBy(null)).toEqual([]);
  expect(await seenBy(organisations.dealer)).toEqual([]);
  expect(await seenBy(organisations.customer)).toEqual(['house', 'room']);
});

test('OA-20: role by call: the customer alone has these calls, whatever the organisation', async () => {
  const subjects = { dealerAdmin: 'dealer-admin' } as Record<string, string>;
  for (const role of roles) {
    const subject = subjects[role] ?? role;
    const answers = [
      await call(subject, 'GET', '/v1/collectors/site'),
      await call(subject, 'GET', `/v1/collectors/site/${site}`),
      await turn(false, site, subject),
    ];
    expect([role, answers.map(({ status }) => status)]).toEqual([
      role,
      role === 'customer' ? [200, 200, 200] : [403, 403, 403],
    ]);
  }
});

test('OA-62 CF-32: the sheet says where it sends, what it searches and who did what, without what the dealer wrote', async () => {
  await report();
  const entry = (name: string, value: unknown, of?: string) => ({
    key: name,
    value,
    from: 'portal',
    ...(of && { site: of }),
  });
  await byKey('POST', 'effective', {
    entries: [
      entry('every', 900_000),
      entry('credentials', ['community: the secret one']),
      entry('targets', ['10.0.0.0/24'], 'room'),
      entry('customer', ['a difficult customer'], 'room'),
    ],
    server: 'https://platen.example',
    allows: { addresses: 4096, anywhere: false },
  });
  expect((await set()).status).toBe(200);
  expect(
    (
      await call('dealer-admin', 'POST', `/v1/collector/${site}/commands`, {
        kind: 'read',
        addresses: ['10.0.0.7'],
        reason: 'loud customer',
      })
    ).status,
  ).toBe(200);
  const shown = await sheet();
  expect(shown).toMatchObject({
    collector: { state: 'working', remote: { level: 'manage', off: null } },
    version: '1',
    host: 'pi',
    isShared: false,
    commands: ['read', 'log'],
    settings: {
      server: 'https://platen.example',
      entries: [
        { key: 'every', value: 900_000 },
        { key: 'targets', value: ['10.0.0.0/24'] },
      ],
    },
    actions: [
      { kind: 'command', command: 'read', addresses: ['10.0.0.7'], by: 'Dealer administrator' },
      { kind: 'settings', command: null, addresses: [], by: 'Dealer administrator' },
    ],
  });
  expect(JSON.stringify(shown)).not.toMatch(/secret|difficult|loud/);

  // It read a device that this customer may not see: addresses may be somebody else's.
  const [device] = await addDevices(platen.database, [{ serial: 'F-1' }]);
  await query('update device set owner_id = $2 where device_id = $1', [device, site]);
  const shared = await sheet();
  expect(shared.isShared).toBe(true);
  expect(JSON.stringify(shared)).not.toContain('10.0.0');
  expect(shared.settings?.entries).toHaveLength(1);
  await query('delete from device');
});

test('OA-20 CF-11: while the customer has it off, settings are neither handed out nor changed, and who did it is shown', async () => {
  await report();
  await set();
  expect(await report()).toHaveProperty('settings');
  expect(await turn(true)).toMatchObject({ status: 200, value: { remote: { off: { by: 'Customer' } } } });
  expect(await report()).not.toHaveProperty('settings');
  expect((await byKey('GET', 'settings')).status).toBe(404);
  expect(await set(1, 60)).toMatchObject({
    status: 409,
    value: { errorCode: 202003, detail: [{ msg: 'the customer has switched remote work off' }] },
  });
  const { value } = await call('dealer-admin', 'GET', `/v1/collector/${site}/settings`);
  expect(value).toMatchObject({
    version: 1,
    state: null,
    remoteOff: { by: 'Customer', at: expect.any(String) as string },
  });
  expect((await call('dealer-admin', 'GET', `/v1/collector/${site}`)).value).toMatchObject({
    collector: { remote: { level: 'manage', state: null, isOff: true } },
  });

  expect((await turn(false)).status).toBe(200);
  expect(await report()).toHaveProperty('settings');
  expect((await byKey('GET', 'settings')).status).toBe(200);
  expect((await set(1, 60)).status).toBe(200);
});

test('OA-20 CF-30: off ends commands that wait or are under way and refuses others; late results are not stored', async () => {
  await report();
  await ask();
  const [{ id: fetched } = { id: '' }] = (await report())['commands'] as { id: string }[];
  await ask();
  await turn(true);
  expect(await report()).not.toHaveProperty('commands');
  expect(await ask()).toMatchObject({ status: 409, value: { errorCode: 202003 } });
  await byKey('POST', 'result', { id: fetched, state: 'done', text: 'late' });
  expect(await query('select outcome, result from collector_command')).toEqual(
    Array.from({ length: 2 }, () => ({
      outcome: 'refused',
      result: 'The customer has switched remote work off.',
    })),
  );
  await turn(false);
  expect(await report()).not.toHaveProperty('commands');
  expect((await ask()).status).toBe(200);
  expect(await report()).toHaveProperty('commands');
});

test('OA-20 CF-10: switched on again, it has no more than its own file allows', async () => {
  await report('manage');
  await set();
  await turn(true);
  await report('see');
  expect(await turn(false)).toMatchObject({ value: { remote: { level: 'see', off: null } } });
  expect(await report('see')).not.toHaveProperty('settings');
  expect(await set(1, 60)).toMatchObject({ status: 409 });
});

test('OA-20 CF-16: settings for several collectors leave out one that the customer switched off, before and during it', async () => {
  await report();
  const members = { collectors: [{ collectorId: site, version: 0 }], settings: { everyMinutes: 45 } };
  await turn(true);
  const { value } = await call('dealer-admin', 'POST', '/v1/collectors/rollouts/difference', {
    collectorIds: [site],
    settings: { everyMinutes: 45 },
  });
  expect(value).toMatchObject({ collectors: [{ skip: 'switchedOff' }] });
  await turn(false);
  expect((await call('dealer-admin', 'POST', '/v1/collectors/rollouts', members)).status).toBe(200);
  await turn(true);
  await advanceRollouts(platen.database.db, new Date());
  expect(await query('select state, reason from collector_rollout_member')).toEqual([
    { state: 'skipped', reason: 'switchedOff' },
  ]);
});

test('OA-20 GE-11: each change is one entry, which the customer and the dealer read; the same again is none', async () => {
  await turn(true);
  const [first] = await list();
  await turn(true);
  await turn(false);
  const entries = await query(
    `select action, detail from audit_entry where subject = $1 and action like 'collectors remote%' order by audit_id`,
    [`collector:room-${round}`],
  );
  const detail = { organisation: organisations.customer };
  expect(entries).toMatchObject([
    { action: 'collectors remote off', detail: { ...detail, from: 'on', to: 'off' } },
    { action: 'collectors remote on', detail: { ...detail, from: 'off', to: 'on' } },
  ]);
  expect(first?.remote.off).toBeNull();
  for (const subject of ['customer', 'dealer-admin'])
    expect([subject, (await call(subject, 'GET', `/v1/audit?subject=collector:room-${round}`)).value]).toMatchObject([
      subject,
      {
        entries: [
          { action: 'collectors remote on', actor: { name: 'Customer' } },
          { action: 'collectors remote off', actor: { name: 'Customer' } },
        ],
      },
    ]);
  expect((await sheet()).actions.map(({ kind, by }) => [kind, by])).toEqual([
    ['remoteOn', 'Customer'],
    ['remoteOff', 'Customer'],
  ]);
});
