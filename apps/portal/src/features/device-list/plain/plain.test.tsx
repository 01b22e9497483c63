import type { PlainDevice } from '@platen/contract/plain-devices';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(wipe);

const device = (n: number, more: Partial<PlainDevice>): PlainDevice => ({
  deviceId: `0190a0b0-0000-7000-8000-00000000000${n}`,
  serial: `PAAX00${n}`,
  model: 'C5515',
  place: null,
  state: 'works',
  knownSince: null,
  plannedDay: null,
  emptyFirst: null,
  updatedAt: '2026-11-26T12:31:00Z',
  ...more,
});
const devices = [
  device(1, {
    place: 'Floor 1',
    state: 'needsService',
    knownSince: '2026-11-25T12:00:00Z',
    plannedDay: '2026-11-26',
    emptyFirst: { color: 'magenta', days: 4, lower: 2, upper: 5 },
  }),
  device(2, { state: 'silent', lowest: { color: 'black', percent: 8 } }),
  device(3, {}),
];
const counts = { needsService: 1, silent: 1, unknown: 0, works: 1 };
const open = (role: string, locale: 'en-us' | 'ja-jp' = 'en-us', more: FakeRoutes = {}) =>
  renderPortal({
    path: '/devicelist',
    locale,
    session: signedInUser,
    routes: {
      'GET /v1/users/me': { body: { groups: [], ...me, role } },
      'GET /v1/devices/plain': { body: { devices, counts }, headers: { 'total-count': '3', 'has-more': 'False' } },
      ...more,
    },
  });

test('OA-62 OA-20: a customer reads the own devices in plain words, without a way to codes and predictions', async () => {
  const { screen } = await open('customer');
  await expect.element(screen.getByRole('row', { name: /PAAX001/ })).toBeVisible();
  const rows = screen
    .getByRole('row')
    .elements()
    .map((one) => one.textContent);
  expect(rows[1]).toMatch(
    /C5515 PAAX001.*Floor 1.*needs service, known to your dealer since 11\/25\/2026.*11\/26\/2026.*magenta, 2 to 5 days/,
  );
  // Before days can be judged, the level of the emptiest cartridge.
  expect(rows[2]).toMatch(/no report.*black, 8% left/);
  expect(rows[3]).toContain('works');
  // What is not known, and what is not due, each in words of its own: none is a dash.
  expect(rows[3]).toMatch(/not entered.*works.*none planned.*not known/);
  expect([...document.querySelectorAll('td')].map(({ textContent }) => textContent)).not.toContain('-');
  await expect.element(screen.getByText('1 needs service', { exact: true })).toBeVisible();
  expect(document.querySelector('a[href*="profile"]')).toBeNull();
  expect(await findProblems()).toEqual([]);
});

test('OA-62: a row opens to the pages by month, the present one first, what is not known named so', async () => {
  const monthly = [
    { label: '2026-10', color: 40, black: 160 },
    { label: '2026-11', color: null, black: null },
  ];
  const none = { color: null, black: null };
  const module = Object.fromEntries(
    ['ADF', 'bypass', 'CST1', 'CST2', 'CST3', 'CST4', 'LCF', 'SFB', 'ADU'].map((name) => [name, null]),
  );
  const { screen } = await open('customer', 'en-us', {
    [`GET /v1/device/${devices[0]?.deviceId}/counter`]: {
      body: {
        monthly,
        summary: { month3: none, month6: none, total: none },
        module,
        scanModule: { large: null, small: null },
      },
    },
  });
  await screen.getByRole('button', { name: /PAAX001/ }).click();
  await expect.element(screen.getByRole('rowheader', { name: 'October 2026' })).toBeVisible();
  const cells = [...document.querySelectorAll('section[aria-label="Pages by month"] tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['November 2026', 'not known', 'not known'],
    ['October 2026', '200', '40'],
  ]);
  expect(await findProblems()).toEqual([]);
});

test('OA-62 GE-19: without devices, and in Japanese at 480 px, the page says so', async () => {
  await browser.viewport(480, 900);
  const none = { devices: [], counts: { needsService: 0, silent: 0, unknown: 0, works: 0 } };
  const { screen } = await open('customer', 'ja-jp', { 'GET /v1/devices/plain': { body: none } });
  await expect.element(screen.getByText('機器はまだありません。')).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test.each([
  [480, 'en-us', /Toner empty first/, /Visit planned/],
  [480, 'ja-jp', /最初に空になるトナー/, /訪問予定/],
  [820, 'en-us', /Toner empty first/, /Visit planned/],
] as const)(
  'OA-62 GE-19: at %i px in %s each device is a card with all its facts, and nothing scrolls sideways',
  async (wide, locale, toner, visit) => {
    await browser.viewport(wide, 900);
    const { screen } = await open('customer', locale);
    await expect.element(screen.getByText('PAAX001')).toBeVisible();
    const frame = document.querySelector('section[tabindex="0"]');
    expect(frame?.scrollWidth).toBe(frame?.clientWidth);
    for (const cell of document.querySelectorAll('tbody tr:first-child > *')) {
      const { left, right, width } = cell.getBoundingClientRect();
      expect(width).toBeGreaterThan(0);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(wide);
    }
    const labels = [...document.querySelectorAll<HTMLElement>('tbody tr:first-child > td[data-label]')].map(
      (cell) => getComputedStyle(cell, '::before').content,
    );
    expect(labels.join()).toMatch(toner);
    expect(labels.join()).toMatch(visit);
    // Each heading stands once: in its cell, and not in a head of the table too.
    expect(document.querySelector('thead')?.getBoundingClientRect().height).toBe(0);
    expect(await findProblems()).toEqual([]);
  },
);

test('OA-62: a dealer sees the list', async () => {
  const { server } = await open('dealer');
  await expect.poll(() => server.called('GET /v1/devices').length).toBeGreaterThan(0);
  expect(server.called('GET /v1/devices/plain')).toEqual([]);
});
