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

test('a refresh never moves a row under the hand: it is marked, and sorted again on demand', async () => {
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
  await screen.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(screen.getByText('This row changed')).toBeVisible();
  expect(shownRows()[0]).toMatch(/PKWL000001/);
  await screen.getByRole('button', { name: 'Sort again' }).click();
  await expect.element(screen.getByText('This row changed')).not.toBeInTheDocument();
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
    .element(dialog.getByRole('row', { name: /P1 of all opened.*19%.*Target missed.*at most 5%/ }))
    .toBeVisible();
  await expect.element(dialog.getByText('Down C371')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'CNDR71234' }))
    .toHaveAttribute('href', expect.stringContaining('row=01900000-0000-7000-8000-000000000101'));
  expect(await findProblems()).toEqual([]);
  await dialog
    .getByRole('row', { name: /P1 of all opened/ })
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

test('GE-04 OA-20: only what the answer allows for the rows that are meant is offered', async () => {
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
