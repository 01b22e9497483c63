import { randomBytes } from 'node:crypto';
import { listRollouts, previewRollout, type Rollout, startRollout } from '@platen/contract/collector-rollouts';
import { collectorSettings } from '@platen/contract/remote-settings';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addCollector } from '../../../test/collectors.ts';
import { ManagedSite, type SiteRound } from '../../../test/managed-site.ts';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { dropOldRollouts } from '../../jobs/retention.ts';
import { advanceRollouts } from './rollout-advance.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());
beforeEach(async () => {
  await platen.database.pool.query('delete from collector_rollout');
  await platen.database.pool.query('delete from collector');
});

const hourMs = 3_600_000;
const call = async (method: string, path: string, body?: object, subject = 'admin', headers = {}) => {
  const answer = await fetch(`${platen.url}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await platen.bearer(subject)), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const settingsOf = async (id: string) => collectorSettings.parse((await call('GET', `/collector/${id}/settings`)).body);

async function addSites(count: number): Promise<ManagedSite[]> {
  const sites: ManagedSite[] = [];
  for (let n = 0; n < count; n++) {
    const key = randomBytes(16).toString('hex');
    const id = await addCollector(platen.database, { name: `site-${n}`, key });
    const site = new ManagedSite({ id, url: platen.url, key });
    await site.report({ round: { printers: 20 } });
    sites.push(site);
  }
  return sites;
}
const advance = (now = new Date()) => advanceRollouts(platen.database.db, now);
/** The site puts the wanted settings in force and reads a round with them. */
const follow = async (site: ManagedSite | undefined, round: SiteRound = { printers: 20 }): Promise<void> => {
  if (site === undefined) throw new Error('there is no such site');
  await site.report({ state: 'applied' });
  await advance();
  await site.report({ state: 'applied', round });
};
const settings = { everyMinutes: 30 };
const start = async (sites: readonly ManagedSite[], version = 0, part: object = settings): Promise<Rollout> => {
  const collectors = sites.map(({ id: collectorId }) => ({ collectorId, version }));
  const { status, body } = await call('POST', '/collectors/rollouts', { collectors, settings: part });
  expect({ status, body }).toMatchObject({ status: 200 });
  return startRollout.answer.parse(body).rollout;
};
const read = async (): Promise<Rollout> => {
  const [first] = listRollouts.answer.parse((await call('GET', '/collectors/rollouts')).body).rollouts;
  if (first === undefined) throw new Error('there is none');
  return first;
};
const audited = async () =>
  (await platen.database.pool.query(`select actor_kind, action, detail from audit_entry order by audit_id desc`)).rows;

describe('settings of several collectors', () => {
  test('CF-16 GE-11: one, then a tenth, then all, each after a round that is no worse; sealed credentials stay', async () => {
    const sites = await addSites(4);
    const sealed = randomBytes(100).toString('base64url');
    const credentials = [{ name: 'printers', kind: 'community', sealed }];
    const own = { version: 0, settings: { concurrency: 8 }, credentials };
    for (const { id } of sites) await call('PUT', `/collector/${id}/settings`, own);
    const started = await start(sites, 1);
    expect(started).toMatchObject({ state: 'running', stage: 1, total: 4, counts: { applying: 1, waiting: 3 } });
    expect(await settingsOf(sites[0]?.id ?? '')).toMatchObject({
      version: 2,
      settings: { concurrency: 8, everyMinutes: 30 },
      credentials: [{ name: 'printers' }],
    });
    expect((await settingsOf(sites[1]?.id ?? '')).version).toBe(1);
    const { rows } = await platen.database.pool.query('select document from collector_settings where version = 2');
    expect(JSON.parse(rows[0].document).credentials).toEqual(credentials);

    // Repeated runs change nothing.
    await advance();
    await advance();
    expect(await read()).toEqual(started);
    await follow(sites[0], { printers: 19, unread: 1 });
    await advance();
    expect(await read()).toMatchObject({ stage: 2, counts: { passed: 1, applying: 1, waiting: 2 } });
    await follow(sites[1]);
    await advance();
    expect(await read()).toMatchObject({ stage: 3, counts: { passed: 2, applying: 2 } });
    await follow(sites[2]);
    await follow(sites[3]);
    await advance();
    expect(await read()).toMatchObject({ state: 'ended', counts: { passed: 4 }, members: [] });
    expect(await audited()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ actor_kind: 'server', action: 'collectors rollout end' }),
        expect.objectContaining({
          action: 'collectors settings',
          detail: expect.objectContaining({ rollout: started.rolloutId }),
        }),
        expect.objectContaining({
          actor_kind: 'user',
          action: 'collectors rollout',
          detail: { settings, collectors: ['site-0', 'site-1', 'site-2', 'site-3'] },
        }),
      ]),
    );
  });

  test('CF-13 CF-16: an entry is left to the sites again; a collector that was given none is left out', async () => {
    const sites = await addSites(3);
    const [own, none, whole] = sites;
    const sitesOf = (mdns?: boolean) => [
      { name: 'Print room', targets: ['10.0.0.1'], ...(mdns !== undefined && { mdns }) },
    ];
    const given = {
      everyMinutes: 30,
      searchHours: { from: '22:00', to: '05:00' },
      concurrency: 8,
      sites: sitesOf(true),
    };
    await call('PUT', `/collector/${own?.id}/settings`, { version: 0, settings: given, credentials: [] });
    await call('PUT', `/collector/${none?.id}/settings`, { version: 0, settings: { concurrency: 4 }, credentials: [] });
    await call('PUT', `/collector/${whole?.id}/settings`, {
      version: 0,
      settings: { everyMinutes: 5 },
      credentials: [],
    });
    const unset = ['everyMinutes', 'searchHours', 'mdns'];
    const body = { collectorIds: sites.map(({ id }) => id), settings: { unset } };
    const shown = previewRollout.answer.parse((await call('POST', '/collectors/rollouts/difference', body)).body);
    expect(shown.collectors.map(({ skip }) => skip)).toEqual([null, 'same', null]);
    expect(shown.collectors[0]?.differences).toEqual([
      { key: 'every', was: 1_800_000, becomes: null, atSite: false },
      { key: 'searchHours', was: '22:00–05:00', becomes: null, atSite: false },
      { key: 'mdns', site: 'Print room', was: true, becomes: null, atSite: false },
    ]);
    await start(sites, 1, { unset });
    expect((await settingsOf(own?.id ?? '')).settings).toEqual({ concurrency: 8, sites: sitesOf() });
    await follow(own);
    await advance();
    // Nothing is wanted of it any more, and it says so in its status as of other settings.
    await follow(whole);
    await advance();
    expect(await read()).toMatchObject({ state: 'ended', counts: { passed: 2, skipped: 1 } });
    expect((await settingsOf(whole?.id ?? '')).settings).toEqual({});
    expect((await settingsOf(none?.id ?? '')).settings).toEqual({ concurrency: 4 });
  });

  test('CF-16: a worse round stops it and is named; a person goes on with those that wait', async () => {
    const sites = await addSites(3);
    await start(sites);
    await follow(sites[0], { printers: 12, unread: 8 });
    expect(await advance()).toBe(1);
    const stopped = await read();
    expect(stopped).toMatchObject({
      state: 'stopped',
      stoppedBy: null,
      counts: { failed: 1, waiting: 2 },
      members: [
        {
          name: 'site-0',
          state: 'failed',
          reason: 'worse',
          before: { printers: 20, unread: 0 },
          after: { printers: 12, unread: 8 },
        },
      ],
    });
    await advance();
    expect(await read()).toEqual(stopped);
    expect((await settingsOf(sites[1]?.id ?? '')).version).toBe(0);
    expect((await audited())[0]).toMatchObject({
      action: 'collectors rollout stop',
      detail: { failed: [{ collector: 'site-0', reason: 'worse' }] },
    });

    const path = `/collectors/rollouts/${stopped.rolloutId}`;
    const wish = { version: stopped.version, state: 'running' };
    expect(await call('PUT', path, { ...wish, version: 1 })).toMatchObject({
      status: 409,
      body: { errorCode: 202002 },
    });
    expect(await call('PUT', path, { ...wish, state: 'stopped' })).toMatchObject({
      status: 409,
      body: { errorCode: 202003 },
    });
    expect((await call('PUT', path, wish)).status).toBe(200);
    // The next one is the first now.
    expect(await read()).toMatchObject({ state: 'running', stage: 1, counts: { failed: 1, applying: 1, waiting: 1 } });
  });

  test('CF-16: it stops where settings are refused, are not in force in time, or no round follows', async () => {
    const sites = await addSites(6);
    const [refusing, slow, silent] = sites;
    await start(sites);
    await refusing?.report({ state: 'failed' });
    await advance();
    expect(await read()).toMatchObject({
      state: 'stopped',
      members: [{ name: 'site-0', reason: 'refused', detail: 'searchHours: not here' }],
    });
    const goOn = async () => {
      const { rolloutId, version } = await read();
      await call('PUT', `/collectors/rollouts/${rolloutId}`, { version, state: 'running' });
    };
    await goOn();
    await slow?.report();
    await advance(new Date(Date.now() + 70 * 60_000));
    expect((await read()).state).toBe('running');
    await advance(new Date(Date.now() + 2 * hourMs));
    expect((await read()).members[1]).toMatchObject({ name: 'site-1', reason: 'notApplied' });
    await goOn();
    await silent?.report({ state: 'applied' });
    await advance();
    expect((await read()).members[2]).toMatchObject({ name: 'site-2', state: 'reading' });
    await advance(new Date(Date.now() + 2 * hourMs));
    expect((await read()).members[2]).toMatchObject({ name: 'site-2', reason: 'noRound' });
  });

  test('CF-16: a person stops it: none begins, and the one that began is followed to its end', async () => {
    const sites = await addSites(3);
    const { rolloutId, version } = await start(sites);
    expect((await call('PUT', `/collectors/rollouts/${rolloutId}`, { version, state: 'stopped' })).status).toBe(200);
    await follow(sites[0]);
    await advance();
    expect(await read()).toMatchObject({
      state: 'stopped',
      stoppedBy: expect.any(String),
      counts: { passed: 1, waiting: 2 },
    });
  });

  test('CF-10 CF-16 GE-06: collectors whose file forbids it and those changed meanwhile are left out and named', async () => {
    const sites = await addSites(4);
    const [sees, changed, resting, good] = sites;
    await sees?.report({ level: 'see' });
    await platen.database.pool.query('update collector set resting_at = now() where collector_id = $1', [resting?.id]);
    const body = { collectorIds: sites.map(({ id }) => id), settings };
    const shown = previewRollout.answer.parse((await call('POST', '/collectors/rollouts/difference', body)).body);
    expect(shown.collectors.map(({ name, skip }) => [name, skip])).toEqual([
      ['site-0', 'level'],
      ['site-1', null],
      ['site-2', 'notWorking'],
      ['site-3', null],
    ]);
    expect(shown.collectors[1]?.differences).toEqual([{ key: 'every', was: null, becomes: 1_800_000, atSite: false }]);
    const other = { version: 0, settings: { concurrency: 4 }, credentials: [] };
    await call('PUT', `/collector/${changed?.id}/settings`, other);
    expect(await start(sites)).toMatchObject({
      state: 'running',
      members: [
        { name: 'site-0', state: 'skipped', reason: 'level' },
        { name: 'site-1', state: 'skipped', reason: 'changed' },
        { name: 'site-2', state: 'skipped', reason: 'notWorking' },
        { name: 'site-3', state: 'applying' },
      ],
    });
    expect((await settingsOf(changed?.id ?? '')).settings).toEqual({ concurrency: 4 });
    // Also one that a person changes while its settings are on their way.
    await call('PUT', `/collector/${good?.id}/settings`, { ...other, version: 1 });
    await advance();
    expect(await read()).toMatchObject({ state: 'ended', counts: { skipped: 4 } });
  });

  test('CF-16 OA-20: when the person who asked may no longer change them, no further collector begins', async () => {
    const sites = await addSites(3);
    const { rolloutId } = await start(sites);
    await platen.database.pool.query('update collector_rollout set asked_by = $1', [v7()]);
    await follow(sites[0]);
    await advance();
    expect(await read()).toMatchObject({
      rolloutId,
      state: 'ended',
      counts: { passed: 1, skipped: 2 },
      members: [{ reason: 'notManaged' }, { reason: 'notManaged' }],
    });
    expect((await settingsOf(sites[1]?.id ?? '')).version).toBe(0);
  });

  test('CF-16 GE-07: the same key makes one; none of 201, of twice the same, of targets, of nothing', async () => {
    const [site] = await addSites(1);
    const collectors = [{ collectorId: site?.id ?? '', version: 0 }];
    const headers = { 'idempotency-key': 'a-key-of-this-test' };
    const post = (body: object, more = {}) => call('POST', '/collectors/rollouts', body, 'admin', more);
    for (const body of [
      { collectors, settings: {} },
      { collectors, settings: { sites: [] } },
      { collectors, settings: { everyMinutes: 0 } },
      { collectors, settings: { unset: [] } },
      { collectors, settings: { unset: ['targets'] } },
      { collectors, settings: { everyMinutes: 30, unset: ['everyMinutes'] } },
      { collectors: [...collectors, ...collectors], settings },
      { collectors: Array.from({ length: 201 }, () => ({ collectorId: v7(), version: 0 })), settings },
    ])
      expect((await post(body)).status).toBe(422);
    const first = await post({ collectors, settings }, headers);
    expect((await post({ collectors, settings }, headers)).body).toEqual(first.body);
    expect(listRollouts.answer.parse((await call('GET', '/collectors/rollouts')).body).rollouts).toHaveLength(1);
    await dropOldRollouts(platen.database.db, new Date(Date.now() + 91 * 24 * hourMs));
    expect((await call('GET', '/collectors/rollouts')).body).toEqual({ rollouts: [] });
  });

  test('OA-20 CF-16: administrators of dealers change collectors of their own tree alone, and see no change that names another', async () => {
    const [own, foreign] = await addSites(2);
    const root = '00000000-0000-7000-8000-000000000001';
    const form = { parentId: root, kind: 'dealer', name: 'North', dealerNumbers: ['D-N'], customerNumbers: [] };
    const { body } = await call('POST', '/organisations', form);
    const { organisationId } = body['organisation'] as { organisationId: string };
    const { pool } = platen.database;
    await pool.query('insert into collector_enrolment (collector_id, organisation_id) values ($1, $2)', [
      own?.id,
      organisationId,
    ]);
    await pool.query(`update app_user set organisation_id = $1 where subject = 'dealer-admin'`, [organisationId]);
    const ask = (sites: readonly (ManagedSite | undefined)[], subject = 'dealer-admin') =>
      call(
        'POST',
        '/collectors/rollouts/difference',
        { collectorIds: sites.map((site) => site?.id ?? v7()), settings },
        subject,
      );
    // A user is cached for 3 s.
    await vi.waitFor(async () => expect((await ask([own])).status).toBe(200), { timeout: 60_000, interval: 200 });
    const [theirs, none] = [await ask([own, foreign]), await ask([own, undefined])];
    expect(theirs).toMatchObject({ status: 404, body: { errorCode: 204001 } });
    expect(theirs.body['detail']).toEqual(none.body['detail']);
    const post = (site: ManagedSite | undefined) =>
      call(
        'POST',
        '/collectors/rollouts',
        { collectors: [{ collectorId: site?.id, version: 0 }], settings },
        'dealer-admin',
      );
    expect((await post(foreign)).status).toBe(404);

    const both = await start([foreign, own].flatMap((site) => site ?? []));
    expect((await call('GET', '/collectors/rollouts', undefined, 'dealer-admin')).body).toEqual({ rollouts: [] });
    const wish = { version: both.version, state: 'stopped' };
    for (const id of [both.rolloutId, v7()])
      expect(await call('PUT', `/collectors/rollouts/${id}`, wish, 'dealer-admin')).toMatchObject({
        status: 404,
        body: { errorCode: 204001 },
      });
    expect((await post(own)).status).toBe(200);
    const { rollouts } = listRollouts.answer.parse(
      (await call('GET', '/collectors/rollouts', undefined, 'dealer-admin')).body,
    );
    expect(rollouts).toMatchObject([{ total: 1, counts: { applying: 1 } }]);
    for (const subject of ['dealer', 'technician', 'billing', 'customer'])
      expect((await call('GET', '/collectors/rollouts', undefined, subject)).status).toBe(403);
  });
});
