import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { wipe } from '../../../test/render-portal.tsx';
import { answered, idOf, me, page, rows } from '../../../test/worklist/data.ts';
import { currentRow, open } from '../../../test/worklist/open.tsx';
import { detail as rowDetail } from '../../../test/worklist-row/detail.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(wipe);

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

test('WL-42 WL-61: u names what cannot be taken back, and does not take back what was done before it', async () => {
  const { screen, server } = await open('/worklist', {
    ...answered(),
    'POST /v1/worklist/actions': ({ body }) => {
      const { items } = body as { items: { conditionId: string }[] };
      return { body: { actionId: idOf(700), results: items.map(({ conditionId }) => ({ conditionId, code: 0 })) } };
    },
  });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('je');
  await expect.element(screen.getByText('2 conditions acknowledged')).toBeVisible();
  await userEvent.keyboard('jn');
  await screen.getByRole('dialog').getByLabelText('Note', { exact: true }).fill('Key at the desk');
  await screen.getByRole('button', { name: 'Add' }).click();
  await expect.element(screen.getByText('Note added')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await userEvent.keyboard('u');
  await expect.element(screen.getByText(/^Only acknowledging, .* can be undone\.$/)).toBeVisible();
  expect(server.called('POST /v1/worklist/actions')).toHaveLength(2);
  await userEvent.keyboard('u');
  await expect.poll(() => server.called('POST /v1/worklist/actions').at(-1)?.body).toMatchObject({ action: 'undo' });
});

test('WL-61: keys are off while something is typed; / leads to the search', async () => {
  const { screen, router } = await open();
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('/');
  await userEvent.keyboard('jx');
  await expect.poll(() => router.state.location.search).toEqual({ search: 'jx' });
  expect(document.querySelectorAll('[aria-selected="true"]')).toHaveLength(0);
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
  await expect.element(screen.getByText('1 condition resolved')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => router.state.location.search).toEqual({});
  await expect.element(screen.getByText('1 condition resolved')).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(screen.getByRole('dialog', { name: 'All keys' })).toBeVisible();
});

test('GE-19 WL-59: Back closes the opened row, and closing it leaves no further step behind', async () => {
  const { screen, router } = await open('/worklist?kind=down', {
    ...answered(),
    [`GET /v1/worklist/${idOf(1)}`]: { body: rowDetail },
    [`GET /v1/worklist/${idOf(2)}`]: { body: rowDetail },
  });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('j{Enter}');
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'down', row: rows[0]?.rowId });
  const steps = router.history.length;
  await userEvent.keyboard('j');
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'down', row: rows[1]?.rowId });
  router.history.back();
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'down' });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  for (const [key, search] of [
    ['{Enter}', { kind: 'down', row: rows[1]?.rowId }],
    ['{Escape}', { kind: 'down' }],
    ['{Enter}', { kind: 'down', row: rows[1]?.rowId }],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.poll(() => router.state.location.search).toEqual(search);
  }
  expect(router.history.length).toBe(steps);
});

test('DE-23 WL-61: keys mean the row that a link opened', async () => {
  const { screen, server } = await open(`/worklist?row=${idOf(1)}`, {
    ...answered(),
    [`GET /v1/worklist/${idOf(1)}`]: { body: { ...rowDetail, row: rows[0] ?? null } },
    'POST /v1/worklist/actions': {
      body: { actionId: idOf(700), results: [{ conditionId: idOf(101), code: 0 }] },
    },
  });
  await expect.element(screen.getByRole('complementary').getByText('PKWL000001')).toBeVisible();
  await userEvent.keyboard('e');
  await expect.poll(() => server.called('POST /v1/worklist/actions').length).toBe(1);
});

test('GE-19 WL-59: a second Escape before the browser has gone back does not leave the list', async () => {
  const { screen, router } = await open('/worklist?kind=down', {
    ...answered(),
    [`GET /v1/worklist/${idOf(1)}`]: { body: rowDetail },
  });
  router.history.push('/worklist?kind=stopped');
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'stopped' });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('j{Enter}');
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'stopped', row: rows[0]?.rowId });
  const escape = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  for (const pressed of [escape(), escape()]) document.activeElement?.dispatchEvent(pressed);
  await expect.poll(() => router.state.location.search).not.toHaveProperty('row');
  expect(router.state.location.search).toEqual({ kind: 'stopped' });
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

test('GE-19 WL-62: an action that takes its own button away leaves the focus at the row', async () => {
  const { screen } = await open('/worklist', {
    ...answered(),
    'POST /v1/worklist/actions': ({ body }) => {
      const { items } = body as { items: { conditionId: string }[] };
      return { body: { actionId: idOf(700), results: items.map(({ conditionId }) => ({ conditionId, code: 0 })) } };
    },
  });
  const second = screen.getByRole('row', { name: /PKWL000002/ });
  await expect.element(second).toBeVisible();
  await userEvent.keyboard('jjx');
  await screen.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Acknowledge' }).click();
  await expect.element(screen.getByText('1 condition acknowledged')).toBeVisible();
  await expect.element(second).toHaveFocus();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText(/^Taken back/)).toBeVisible();
  await expect.element(second).toHaveFocus();
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
