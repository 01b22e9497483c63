import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { findProblems, wipe } from '../../../test/render-portal.tsx';
import { answered, me, page, rows } from '../../../test/worklist/data.ts';
import { open, shownRows } from '../../../test/worklist/open.tsx';

beforeEach(() => browser.viewport(1440, 900));
afterEach(wipe);

test('GE-21: a refresh never moves a row under the hand: it is marked, and sorted again on demand', async () => {
  let answers = 0;
  const changed = { ...page, rows: [rows[1], { ...rows[0], state: 'assigned', assignee: me }, ...rows.slice(2)] };
  const { screen } = await open('/worklist', {
    ...answered(),
    'GET /v1/worklist': () => ({
      body: ++answers === 1 ? page : changed,
      headers: { 'has-more': 'False', 'total-count': '5' },
    }),
  });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('j');
  const placeOf = () => document.querySelector('[data-row]')?.getBoundingClientRect().top;
  const place = placeOf();
  await screen.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(screen.getByText('This row changed')).toBeVisible();
  expect(shownRows()[0]).toMatch(/PKWL000001/);
  expect(placeOf()).toBe(place);
  await screen.getByRole('button', { name: 'Sort again' }).click();
  await expect.element(screen.getByText('This row changed')).not.toBeInTheDocument();
});

test('GE-21: the list is asked for again each minute, by its tag, and an unchanged one stays', async () => {
  const tag = 'W/"same"';
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { screen, server } = await open('/worklist', {
      ...answered(),
      'GET /v1/worklist': ({ headers }) => ({
        ...(headers['if-none-match'] === tag ? { status: 304, raw: null } : { body: page }),
        headers: { 'has-more': 'False', 'total-count': '5', etag: tag },
      }),
    });
    await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
    const tags = () => server.called('GET /v1/worklist').map(({ headers }) => headers['if-none-match']);
    vi.advanceTimersByTime(59_000);
    expect(tags()).toEqual([undefined]);
    vi.advanceTimersByTime(1_000);
    await expect.poll(tags).toEqual([undefined, tag]);
    await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test('a row that went keeps no red and can be neither selected nor acted on', async () => {
  let answers = 0;
  const { screen, server } = await open('/worklist', {
    ...answered(),
    'GET /v1/worklist': () => ({
      body: ++answers === 1 ? page : { ...page, rows: rows.slice(1) },
      headers: { 'has-more': 'False', 'total-count': '5' },
    }),
  });
  const first = screen.getByRole('row', { name: /C391/ });
  await expect.element(first).toBeVisible();
  const colorOf = () => getComputedStyle(document.querySelector('[data-row] td') ?? document.body).backgroundColor;
  await userEvent.keyboard('j');
  const red = colorOf();
  await screen.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(screen.getByText('No longer in this list')).toBeVisible();
  expect(colorOf()).not.toBe(red);
  await expect.element(first.getByRole('checkbox')).toBeDisabled();
  await userEvent.keyboard('xe');
  await expect.element(screen.getByRole('toolbar', { name: 'Actions' })).not.toBeInTheDocument();
  expect(server.called('POST /v1/worklist/actions')).toHaveLength(0);
});

test('WL-64: nothing open is good news only with its proof; with a filter it is something else', async () => {
  const none = { ...page, rows: [], head: { ...page.head, unowned: 0, pressing: 0 } };
  const { screen } = await open('/worklist', answered(none));
  await expect.element(screen.getByText('Nothing needs anybody.')).toBeVisible();
  await expect.element(screen.getByText(/41 of 41 collectors heard\.$/)).toBeVisible();
  await screen.unmount();
  const { screen: filtered, router } = await open('/worklist?assignee=me', answered(none));
  await expect.element(filtered.getByText('Nothing here with these filters.')).toBeVisible();
  await filtered.getByRole('button', { name: 'Clear the filters' }).click();
  expect(router.state.location.search).toEqual({});
  await filtered.unmount();
  const stale = { ...none, freshness: { ...none.freshness, collectors: { working: 40, all: 41 } } };
  const { screen: old } = await open('/worklist', answered(stale));
  await expect.element(old.getByText(/^1 collector is silent/)).toBeVisible();
  await expect.element(old.getByText('Nothing needs anybody.')).not.toBeInTheDocument();
  await old.unmount();
  const { screen: unsure } = await open('/worklist?kind=down', answered(stale));
  await expect.element(unsure.getByText('The data is not fresh: there may be more.')).toBeVisible();
});

test('WL-55 WL-64: an empty list names what is snoozed, P4 and resolved today, and leads there', async () => {
  const head = { ...page.head, unowned: 0, pressing: 0, p3: 0, snoozed: 11, p4: 81, resolvedToday: 38 };
  const { screen, router } = await open('/worklist', answered({ ...page, rows: [], head }));
  await expect.element(screen.getByRole('heading', { name: 'Nothing needs anybody.' })).toBeVisible();
  const parts = [...document.querySelectorAll('dl div')].map((part) => part.textContent);
  expect(parts).toEqual(['Snoozed11Show snoozed', 'P4, not shown81Show P4', 'Resolved today38Show resolved']);
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('button', { name: 'Show resolved' }).click();
  expect(router.state.location.search).toEqual({ state: 'resolved' });
  await screen.getByRole('button', { name: 'Clear the filters' }).click();
  await screen.getByRole('button', { name: 'Show snoozed' }).click();
  expect(router.state.location.search).toEqual({ state: 'snoozed', priority: 'P1,P2,P3,P4' });
});

test('WL-64: an empty list whose refresh failed is no good news', async () => {
  let answers = 0;
  const { screen } = await open('/worklist', {
    ...answered(),
    'GET /v1/worklist': () =>
      ++answers === 1
        ? { body: { ...page, rows: [] }, headers: { 'has-more': 'False', 'total-count': '0' } }
        : { status: 503, body: { errorCode: 203003, detail: [] } },
  });
  await expect.element(screen.getByText('Nothing needs anybody.')).toBeVisible();
  await screen.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(screen.getByText(/^No row is open, but the data is not fresh/)).toBeVisible();
  await expect.element(screen.getByText('Nothing needs anybody.')).not.toBeInTheDocument();
});

test('a refresh that fails leaves the rows, with a note since when they stand', async () => {
  let answers = 0;
  const { screen } = await open('/worklist', {
    ...answered(),
    'GET /v1/worklist': () =>
      ++answers === 1
        ? { body: page, headers: { 'has-more': 'False', 'total-count': '5' } }
        : { status: 503, body: { errorCode: 203003, detail: [] } },
  });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Refresh' }).click();
  const note = screen.getByRole('alert').filter({ hasText: 'The list could not be refreshed.' });
  await expect.element(note).toHaveTextContent(/203003 .*Shown is what was there at/);
  await expect.element(screen.getByText(/^As of .*, just now$/)).toBeVisible();
  expect(shownRows()).toHaveLength(5);
});
