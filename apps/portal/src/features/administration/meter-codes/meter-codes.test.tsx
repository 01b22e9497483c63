import type { MeterCode } from '@platen/contract/meter-exports';
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

const codes: readonly MeterCode[] = [
  { meters: ['copy.black', 'print.black'], modelPattern: '*', code: 'BW' },
  { meters: ['color'], modelPattern: 'C55*', code: 'COL-55' },
];
const open = async (other: FakeRoutes = {}, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({
    path: '/administration/meterCodes',
    locale,
    session: signedInUser,
    routes: {
      'GET /v1/users/me': { body: { groups: [], ...me, role: 'dealerAdmin' } },
      'GET /v1/meter-codes': { body: { version: 3, codes, inheritedFrom: null } },
      ...other,
    },
  });

test('OA-60 MX-03: the codes of the ERP are listed, found and changed in the administration', async () => {
  const changed = { version: 4, codes: codes.slice(1), inheritedFrom: null };
  const { screen, server } = await open({ 'PUT /v1/meter-codes': { body: changed } });
  const rows = () =>
    [...document.querySelectorAll('main tbody tr')].map((line) => [...line.children].map((cell) => cell.textContent));
  await expect.poll(rows).toEqual([
    ['copy.black + print.black', '*', 'BW'],
    ['color', 'C55*', 'COL-55'],
  ]);
  await screen.getByRole('searchbox').fill('col-');
  await expect.poll(rows).toEqual([['color', 'C55*', 'COL-55']]);
  await screen.getByRole('button', { name: 'Change the codes' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove line 1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.called('PUT /v1/meter-codes').map(({ body }) => body))
    .toEqual([{ version: 3, codes: codes.slice(1) }]);
});

test('OA-60 GE-19: without a code the list says what files name instead, and whose codes hold; its text does not touch the edge at 480 px', async () => {
  const { screen } = await open({
    'GET /v1/meter-codes': { body: { version: 0, codes: [], inheritedFrom: 'Haldane Office' } },
  });
  await expect.element(screen.getByText(/No code is entered yet/)).toBeVisible();
  await expect.element(screen.getByText(/These are the codes of Haldane Office/)).toBeVisible();
  await browser.viewport(480, 900);
  const hint = screen.getByText(/No code is entered yet/).element();
  const lines = document.createRange();
  lines.selectNodeContents(hint);
  expect(Math.round(lines.getBoundingClientRect().left)).toBeGreaterThanOrEqual(12);
  expect(Math.round(lines.getBoundingClientRect().right)).toBeLessThanOrEqual(468);
});

test.each(['light', 'dark'])('GE-19: the list is right by axe and fits 480 px, %s', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open({}, theme === 'dark' ? 'ja-jp' : 'en-us');
  await expect.element(screen.getByRole('rowheader').first()).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await browser.viewport(480, 900);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});
