import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
  await expect.element(screen.getByRole('link', { name: /Customer unknown.*Without an assignee/ })).toBeVisible();
  await screen.getByRole('link', { name: /Weir school.*P1.*1 device.*Aiko Mori.*Repair/ }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/visits/${visitId}`);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Weir school' })).toBeVisible();
});

test('VP-06: the list of the address is the one that the server is asked for, and an empty one says so', async () => {
  const none = { body: { ...visitPage, visits: [] }, headers: { 'has-more': 'False', 'total-count': '0' } };
  const { screen, server } = await open('/visits', { ...full, 'GET /v1/visits': none });
  await expect.element(screen.getByText('No visits are planned.')).toBeVisible();
  await screen.getByRole('link', { name: /^Overdue/ }).click();
  await expect.element(screen.getByText('No visit is overdue.')).toBeVisible();
  expect(server.called('GET /v1/visits').at(-1)?.query).toMatchObject({ list: 'overdue' });
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
  ['dark', 'ja-jp', 480, '/visits'],
  ['light', 'en-us', 1440, `/visits/${visitId}`],
  ['dark', 'ja-jp', 480, `/visits/${visitId}`],
] as const)('in %s, %s, at %i px %s has no accessibility defect', async (theme, locale, width, path) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open(path, full, locale);
  await expect.element(screen.getByText('Weir school').first()).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
