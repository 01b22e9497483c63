import type { SavedView } from '@platen/contract/views';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { answered } from '../../../../test/worklist/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(wipe);

const viewId = '0190a0b0-0000-7000-8000-000000000501';
const haldane: SavedView = {
  viewId,
  area: 'worklist',
  name: 'Haldane, no owner',
  shared: false,
  isDefault: false,
  own: true,
  definition: { assignee: 'none', kind: 'down' },
  version: 3,
};
const open = (path: string, routes: FakeRoutes = {}, views: readonly SavedView[] = [haldane]) =>
  renderPortal({
    path,
    locale: 'en-us',
    session: signedInUser,
    routes: { ...answered(), 'GET /v1/views': { body: { views } }, ...routes },
  });
const tab = (name: RegExp) => browser.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });

test('FV-01 WL-61: a saved view is a tab with a number key; its address holds its id and its filters', async () => {
  const { screen, router, server } = await open('/worklist');
  await expect.element(tab(/^Haldane, no owner 12$/)).toBeVisible();
  await expect.element(tab(/^Mine 4$/)).toBeVisible();
  await userEvent.keyboard('5');
  await expect.poll(() => router.state.location.search).toEqual({ assignee: 'none', kind: 'down', view: viewId });
  await expect.element(tab(/^Haldane, no owner 5$/)).toHaveAttribute('aria-current', 'true');
  await expect
    .poll(() => server.called('GET /v1/worklist').at(-1)?.query)
    .toMatchObject({ assignee: 'none', kind: 'down' });
  await screen.getByRole('button', { name: 'P1 3' }).click();
  await expect.element(tab(/^Haldane.*changed$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ assignee: 'none', kind: 'down', view: viewId });
});

test('FV-01: a changed list is saved under a name, and shown under it', async () => {
  const { screen, router, server } = await open(
    '/worklist?kind=down',
    { 'POST /v1/views': { body: { view: { ...haldane, definition: { kind: 'down' } } } } },
    [],
  );
  await screen.getByRole('button', { name: 'Save as', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Give the view a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Haldane, no owner');
  await dialog.getByRole('checkbox', { name: 'Open the worklist with this view' }).click();
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'down', view: viewId });
  expect(server.called('POST /v1/views')[0]?.body).toEqual({
    area: 'worklist',
    name: 'Haldane, no owner',
    isDefault: true,
    shared: false,
    definition: { kind: 'down' },
  });
});

test('FV-01: renaming and deleting; a view that others share cannot be changed', async () => {
  const others: SavedView = {
    ...haldane,
    viewId: viewId.replace('501', '502'),
    name: 'Of others',
    own: false,
    shared: true,
  };
  const { screen, router, server } = await open(
    `/worklist?assignee=none&kind=down&view=${viewId}`,
    {
      [`PUT /v1/views/${viewId}`]: { body: { view: { ...haldane, name: 'Haldane', version: 4 } } },
      [`DELETE /v1/views/${viewId}`]: { body: { status: 'success' } },
    },
    [haldane, others],
  );
  await screen.getByRole('button', { name: 'This view' }).click();
  // Nothing around the menu cuts it off.
  const last = screen.getByRole('menuitem', { name: 'Delete' }).element();
  const { left, top, width, height } = last.getBoundingClientRect();
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(last);
  await screen.getByRole('menuitem', { name: 'Rename or share' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Haldane');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/views/${viewId}`)[0]?.body)
    .toMatchObject({ name: 'Haldane', version: 3 });
  await screen.getByRole('button', { name: 'This view' }).click();
  await screen.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => server.called(`DELETE /v1/views/${viewId}`).length).toBe(1);
  await expect.poll(() => router.state.location.search).toEqual({});
  await tab(/^Of others/).click();
  await expect.element(screen.getByRole('button', { name: 'This view' })).not.toBeInTheDocument();
});

test('GE-06 TX-19: a view changed meanwhile shows both values; Keep mine saves over the newer version', async () => {
  const current = { ...haldane, name: 'Haldane, all', definition: { kind: 'down' }, version: 7 };
  let puts = 0;
  const { screen, server } = await open(`/worklist?assignee=none&kind=part&view=${viewId}`, {
    [`PUT /v1/views/${viewId}`]: () =>
      ++puts === 1
        ? {
            status: 409,
            body: { errorCode: 202002, detail: [], current, changedBy: { userId: viewId, name: 'Weber' } },
          }
        : { body: { view: { ...current, version: 8 } } },
  });
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Changed meanwhile by Weber' });
  await expect.element(dialog.getByRole('row', { name: 'Filters as before changed changed' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.called(`PUT /v1/views/${viewId}`).at(-1)?.body).toMatchObject({
    version: 7,
    definition: { assignee: 'none', kind: 'part' },
  });
});

test('FV-01: the own default opens with the worklist, once', async () => {
  const { router } = await open('/worklist', {}, [{ ...haldane, isDefault: true }]);
  await expect.poll(() => router.state.location.search).toEqual({ assignee: 'none', kind: 'down', view: viewId });
  await tab(/^To do/).click();
  await expect.element(tab(/^To do/)).toHaveAttribute('aria-current', 'true');
  expect(router.state.location.search).toEqual({});
});
