import type { WrittenNotification } from '@platen/contract/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const row = (id: number, more: Partial<WrittenNotification> = {}): WrittenNotification => ({
  notificationId: `01900000-0000-7000-8000-00000000000${id}`,
  version: 1,
  from: '2026-01-01T08:00:30.000Z',
  until: null,
  en: 'Maintenance tonight',
  ja: '今夜メンテナンス',
  ...more,
});
const rows = [
  row(1, { from: '2999-01-01T00:00:00.000Z', en: 'Next year', ja: '来年' }),
  row(2),
  row(3, { until: '2026-02-01T00:00:00.000Z', en: 'Over', ja: '終わり' }),
];
const routes = (other: FakeRoutes = {}): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], ...me, role: 'admin' } },
  'GET /v1/notifications/all': { body: { notifications: rows } },
  ...other,
});
const open = async (other: FakeRoutes = {}, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path: '/administration/notifications', locale, session: signedInUser, routes: routes(other) });

test('OA-60: each notification stands with its span, its state and both texts; the search finds either language', async () => {
  const { screen } = await open();
  const states = screen.getByRole('rowheader');
  await expect
    .poll(() => states.elements().map((cell) => cell.textContent))
    .toEqual(['not yet shown', 'shown', 'ended']);
  await screen.getByRole('searchbox').fill('メンテ');
  await expect.poll(() => states.elements().map((cell) => cell.textContent)).toEqual(['shown']);
  await screen.getByRole('searchbox').fill('nothing');
  await expect.element(screen.getByText('No notification has this text.')).toBeVisible();
});

test('OA-60: a new one is sent in both languages, and refused before that where one is missing', async () => {
  const { screen, server } = await open({ 'POST /v1/notifications': { body: row(4) } });
  await screen.getByRole('button', { name: 'Notify all users' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'English text' }).fill('Closed on Friday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/Both languages are needed/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Japanese text' }).fill('金曜日は休みです');
  await dialog.getByLabelText('Shown from').fill('2026-12-01T09:00');
  await dialog.getByLabelText('Shown until').fill('2026-12-01T08:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('The end must come after the beginning.')).toBeVisible();
  await dialog.getByLabelText('Shown until').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  const sent = server.requests.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({
    from: new Date('2026-12-01T09:00').toISOString(),
    until: null,
    en: 'Closed on Friday',
    ja: '金曜日は休みです',
  });
  expect(sent?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
});

test('GE-06: what another administrator changed meanwhile is shown next to the own change, and either holds', async () => {
  const theirs = row(2, { version: 2, en: 'Maintenance on Sunday' });
  const puts: unknown[] = [];
  const { screen } = await open({
    [`PUT /v1/notifications/${row(2).notificationId}`]: ({ body }) => {
      puts.push(body);
      return puts.length === 1
        ? { status: 409, body: { statusCode: 409, errorCode: 202002, current: theirs } }
        : { body: row(2, { version: 3 }) };
    },
  });
  await screen.getByRole('button', { name: 'Edit: Maintenance tonight' }).click();
  await screen.getByRole('textbox', { name: 'English text' }).fill('Maintenance at noon');
  await screen.getByRole('button', { name: 'Save' }).click();
  const cells = screen.getByRole('cell', { name: 'Maintenance on Sunday' });
  await expect.element(cells).toBeVisible();
  await screen.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  // The seconds of the stored beginning stay, although the box has minutes alone.
  const mine = { from: row(2).from, until: null, en: 'Maintenance at noon', ja: row(2).ja };
  expect(puts).toEqual([
    { ...mine, version: 1 },
    { ...mine, version: 2 },
  ]);
});

test('OA-60: deleting asks once more', async () => {
  const { screen, server } = await open({
    [`DELETE /v1/notifications/${row(2).notificationId}`]: { body: { status: 'OK' } },
  });
  await screen.getByRole('button', { name: 'Edit: Maintenance tonight' }).click();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await screen.getByRole('button', { name: 'Delete for good' }).click();
  await expect.poll(() => server.requests.filter(({ method }) => method === 'DELETE').length).toBe(1);
});

test.each(['light', 'dark'])('GE-19: list and dialog are right by axe and fit 480 px, %s', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open({}, theme === 'dark' ? 'ja-jp' : 'en-us');
  await expect.element(screen.getByRole('rowheader').first()).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await userEvent.keyboard('c');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await browser.viewport(480, 900);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});

test('OA-60: without one the list says so', async () => {
  const { screen } = await open({ 'GET /v1/notifications/all': { body: { notifications: [] } } });
  await expect.element(screen.getByRole('heading', { name: 'No notification yet' })).toBeVisible();
});
