import type { AuditEntry } from '@platen/contract/audit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const entry = (n: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  auditId: `0193e0a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  at: new Date(Date.UTC(2026, 10, 26, 12, 41, 7) - n * 60_000).toISOString(),
  actor: { kind: 'user', id: 'weber', name: 'Jonas Weber' },
  action: 'organisation set',
  subject: { kind: '', id: 'organisation', name: null },
  detail: { before: { leadDays: 3, zone: 'UTC' }, after: { leadDays: 5, zone: 'UTC' } },
  requestId: '7f3a9100-aaaa-4bbb-8ccc-000000000001',
  ...more,
});
const entries = [
  entry(1),
  entry(2, {
    actor: { kind: 'token', id: 'weber', name: 'ERP hand-off' },
    action: 'tokens newAddress',
    subject: { kind: 'token', id: 'x', name: 'ERP hand-off' },
    detail: { address: '203.0.113.40' },
  }),
  entry(3, {
    action: 'refused',
    subject: { kind: 'call', id: 'POST /v1/rules', name: null },
    detail: { reason: 'no' },
  }),
  entry(4, {
    action: 'device.moved',
    actor: { kind: 'collector', id: 'collector:c', name: 'tarn-furn' },
    subject: { kind: 'device', id: '0193e0a0-0000-7000-8000-00000000000d', name: 'PNAS000261' },
    detail: {},
    requestId: null,
  }),
];
const as = (more: FakeRoutes = {}): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], userId: entry(9).auditId, name: 'Ada', role: 'admin' } },
  'GET /v1/audit': { body: { entries, hasMore: false, total: 4 } },
  ...more,
});
const open = (routes = as(), path = '/administration/audit', locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes });

test('OA-50: entries have time, actor, action, subject and what changed; opened they show before and after', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('4 entries')).toBeVisible();
  const first = screen.getByRole('row', { name: /organisation set/ });
  await expect.element(first).toHaveTextContent('leadDays: 3 → 5');
  await first.getByRole('button').click();
  const values = screen.getByRole('region', { name: 'Details of organisation set' });
  const rows = values
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Value', 'Before', 'After'],
    ['leadDays', '3', '5'],
    ['zone', 'UTC', 'UTC'],
    ['Request', '-', '7f3a9100-aaaa-4bbb-8ccc-000000000001'],
  ]);
  await expect
    .element(screen.getByRole('link', { name: 'PNAS000261' }))
    .toHaveAttribute('href', '/profile?device=0193e0a0-0000-7000-8000-00000000000d');
});

test('OA-50: entries of one subject are headed by its name, not by its id', async () => {
  const id = '0193e0a0-0000-7000-8000-00000000000d';
  const { screen } = await open(as(), `/administration/audit?subject=device:${id}`);
  await expect.element(screen.getByRole('button', { name: /^Of PNAS000261 alone/ })).toBeVisible();
});

test('OA-50 GE-19: of a subject without entries no id is shown', async () => {
  const empty = { 'GET /v1/audit': { body: { entries: [], hasMore: false, total: 0 } } };
  const { screen } = await open(
    as(empty),
    '/administration/audit?subject=organisation:0193e0a0-0000-7000-8000-0000000000aa',
  );
  await expect.element(screen.getByText('No entry matches.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Of one subject alone/ })).toBeVisible();
});

test('OA-50: the filter stands in the address; of a subject all entries are asked for', async () => {
  const { screen, router, server } = await open(as(), '/administration/audit?subject=device:7');
  await expect.element(screen.getByText('4 entries')).toBeVisible();
  const asked = () => server.requests.findLast(({ path }) => path === '/v1/audit')?.query;
  expect(asked()).toEqual({ subject: 'device:7' });
  await screen.getByRole('combobox', { name: 'Kind of actor' }).selectOptions('API token');
  await expect.poll(() => router.state.location.search).toEqual({ subject: 'device:7', kind: 'token' });
  await expect.poll(asked).toEqual({ subject: 'device:7', kind: 'token' });
  await screen.getByRole('button', { name: /^Of device:7 alone/ }).click();
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'token' });
  await screen.getByRole('searchbox', { name: /^Person, action/ }).fill('weber');
  await expect.poll(asked).toMatchObject({ kind: 'token', search: 'weber' });
});

test('GE-19: nothing recorded and nothing that matches are stated in different words', async () => {
  const empty = { 'GET /v1/audit': { body: { entries: [], hasMore: false, total: 0 } } };
  const { screen } = await open(as(empty));
  await expect.element(screen.getByText('Nothing has been recorded in these days.')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Kind of actor' }).selectOptions('server');
  await expect.element(screen.getByText('No entry matches.')).toBeVisible();
});

test.each([
  ['en-us', 'light', 480],
  ['ja-jp', 'dark', 1440],
] as const)('FG-17 GE-19: the audit has no findings of axe: %s, %s, %s px', async (locale, theme, width) => {
  await browser.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open(as(), '/administration/audit', locale);
  await expect.element(screen.getByText(/^4/)).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
