import type { WorklistRow } from '@platen/contract/worklist-item';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { toDevices } from '../../../test/device-list/devices.ts';
import { findProblems, wipe } from '../../../test/render-portal.tsx';
import { answered, idOf, me, page, rows } from '../../../test/worklist/data.ts';
import { open, shownRows } from '../../../test/worklist/open.tsx';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

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

test('WL-57: head, marks and groups mean the same by "without an owner": acknowledged alone is not owned', async () => {
  const seen = rows.map((row) => (row.state === 'open' ? { ...row, state: 'acknowledged' as const } : row));
  const { screen } = await open('/worklist?groupBy=kind', answered({ ...page, rows: seen, groups: [] }));
  await expect.element(screen.getByText('3 P1 and P2 without an owner')).toBeVisible();
  expect(document.querySelectorAll('[data-tone="open"]')).toHaveLength(3);
  expect(screen.getByText('1 without an owner').elements()).toHaveLength(3);
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

test('VP-01: the planned day of a row leads to its visit', async () => {
  const visitId = idOf(777);
  const [first] = rows;
  const planned = { plannedDay: '2025-11-20', visitId, state: 'planned', work: 'planned' } as const;
  const conditions = first?.conditions.map((one) => ({ ...one, ...planned })) ?? [];
  const today = { ...first, conditions, state: 'planned', plannedDay: '2025-11-20' } as WorklistRow;
  const { screen, router } = await open('/worklist', answered({ ...page, rows: [today] }));
  await screen
    .getByRole('row', { name: /PKWL000001/ })
    .getByRole('link')
    .click();
  await expect.poll(() => router.state.location.pathname).toBe(`/visits/${visitId}`);
});

test('VP-22: without a connection an area says that it needs one, and leads to the stored visits', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { screen, router } = await open();
  await expect.element(screen.getByText('No connection. This area needs one.')).toBeVisible();
  await screen.getByRole('link', { name: 'Stored visits' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/visits');
  await expect.element(screen.getByText('No connection. This area needs one.')).not.toBeInTheDocument();
  isOnline.mockRestore();
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

test('WL-55: a group of the user is a filter, one at a time; who has none gets no such filter', async () => {
  const groups = [
    { groupId: 0, name: 'All Devices' },
    { groupId: 7, name: 'North' },
    { groupId: 9, name: 'South' },
  ];
  const { screen, router, server } = await open('/worklist', {
    ...answered(),
    'GET /v1/users/me': { body: { groups, userId: me.userId, name: me.name, role: 'dealer' } },
  });
  await screen.getByRole('button', { name: 'Group: 0 chosen' }).click();
  await expect.element(screen.getByRole('menuitemcheckbox', { name: 'All Devices' })).not.toBeInTheDocument();
  await screen.getByRole('menuitemcheckbox', { name: 'North' }).click();
  await expect.poll(() => router.state.location.search).toMatchObject({ groupId: '7' });
  await expect.poll(() => server.called('GET /v1/worklist').at(-1)?.query).toMatchObject({ groupId: '7' });
  await expect.element(screen.getByRole('button', { name: 'Group: 1 chosen' })).toBeVisible();
  await screen.getByRole('menuitemcheckbox', { name: 'South' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ groupId: '9' });
  await screen.unmount();
  const { screen: without } = await open();
  await expect.element(without.getByRole('button', { name: 'Model: 0 chosen' })).toBeVisible();
  await expect.element(without.getByRole('button', { name: /^Group:/ })).not.toBeInTheDocument();
});
