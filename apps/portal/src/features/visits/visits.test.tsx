import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { aVisit, visitId, visitPage } from '../../../test/visits/data.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const one = `GET /v1/visits/${visitId}`;
const listed = { headers: { 'has-more': 'False', 'total-count': '2' } };
const full: FakeRoutes = {
  'GET /v1/visits': { body: visitPage, ...listed },
  [one]: { body: { visit: aVisit } },
  [`POST /v1/visits/${visitId}/start`]: { body: { visit: { ...aVisit, state: 'underWay', actions: ['record'] } } },
};
const open = (path = '/visits', routes: FakeRoutes = full, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes });

test('VP-06: a visit stands under its day and leads to its page; one of which little is known says so', async () => {
  const { screen, router } = await open();
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: /Customer unknown.*Without an assignee/ }))
    .toBeVisible();
  const line = screen.getByRole('listitem').filter({ hasText: /Weir school.*1 device.*P1.*Aiko Mori.*Repair/ });
  await line.getByRole('link', { name: 'Weir school', exact: true }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/visits/${visitId}`);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Weir school' })).toBeVisible();
});

test('VP-06: the list of the address is the one that the server is asked for, and an empty one says so', async () => {
  const none = { body: { ...visitPage, visits: [] }, headers: { 'has-more': 'False', 'total-count': '0' } };
  const { screen, server } = await open('/visits', { ...full, 'GET /v1/visits': none });
  await expect.element(screen.getByText('No visits are planned.')).toBeVisible();
  await screen.getByRole('link', { name: /^Overdue/ }).click();
  const frame = screen.getByRole('region', { name: 'Overdue' });
  await expect.element(frame.getByText('No visit is overdue.')).toBeVisible();
  expect(server.called('GET /v1/visits').at(-1)?.query).toMatchObject({ list: 'overdue' });
});

test('VP-06: today stands on hours by person, the others in their day; each leads to its pack and record', async () => {
  const { screen } = await open();
  const lanes = screen.getByRole('region', { name: 'Today by hour' });
  await expect.element(lanes.getByRole('heading', { name: 'Aiko Mori 1' })).toBeVisible();
  await expect.element(lanes.getByRole('link', { name: /Weir school/ })).toBeVisible();
  await expect.element(screen.getByText('2 of 3 packed').first()).toBeVisible();
  await expect.element(screen.getByText('not in stock: Black toner').first()).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Pack of the visit to Weir school' }))
    .toHaveAttribute('href', `/visits/${visitId}/pack`);
  await expect
    .element(screen.getByRole('link', { name: 'Record the visit to Weir school' }))
    .toHaveAttribute('href', `/visits/${visitId}/record`);
});

test('VP-06 GE-08: the time since which a visit is under way is that of its organisation, as its planned hours', async () => {
  const [row] = visitPage.visits;
  const visits = [{ ...row, state: 'underWay', startedAt: '2026-11-26T02:13:00.000Z' }];
  const { screen } = await open('/visits', {
    ...full,
    'GET /v1/visits': { body: { ...visitPage, visits, zone: 'Asia/Tokyo' }, ...listed },
  });
  await expect.element(screen.getByText('Under way, since 11:13')).toBeVisible();
});

test.each([
  ['next to the plan', '/visits', 1440, /11:13/],
  ['on its page', `/visits/${visitId}`, 1440, /11\/26\/2026 11:13 Asia\/Tokyo/],
  ['on a telephone', '/visits', 480, /sent 11:13/],
])('VP-06 GE-08: %s a visit is done at the time of its organisation', async (_, path, width, time) => {
  await page.viewport(width, 900);
  const done = { state: 'done', doneAt: '2026-11-26T02:13:00.000Z' } as const;
  const visits = visitPage.visits.map((row) => ({ ...row, ...done }));
  const head = { ...visitPage.head, toRead: 1 };
  const { screen } = await open(path, {
    ...full,
    [one]: { body: { visit: { ...aVisit, ...done, zone: 'Asia/Tokyo' } } },
    'GET /v1/visits': { body: { ...visitPage, head, visits, zone: 'Asia/Tokyo' }, ...listed },
  });
  const where =
    path === '/visits' && width === 1440 ? screen.getByRole('complementary', { name: 'What waits' }) : screen;
  await expect.element(where.getByText(time).first()).toBeVisible();
});

test('VP-06: on a telephone the way back to all visits has room at the edge, like what is below it', async () => {
  await page.viewport(480, 900);
  const { screen } = await open(`/visits/${visitId}`);
  const back = screen.getByRole('link', { name: 'All visits' });
  await expect.element(back).toBeVisible();
  await expect.poll(() => back.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(12);
});

test('VP-06: what should have begun is named above the list, what is done today has its state, and / goes to the search', async () => {
  const [row] = visitPage.visits;
  const late = { ...row, hours: { from: '00:00', to: null } };
  const done = {
    ...row,
    visitId: '0193e0a0-0000-7000-8000-00000000f002',
    customerName: 'Tarn Furniture',
    state: 'done',
    startedAt: '2026-11-26T08:00:00.000Z',
    doneAt: '2026-11-26T09:12:00.000Z',
  };
  const { screen } = await open('/visits', {
    ...full,
    'GET /v1/visits': { body: { ...visitPage, visits: [late, done] }, ...listed },
  });
  await expect.element(screen.getByText('1 should have begun, the first at 00:00')).toBeVisible();
  const lanes = screen.getByRole('region', { name: 'Today by hour' });
  await expect.element(lanes.getByRole('link', { name: /Weir school.*should have begun/ })).toBeVisible();
  const line = screen.getByRole('listitem').filter({ hasText: /Tarn Furniture.*Repair.*Done, / });
  await expect.element(line).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(screen.getByRole('searchbox', { name: 'Search visits' })).toHaveFocus();
});

test('VP-06: by assignee each person has a group, and what waits stands in the column', async () => {
  const head = { ...visitPage.head, drafts: 1 };
  const { screen, server } = await open('/visits?list=byAssignee', {
    ...full,
    'GET /v1/visits': { body: { ...visitPage, head }, ...listed },
  });
  await expect.element(screen.getByRole('heading', { name: /Aiko Mori 1 visit, 1 device/ })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: /Without an assignee 1 visit/ })).toBeVisible();
  const side = screen.getByRole('complementary', { name: 'What waits' });
  await expect.element(side.getByRole('link', { name: 'Weir school' }).first()).toBeVisible();
  expect(server.called('GET /v1/visits').map(({ query }) => query['list'])).toContain('drafts');
});

test('VP-06: on a telephone the first screen is today, with big rows and the bar', async () => {
  await page.viewport(480, 900);
  const [planned, ...others] = visitPage.visits;
  const visits = [{ ...planned, place: null }, ...others];
  const { screen, router, server } = await open('/visits', {
    ...full,
    'GET /v1/visits': { body: { ...visitPage, visits }, ...listed },
  });
  await expect.element(screen.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  // Without a place the serial number says which device it is.
  await expect.element(screen.getByText('CKL248117')).toBeVisible();
  expect(server.called('GET /v1/visits')[0]?.query).toMatchObject({ assignee: 'me' });
  const row = screen.getByRole('link', { name: 'Weir school' });
  await expect.element(row).toBeVisible();
  expect(row.element().closest('li')?.getBoundingClientRect().height).toBeGreaterThanOrEqual(72);
  const bar = screen.getByRole('navigation', { name: 'Visits' });
  await expect.element(bar.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page');
  await expect.element(bar.getByRole('link', { name: 'Records' })).toHaveAttribute('href', '/visits/records');
  await row.click();
  await expect.poll(() => router.state.location.pathname).toBe(`/visits/${visitId}/pack`);
});

test('VP-06 GE-08: today is the day of the organisation, whose zone is named where the viewer has another', async () => {
  await page.viewport(480, 900);
  const { screen } = await open();
  await expect.element(screen.getByText('Thu, 11/26 Europe/Berlin', { exact: true })).toBeVisible();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const own = await open('/visits', {
    ...full,
    'GET /v1/visits': { body: { ...visitPage, zone: timeZone }, ...listed },
  });
  await expect.element(own.screen.getByText('Thu, 11/26', { exact: true })).toBeVisible();
});

test('VP-22: without a connection the screen says so and what is stored, and makes nothing', async () => {
  await page.viewport(480, 900);
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { screen } = await open();
  await expect.element(screen.getByText('No connection.', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('No visit is stored on this device.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Called' })).toBeDisabled();
  isOnline.mockRestore();
});

test('GE-06: a day that another person set meanwhile is shown next to mine, which goes for the present version', async () => {
  const theirs = { ...aVisit, plannedDay: '2026-12-04', version: 9 };
  const { screen, server } = await open(`/visits/${visitId}`, {
    ...full,
    [`POST /v1/visits/${visitId}/plan`]: { status: 409, body: { errorCode: 202002, current: { visit: theirs } } },
  });
  await screen.getByRole('button', { name: 'Move' }).click();
  await screen.getByLabelText('Day', { exact: true }).fill('2099-12-02');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('row', { name: 'Day 11/26/2026 12/02/2099 12/04/2026' })).toBeVisible();
  await screen.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(() => server.called(`POST /v1/visits/${visitId}/plan`).at(-1)?.body)
    .toMatchObject({ plannedDay: '2099-12-02', version: 9 });
});

test('VP-02: "I am there" begins the visit, and the page shows what is allowed then', async () => {
  const { screen, server } = await open(`/visits/${visitId}`);
  await screen.getByRole('button', { name: 'I am there' }).click();
  await expect.element(screen.getByText('Under way')).toBeVisible();
  expect(server.called(`POST /v1/visits/${visitId}/start`)).toHaveLength(1);
  await expect.element(screen.getByRole('button', { name: 'Cancel visit' })).not.toBeInTheDocument();
});

test.each(['/visits', `/visits/${visitId}`])('%s: a failure shows its code', async (path) => {
  const failed = { status: 503, body: { errorCode: 203003, detail: [] } };
  const { screen } = await open(path, { 'GET /v1/visits': failed, [one]: failed });
  await expect.element(screen.getByText('203003')).toBeVisible();
});

test.each([
  ['light', 'en-us', 1440, '/visits'],
  ['light', 'ja-jp', 960, '/visits'],
  ['dark', 'ja-jp', 480, '/visits'],
  ['light', 'ja-jp', 480, '/visits?list=open'],
  ['dark', 'en-us', 1440, '/visits?list=byAssignee'],
  ['light', 'en-us', 1440, `/visits/${visitId}`],
  ['dark', 'ja-jp', 480, `/visits/${visitId}`],
] as const)('in %s, %s, at %i px %s has no accessibility defect', async (theme, locale, width, path) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open(path, full, locale);
  await expect.element(screen.getByText('Weir school').last()).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
