import type { Model } from '@platen/contract/models';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const row = (model: string, more: Partial<Model> = {}): Model => ({
  model,
  series: null,
  devices: 3,
  pagesPerMinute: null,
  isOwn: false,
  ...more,
});
const models = [
  row('C5515', { devices: 1200, pagesPerMinute: 55, isOwn: true }),
  row('M3013', { series: 'SHASTA3', pagesPerMinute: 30 }),
  row('M8514'),
];
const open = async (other: FakeRoutes = {}, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({
    path: '/administration/models',
    locale,
    session: signedInUser,
    routes: {
      'GET /v1/users/me': { body: { groups: [], ...me, role: 'dealerAdmin' } },
      'GET /v1/models': { body: { models, isCut: false } },
      ...other,
    },
  });

test('OA-60 LG-13: models with what they print a minute: own entries, inherited ones, and what is assumed', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('rowheader', { name: 'C5515' })).toBeVisible();
  const cells = () => [...document.querySelectorAll('tbody tr')].map((line) => line.lastElementChild?.textContent);
  expect(cells()).toEqual(['55', 'inherited 30', '80 assumed']);
  await screen.getByRole('searchbox').fill('shasta');
  await expect.poll(cells).toEqual(['inherited 30']);
});

test('OA-60 GE-06: several models are changed at once, each from what was shown; those changed meanwhile are named', async () => {
  const { screen, server } = await open({ 'PUT /v1/models': { body: { changed: 1, skipped: ['M3013'] } } });
  await expect.element(screen.getByRole('button', { name: 'Enter pages a minute', exact: true })).toBeDisabled();
  await screen.getByRole('checkbox', { name: 'Choose C5515' }).click();
  await screen.getByRole('checkbox', { name: 'Choose M3013' }).click();
  await screen.getByRole('button', { name: 'Enter pages a minute of 2 models' }).click();
  const dialog = screen.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Pages a minute, A4' });
  await field.fill('501');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('A whole number from 1 to 500, or nothing.')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await field.fill('45');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/1 model changed\. Changed by somebody else meanwhile.*M3013/)).toBeVisible();
  expect(server.called('PUT /v1/models').map(({ body }) => body)).toEqual([
    {
      models: [
        { model: 'C5515', was: 55 },
        { model: 'M3013', was: null },
      ],
      pagesPerMinute: 45,
    },
  ]);
});

test.each(['light', 'dark'])('GE-19: the list is right by axe and fits 480 px, %s', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open({}, theme === 'dark' ? 'ja-jp' : 'en-us');
  await expect.element(screen.getByRole('rowheader').first()).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await browser.viewport(480, 900);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});
