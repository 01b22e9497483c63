import type { Rollout, RolloutCandidate } from '@platen/contract/collector-rollouts';
import type { CollectorItem } from '@platen/contract/collectors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { FakeRoutes } from '../../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../../test/render-portal.tsx';
import { me } from '../../../../../test/tokens/data.ts';
import { emptyDraft, toPart, withUnset } from './part-draft.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const idOf = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;
const collector = (n: number, name: string, more: Partial<CollectorItem> = {}): CollectorItem => ({
  collectorId: idOf(n),
  name,
  state: 'working',
  createdAt: '2026-10-03T12:44:00.000Z',
  revokedAt: null,
  lastContactAt: '2026-11-26T12:41:00.000Z',
  version: '0.1.0',
  devices: 6,
  customers: [],
  customerCount: 0,
  standing: 'enrolled',
  standingSince: '2026-10-03T12:44:00.000Z',
  problems: [],
  changes: 0,
  remote: { level: 'manage', state: null },
  status: null,
  ...more,
});
const { remote: _, ...foreign } = collector(4, 'foreign');
const collectors = [collector(1, 'tarn-furn'), collector(2, 'ostend-1'), collector(3, 'harbour'), foreign];
const candidates: RolloutCandidate[] = [
  { collectorId: idOf(1), name: 'tarn-furn', version: 4, differences: [], skip: 'level' },
  {
    collectorId: idOf(2),
    name: 'ostend-1',
    version: 2,
    differences: [
      { key: 'every', was: 900_000, becomes: 1_800_000, atSite: false },
      { key: 'mdns', site: 'Print room', was: null, becomes: true, atSite: true },
    ],
    skip: null,
  },
  {
    collectorId: idOf(3),
    name: 'harbour',
    version: 0,
    differences: [{ key: 'every', was: 3_600_000, becomes: 1_800_000, atSite: false }],
    skip: null,
  },
];
const rollout = (more: Partial<Rollout> = {}): Rollout => ({
  rolloutId: idOf(9),
  version: 2,
  settings: { everyMinutes: 30, logLevel: 'warn' },
  state: 'stopped',
  stage: 2,
  askedAt: '2020-11-27T10:00:00.000Z',
  askedBy: 'Weber',
  stoppedBy: null,
  total: 40,
  counts: { passed: 1, failed: 1, skipped: 1, reading: 1, waiting: 36 },
  members: [
    {
      collectorId: idOf(2),
      name: 'ostend-1',
      state: 'failed',
      stage: 2,
      reason: 'worse',
      detail: null,
      before: { printers: 20, unread: 0 },
      after: { printers: 12, unread: 8 },
    },
    {
      collectorId: idOf(3),
      name: 'harbour',
      state: 'reading',
      stage: 2,
      reason: null,
      detail: null,
      before: { printers: 4, unread: 0 },
      after: null,
    },
    {
      collectorId: idOf(1),
      name: 'tarn-furn',
      state: 'skipped',
      stage: null,
      reason: 'changed',
      detail: null,
      before: null,
      after: null,
    },
  ],
  ...more,
});
const open = (rollouts: readonly Rollout[] = [], other: FakeRoutes = {}, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({
    path: '/administration/collectors',
    locale,
    session: signedInUser,
    routes: {
      'GET /v1/users/me': { body: { groups: [], ...me, role: 'service' } },
      'GET /v1/collectors': {
        body: { collectors, counts: {} },
        headers: { 'total-count': '4', 'has-more': 'False' },
      },
      'GET /v1/collectors/rollouts': { body: { rollouts } },
      'POST /v1/collectors/rollouts/difference': { body: { collectors: candidates } },
      'POST /v1/collectors/rollouts': { body: { rollout: rollout({ state: 'running' }) } },
      [`PUT /v1/collectors/rollouts/${idOf(9)}`]: { body: { rollout: rollout({ state: 'running', version: 3 }) } },
      ...other,
    },
  });

test('CF-16: collectors that are managed are chosen; the difference at each is shown before anything begins', async () => {
  const { screen, server } = await open();
  await screen.getByRole('checkbox', { name: 'Choose ostend-1' }).click();
  expect(screen.getByRole('checkbox', { name: 'Choose foreign' }).elements()).toEqual([]);
  await screen.getByRole('checkbox', { name: 'Choose all that are shown' }).click();
  await screen.getByRole('button', { name: 'Set together (3)' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Set 3 collectors together' });
  await dialog.getByRole('button', { name: 'Show the differences' }).click();
  await expect.element(dialog.getByText('Set at least one entry, or leave one to the site.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Interval in minutes' }).fill('0');
  await dialog.getByRole('textbox', { name: 'Search from' }).fill('22:00');
  await dialog.getByRole('button', { name: 'Show the differences' }).click();
  await expect.element(dialog.getByText('A whole number from 1 to 1,440.')).toBeVisible();
  await expect.element(dialog.getByText('A time like 22:00; both or none.').first()).toBeVisible();
  expect(server.called('POST /v1/collectors/rollouts/difference')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Interval in minutes' }).fill('30');
  await dialog.getByRole('textbox', { name: 'Search from' }).fill('');
  await dialog.getByRole('combobox', { name: 'mDNS' }).selectOptions('on');
  await dialog.getByRole('button', { name: 'Show the differences' }).click();
  const settings = { everyMinutes: 30, mdns: true };
  await expect
    .poll(() => server.called('POST /v1/collectors/rollouts/difference')[0]?.body)
    .toEqual({ collectorIds: [idOf(2), idOf(1), idOf(3)], settings });
  await expect.element(dialog.getByRole('row', { name: 'ostend-1 Interval 15 min 30 min' })).toBeVisible();
  await expect
    .element(dialog.getByRole('row', { name: /mDNS.* Print room not known on set at the site/ }))
    .toBeVisible();
  await expect
    .element(dialog.getByRole('row', { name: /tarn-furn Left out: its own file does not let/ }))
    .toBeVisible();
  await expect.element(dialog.getByText(/^2 collectors change\. ostend-1 begins; a tenth/)).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(server.called('POST /v1/collectors/rollouts')).toEqual([]);
  await dialog.getByRole('button', { name: 'Begin with ostend-1' }).click();
  await expect
    .poll(() => server.called('POST /v1/collectors/rollouts')[0]?.body)
    .toEqual({
      collectors: [
        { collectorId: idOf(2), version: 2 },
        { collectorId: idOf(3), version: 0 },
      ],
      settings,
    });
  expect(server.called('POST /v1/collectors/rollouts')[0]?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Set together/ }).elements()).toEqual([]);
});

test('CF-16: an entry is left to the sites again in the place of a value; difference and change say so', async () => {
  const left = { key: 'every', was: 1_800_000, becomes: null, atSite: false } as const;
  const { screen, server } = await open([rollout({ settings: { unset: ['everyMinutes', 'mdns'] } })], {
    'POST /v1/collectors/rollouts/difference': {
      body: { collectors: [{ collectorId: idOf(2), name: 'ostend-1', version: 2, differences: [left], skip: null }] },
    },
  });
  const heading = 'Interval as at the site, Announcements (mDNS) as at the site';
  await expect.element(screen.getByRole('heading', { name: heading })).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Choose ostend-1' }).click();
  await screen.getByRole('button', { name: 'Set together (1)' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Set 1 collector together' });
  const interval = dialog.getByRole('textbox', { name: 'Interval in minutes' });
  await interval.fill('30');
  const unset = dialog.getByRole('group', { name: 'Leave to the site again' });
  await unset.getByRole('checkbox', { name: 'Interval' }).click();
  await expect.element(interval).toHaveValue('');
  await expect.element(interval).toBeDisabled();
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Show the differences' }).click();
  await expect.element(dialog.getByRole('row', { name: 'ostend-1 Interval 30 min as at the site' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Begin with ostend-1' }).click();
  await expect
    .poll(() => server.called('POST /v1/collectors/rollouts')[0]?.body)
    .toEqual({ collectors: [{ collectorId: idOf(2), version: 2 }], settings: { unset: ['everyMinutes'] } });
});

test('CF-16: one that stopped says which collector and why, and goes on when a person says so', async () => {
  const { screen, server } = await open([rollout(), rollout({ rolloutId: idOf(8), state: 'ended', members: [] })]);
  const panel = screen.getByRole('region', { name: 'Set together' });
  await expect.element(panel.getByText('Stopped by itself.')).toBeVisible();
  await expect.element(panel.getByText('1 of 40 read with the new settings, 36 wait.').first()).toBeVisible();
  await expect
    .element(panel.getByText(/12 printers read, 8 without an answer; before 20 and 0/))
    .toHaveTextContent(/^ostend-1: its round read less than those before/);
  await expect.element(panel.getByText('harbour: in force, its next round is awaited')).toBeVisible();
  await expect.element(panel.getByText('tarn-furn was left out: its settings were changed meanwhile')).toBeVisible();
  await expect.element(panel.getByText('Earlier changes (1)')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await panel.getByRole('button', { name: 'Go on' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/collectors/rollouts/${idOf(9)}`)[0]?.body)
    .toEqual({ version: 2, state: 'running' });
});

test('CF-16: one that ended with a collector that failed stays in view for a day', async () => {
  const ended = { state: 'ended', counts: { passed: 39, failed: 1 } } as const;
  const { screen } = await open([
    rollout({ ...ended, askedAt: new Date(Date.now() - 3_600_000).toISOString() }),
    rollout({ ...ended, rolloutId: idOf(8), settings: { everyMinutes: 7 } }),
  ]);
  const panel = screen.getByRole('region', { name: 'Set together' });
  await expect.element(panel.getByText(/^ostend-1: its round read less/).first()).toBeVisible();
  await expect.element(panel.getByText('Interval 7 min')).not.toBeVisible();
  await panel.getByText('Earlier changes (1)').click();
  await expect.element(panel.getByText('Interval 7 min')).toBeVisible();
});

test('CF-16 GE-06: one that runs is stopped; if it changed meanwhile that is shown', async () => {
  const { screen, server } = await open([rollout({ state: 'running' })], {
    [`PUT /v1/collectors/rollouts/${idOf(9)}`]: { status: 409, body: { errorCode: 202002, detail: [] } },
  });
  const panel = screen.getByRole('region', { name: 'Set together' });
  await expect.element(panel.getByText(/Running: a tenth of them\./)).toBeVisible();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect.element(panel.getByText('It was changed meanwhile.')).toBeVisible();
  expect(server.called(`PUT /v1/collectors/rollouts/${idOf(9)}`)[0]?.body).toEqual({ version: 2, state: 'stopped' });
});

test('GE-19: at 480 px in Japanese and dark nothing overflows, in the panel or the dialog', async () => {
  await browser.viewport(480, 900);
  document.documentElement.dataset['theme'] = 'dark';
  const { screen } = await open([rollout()], {}, 'ja-jp');
  await expect.element(screen.getByText('自動で停止しました。')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('checkbox', { name: '表示中のすべてを選択' }).click();
  await screen.getByRole('button', { name: 'まとめて設定（3）' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '間隔（分）' }).fill('30');
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: '差分を表示' }).click();
  await expect.element(dialog.getByRole('button', { name: 'ostend-1から開始' })).toBeVisible();
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(480);
  expect(await findProblems()).toEqual([]);
});

test('CF-16: what is empty is not set', () => {
  expect(toPart(emptyDraft)).toEqual({});
  expect(toPart({ ...emptyDraft, mdns: 'off', from: '22:00', to: '05:00', logLevel: 'warn' })).toEqual({
    mdns: false,
    searchHours: { from: '22:00', to: '05:00' },
    logLevel: 'warn',
  });
  expect(toPart({ ...emptyDraft, packetsPerSecond: '1001' })).toBeUndefined();
  const hours = { ...emptyDraft, from: '22:00', to: '05:00' };
  expect(toPart(withUnset(hours, 'searchHours', true))).toEqual({ unset: ['searchHours'] });
  expect(toPart(withUnset(withUnset(hours, 'mdns', true), 'mdns', false))).toEqual({
    searchHours: { from: '22:00', to: '05:00' },
  });
});
