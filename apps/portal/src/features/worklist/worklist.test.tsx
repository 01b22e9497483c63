import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { toDevices } from '../../../test/device-list/devices.ts';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { answered, idOf, me, page, rows } from '../../../test/worklist/data.ts';
import { detail as rowDetail } from '../../../test/worklist-row/detail.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const open = (path = '/worklist', routes: FakeRoutes = answered(), locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes });
const shownRows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.innerText.replaceAll(/\s+/g, ' '));
const currentRow = () => document.activeElement?.getAttribute('data-row');

test('WL-47 WL-56: rows in the order of work, each with class, cost, headline, state and who has it', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('row', { name: /C391, device down/ })).toBeVisible();
  expect(shownRows()).toEqual([
    expect.stringMatching(
      /New P1 54\.4 C391, device down · send a technician ?Black drum: replace now PKWL000001.*Rosvik Engineering.*over.*Open/,
    ),
    expect.stringMatching(/P1 14\.8 K Black toner empty · replace the cartridge PKWL000002.*三崎市立図書館.*Open/),
    expect.stringMatching(/P1 10\.0 Paper jam, device down · send a technician Came back PKWL000003.*Assigned.*Weber/),
    expect.stringMatching(
      /P2 7\.0 Collector silent since 11\/20\/2025, 14 devices behind it · check the collector .* norrby-1/,
    ),
    expect.stringMatching(/P3 0\.4 Fuser belt may fail in 5–19 d PKWL000005.*Assigned.*You/),
  ]);
  await expect.element(screen.getByText('P1 and P2 without an owner')).toBeVisible();
  await expect.element(screen.getByText('All 41 collectors heard.')).toBeVisible();
  await expect.element(screen.getByText(/2 planned, next 11\/28\/2025/)).toBeVisible();
});

test('WL-63: what is new stands above the line; Mark as seen names the instant of the list', async () => {
  const { screen, server } = await open('/worklist', {
    ...answered(),
    'POST /v1/worklist/seen': { body: { at: '2025-11-20T08:05:00Z' } },
  });
  await expect.element(screen.getByText('Since you were here')).toBeVisible();
  await expect.element(screen.getByText('1 above is new')).toBeVisible();
  await expect
    .element(screen.getByText('meanwhile 14 gone by themselves, 6 resolved by visits, 2 resolved by people'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Mark as seen' }).click();
  await expect.poll(() => server.called('POST /v1/worklist/seen').length).toBe(1);
});

test('WL-55 WL-57: filters and views stand in the address, and the server is asked for them', async () => {
  const { screen, router, server } = await open();
  await screen.getByRole('button', { name: 'No owner 3' }).click();
  expect(router.state.location.search).toEqual({ assignee: 'none' });
  await screen.getByRole('button', { name: 'P1 3' }).click();
  await expect
    .poll(() => server.called('GET /v1/worklist').at(-1)?.query)
    .toMatchObject({ assignee: 'none', priority: 'P2,P3', facets: '1' });
  await screen.getByRole('button', { name: /^Customer: 0 chosen/ }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'Rosvik Engineering 4' }).click();
  expect(router.state.location.search).toMatchObject({ customer: '["C-20043"]' });
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Waiting for parts' }).click();
  expect(router.state.location.search).toEqual({ waiting: 'waitingForPart' });
});

test('WL-61: j and k move, x selects, e acknowledges all conditions of the row, u takes it back', async () => {
  const results = (version: number) => [101, 102].map((index) => ({ conditionId: idOf(index), code: 0, version }));
  const { screen, server } = await open('/worklist', {
    ...answered(),
    'POST /v1/worklist/actions': { body: { actionId: idOf(700), results: results(2) } },
  });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('jj');
  expect(currentRow()).toBe(rows[1]?.rowId);
  await userEvent.keyboard('k');
  expect(currentRow()).toBe(rows[0]?.rowId);
  await userEvent.keyboard('e');
  await expect.element(screen.getByText('2 conditions acknowledged')).toBeVisible();
  expect(server.called('POST /v1/worklist/actions').at(-1)?.body).toEqual({
    action: 'acknowledge',
    items: [
      { conditionId: idOf(101), version: 1 },
      { conditionId: idOf(102), version: 1 },
    ],
  });
  await userEvent.keyboard('u');
  await expect.element(screen.getByText('Taken back')).toBeVisible();
  expect(server.called('POST /v1/worklist/actions').at(-1)?.body).toMatchObject({
    action: 'undo',
    actionId: idOf(700),
    items: [{ version: 2 }, { version: 2 }],
  });
  await userEvent.keyboard('i');
  await expect
    .poll(() => server.called('POST /v1/worklist/actions').at(-1)?.body)
    .toMatchObject({ action: 'assign', assignee: me.userId });
});

test('WL-61: keys are off while something is typed; / leads to the search', async () => {
  const { screen, router } = await open();
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('/');
  await userEvent.keyboard('jx');
  await expect.poll(() => router.state.location.search).toEqual({ search: 'jx' });
  expect(document.querySelectorAll('[aria-selected="true"]')).toHaveLength(0);
});

test('WL-62: rows selected turn the foot line into actions; what was not done is named with its reason', async () => {
  const { screen } = await open('/worklist', {
    ...answered(),
    'POST /v1/worklist/actions': {
      body: {
        actionId: idOf(700),
        results: [
          { conditionId: idOf(101), code: 0 },
          { conditionId: idOf(102), code: 0 },
          { conditionId: idOf(103), code: 202002 },
        ],
      },
    },
  });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('jxjx');
  const bar = screen.getByRole('toolbar', { name: 'Actions' });
  await expect.element(bar.getByText('2 rows, 3 conditions')).toBeVisible();
  await bar.getByRole('button', { name: 'Acknowledge' }).click();
  await expect
    .element(screen.getByText(/2 conditions acknowledged.*1 not done:.*PKWL000002, Black toner empty/))
    .toBeVisible();
  // What is done is no longer selected; what is left can be tried again.
  await expect.element(bar.getByText('1 row, 1 condition')).toBeVisible();
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
});

test('WL-59 WL-61: Enter opens a row, j takes the drawer along, r and a number resolve, Escape closes', async () => {
  const detail = (index: number) => ({
    [`GET /v1/worklist/${idOf(index)}`]: { body: { ...rowDetail, row: rows[index - 1] ?? null } },
  });
  const { screen, router, server } = await open('/worklist', {
    ...answered(),
    ...detail(1),
    ...detail(2),
    'GET /v1/worklist/people': { body: { people: [{ ...me, rows: 1, visitsToday: 0 }] } },
    'POST /v1/worklist/actions': {
      body: { actionId: idOf(700), results: [{ conditionId: idOf(103), code: 0 }] },
    },
  });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('j{Enter}');
  await expect.poll(() => router.state.location.search).toEqual({ row: rows[0]?.rowId });
  await expect.element(screen.getByRole('complementary').getByText('PKWL000001')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.poll(() => router.state.location.search).toEqual({ row: rows[1]?.rowId });
  await expect.element(screen.getByRole('complementary').getByText('PKWL000002')).toBeVisible();
  await userEvent.keyboard('r');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('2');
  await dialog.getByRole('button', { name: /^Resolve/ }).click();
  await expect
    .poll(() => server.called('POST /v1/worklist/actions').at(-1)?.body)
    .toMatchObject({ action: 'resolve', reason: 'noFaultFound', items: [{ conditionId: idOf(103) }] });
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.poll(() => router.state.location.search).toEqual({});
  await userEvent.keyboard('?');
  await expect.element(screen.getByRole('dialog', { name: 'All keys' })).toBeVisible();
});

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

test('JN-01: on a slow network a row shows at once what it will be, and the next row does not wait for it', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { screen, server } = await open('/worklist', {
    ...answered(),
    'POST /v1/worklist/actions': async ({ body }) => {
      await held;
      const { items } = body as { items: { conditionId: string }[] };
      return { body: { actionId: idOf(700), results: items.map(({ conditionId }) => ({ conditionId, code: 0 })) } };
    },
  });
  const first = screen.getByRole('row', { name: /C391/ });
  const second = screen.getByRole('row', { name: /PKWL000002/ });
  await expect.element(first).toBeVisible();
  await userEvent.keyboard('jeje');
  await expect.element(first).toHaveAttribute('aria-busy', 'true');
  await expect.element(first.getByText('Acknowledged')).toBeVisible();
  await expect.element(second.getByText('Acknowledged')).toBeVisible();
  await expect.poll(() => server.called('POST /v1/worklist/actions')).toHaveLength(2);
  release();
  await expect.element(second).not.toHaveAttribute('aria-busy');
  await expect.element(first).not.toHaveAttribute('aria-busy');
  // Both can be taken back, the newest first.
  await userEvent.keyboard('u');
  await expect.element(screen.getByText(/^Taken back: /)).toBeVisible();
  await userEvent.keyboard('u');
  await expect.poll(() => server.called('POST /v1/worklist/actions')).toHaveLength(4);
  const undone = server
    .called('POST /v1/worklist/actions')
    .map(({ body }) => body as { items: { conditionId: string }[] });
  expect(undone[2]?.items.map(({ conditionId }) => conditionId)).toEqual([idOf(103)]);
  expect(undone[3]?.items.map(({ conditionId }) => conditionId)).toEqual([idOf(101), idOf(102)]);
});

test('WL-61: keys work from every control that does not use them itself', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Group by nothing' }).click();
  await screen.getByRole('menuitem', { name: 'model' }).click();
  await expect.element(screen.getByRole('button', { name: 'Group by model' })).toHaveFocus();
  await userEvent.keyboard('j');
  expect(currentRow()).toBe(rows[0]?.rowId);
  await screen
    .getByRole('row', { name: /PKWL000002/ })
    .getByRole('checkbox')
    .click();
  await userEvent.keyboard('j');
  expect(currentRow()).toBe(rows[2]?.rowId);
});

test('WL-60: a press next to the box of a row selects the row, a press elsewhere opens it', async () => {
  const { screen, router } = await open();
  const second = screen.getByRole('row', { name: /PKWL000002/ });
  await second
    .getByRole('gridcell')
    .first()
    .click({ position: { x: 4, y: 4 } });
  await expect.element(second).toHaveAttribute('aria-selected', 'true');
  expect(router.state.location.search).toEqual({});
  await second.getByRole('gridcell').nth(4).click();
  await expect.poll(() => router.state.location.search).toEqual({ row: rows[1]?.rowId });
});

test('WL-57: head, marks and groups mean the same by "without an owner": acknowledged alone is not owned', async () => {
  const seen = rows.map((row) => (row.state === 'open' ? { ...row, state: 'acknowledged' as const } : row));
  const { screen } = await open('/worklist?groupBy=kind', answered({ ...page, rows: seen, groups: [] }));
  await expect.element(screen.getByText('3 P1 and P2 without an owner')).toBeVisible();
  expect(document.querySelectorAll('[data-tone="open"]')).toHaveLength(3);
  expect(screen.getByText('1 without an owner').elements()).toHaveLength(3);
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

test('WL-64: an empty list names what is snoozed, P4 and resolved today, and leads there', async () => {
  const head = { ...page.head, unowned: 0, pressing: 0, p3: 0, snoozed: 11, p4: 81, resolvedToday: 38 };
  const { screen, router } = await open('/worklist', answered({ ...page, rows: [], head }));
  await expect.element(screen.getByRole('heading', { name: 'Nothing needs anybody.' })).toBeVisible();
  const parts = [...document.querySelectorAll('dl div')].map((part) => part.textContent);
  expect(parts).toEqual(['Snoozed11Show snoozed', 'P4, not shown81Show P4', 'Resolved today38']);
  expect(await findProblems()).toEqual([]);
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

test('WL-58: grouped rows fold, and each head has count, sum and what has no owner', async () => {
  const groups = [
    { value: 'C-20043', name: 'Rosvik Engineering', count: 4, cost: 71.8 },
    { value: 'C-20022', name: '三崎市立図書館', count: 1, cost: 14.8 },
  ];
  const { screen } = await open('/worklist?groupBy=customer', answered({ ...page, groups }));
  const head = screen.getByRole('button', { name: /71\.8 Rosvik Engineering/ });
  await expect.element(head).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByText('4 rows')).toBeVisible();
  await head.click();
  await expect.element(head).toHaveAttribute('aria-expanded', 'false');
  expect(shownRows()).toHaveLength(1);
});

test('GE-20: the strip leads from the devices to the worklist; Start here holds for the next login', async () => {
  const { screen, router } = await open('/devicelist');
  const strip = screen.getByRole('navigation', { name: 'Areas' });
  await expect.element(strip).toHaveStyle({ position: 'sticky', top: '44px' });
  await screen.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Worklist' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/worklist');
  await expect.element(screen.getByRole('link', { name: 'Worklist' })).toHaveAttribute('aria-current', 'page');
  await screen.getByRole('button', { name: 'Start here' }).click();
  await expect.element(screen.getByRole('button', { name: 'Starts here' })).toBeVisible();
});

test.each([
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
  ['dark', 'en-us', 1680],
  ['light', 'ja-jp', 960],
] as const)('GE-19: in %s, %s, at %i px the screen has no accessibility defect', async (theme, locale, width) => {
  await browser.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open('/worklist', answered(), locale);
  await expect.element(screen.getByText('PKWL000001')).toBeVisible();
  await userEvent.keyboard('jx');
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('WL-41 WL-72 WL-73: the strip shows value, target and what is missed; h folds it for good, the panel names causes and devices', async () => {
  const { screen, router } = await open();
  const strip = screen.getByRole('region', { name: 'How good is this list' });
  await expect.element(strip.getByText('19%')).toBeVisible();
  await expect.element(strip.getByText('at most 5%')).toBeVisible();
  await expect.element(strip.getByText('not known')).toBeVisible();
  await expect.element(strip.getByText('90% in 1 h 50')).toBeVisible();
  await strip.getByRole('button', { name: 'What causes it' }).click();
  const dialog = screen.getByRole('dialog', { name: 'How good is this list' });
  await expect
    .element(dialog.getByRole('row', { name: /P1 among all new.*19%.*Target missed.*at most 5%/ }))
    .toBeVisible();
  await expect.element(dialog.getByText('Down C371')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'CNDR71234' }))
    .toHaveAttribute('href', expect.stringContaining('row=01900000-0000-7000-8000-000000000101'));
  expect(await findProblems()).toEqual([]);
  await dialog
    .getByRole('row', { name: /P1 among all new/ })
    .getByRole('link', { name: 'Supplies' })
    .click();
  await expect.poll(() => router.state.location.search).toMatchObject({ kind: 'supply' });
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('h');
  await expect.element(strip).not.toBeInTheDocument();
  const summary = 'How good is this list: 4 of 7 targets met';
  await expect.element(screen.getByRole('button', { name: summary })).toBeVisible();
  await router.navigate({ to: '/devicelist' });
  await expect.element(screen.getByText('No devices')).toBeVisible();
  await router.navigate({ to: '/worklist' });
  await screen.getByRole('button', { name: summary }).click();
  await expect.element(strip).toBeVisible();
});

test('WL-47: the heads sort; aria-sort names the order in force', async () => {
  const { screen, router, server } = await open();
  const head = (name: string) => screen.getByRole('columnheader', { name });
  await expect.element(head('Cost of waiting')).toHaveAttribute('aria-sort', 'descending');
  await head('Since').getByRole('button').click();
  await expect.poll(() => server.called('GET /v1/worklist').at(-1)?.query).toMatchObject({ sort: 'since' });
  await expect.element(head('Since')).toHaveAttribute('aria-sort', 'ascending');
  await head('Since').getByRole('button').click();
  await expect
    .poll(() => server.called('GET /v1/worklist').at(-1)?.query)
    .toMatchObject({ sort: 'since', sortOrder: 'desc' });
  await expect.element(head('Since')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(head('Cost of waiting')).not.toHaveAttribute('aria-sort');
  await head('Cost of waiting').getByRole('button').click();
  await expect.poll(() => router.state.location.search).toEqual({});
  for (const column of ['Priority', 'What', 'Device', 'Customer', 'Answer', 'State', 'Who'])
    await expect.element(head(column).getByRole('button')).toBeVisible();
});

test('WL-61: f leads to the filters, left and right fold and open a group, . copies the link', async () => {
  const groups = [{ value: 'C-20043', name: 'Rosvik Engineering', count: 4, cost: 71.8 }];
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen } = await open('/worklist?groupBy=customer', answered({ ...page, groups }));
  const head = screen.getByRole('button', { name: /71\.8 Rosvik Engineering/ });
  await expect.element(head).toBeVisible();
  await userEvent.keyboard('j{ArrowLeft}');
  await expect.element(head).toHaveAttribute('aria-expanded', 'false');
  await expect.element(head).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(head).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('f');
  await expect.element(screen.getByRole('button', { name: 'Mine 1' })).toHaveFocus();
  await userEvent.keyboard('.');
  await expect.element(screen.getByText('Link copied.')).toBeVisible();
  expect(write).toHaveBeenCalledWith(window.location.href);
  write.mockRestore();
});

test('WL-71: the export asks for what the list shows, and names the file by its rows', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { screen, server } = await open('/worklist?kind=down&sort=since', {
    ...answered(),
    'GET /v1/worklist/export': { raw: '\uFEFFa\r\n1\r\n', headers: { 'total-count': '1' } },
  });
  await screen.getByRole('button', { name: 'Export the worklist' }).click();
  await screen.getByRole('menuitem', { name: 'Export as CSV' }).click();
  await expect.element(screen.getByText(/^1 row exported to worklist-\d{4}-\d\d-\d\d\.csv\.$/)).toBeVisible();
  expect(server.called('GET /v1/worklist/export')[0]?.query).toMatchObject({
    format: 'csv',
    kind: 'down',
    sort: 'since',
  });
  vi.restoreAllMocks();
});

test('WL-19 WL-69: a call is entered for a device that is found by typing', async () => {
  const devices = toDevices(0, 1);
  const { screen, server } = await open('/worklist', {
    ...answered(),
    'GET /v1/devices': { body: { devices }, headers: { 'has-more': 'False', 'total-count': '1' } },
    'POST /v1/worklist/conditions': { body: { condition: rows[0]?.conditions[0] } },
  });
  await screen.getByRole('button', { name: 'Enter a call' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Enter a call' });
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect.element(dialog.getByText('Choose the device first.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Device' }).fill(devices[0]?.serial ?? '');
  await expect.element(dialog.getByRole('radio')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Device' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('radio')).toBeChecked();
  await dialog.getByRole('combobox', { name: 'What is wrong' }).selectOptions('paperJam');
  expect(dialog.getByRole('option').elements()).toHaveLength(12);
  await dialog.getByRole('textbox', { name: 'Words' }).fill('again');
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.called('POST /v1/worklist/conditions')[0]?.body).toEqual({
    deviceId: devices[0]?.deviceId,
    matter: 'paperJam',
    unusable: false,
    text: 'again',
  });
});

test('GE-04 GE-12 OA-20: only what the answer allows for the rows that are meant is offered', async () => {
  const limited = {
    ...page,
    rows: rows.map((row) => ({ ...row, actions: ['acknowledge' as const, 'note' as const] })),
  };
  const { screen } = await open('/worklist', answered(limited));
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('jx');
  const bar = screen.getByRole('toolbar', { name: 'Actions' });
  await expect.element(bar.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
  await expect.element(bar.getByRole('button', { name: 'Assign' })).not.toBeInTheDocument();
  await userEvent.keyboard('v');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
