import type { FactRow } from '@platen/contract/device-facts';
import type { OrganisationItem } from '@platen/contract/organisations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(wipe);

const id = (n: number) => `0190a0b0-0000-7000-8000-00000000000${n}`;
const bexholm = { organisationId: id(7), name: 'Bexholm', kind: 'customer' as const };
const facts = {
  assetNumber: null,
  place: null,
  contact: null,
  contract: null,
  notes: null,
  weight: null,
  retiredOn: null,
  reportsAgain: false,
  version: 0,
  changedBy: null,
  changedAt: null,
  isDouble: false,
};
const row = (n: number, more: Partial<FactRow> = {}): FactRow => ({
  deviceId: id(n),
  serial: `PAAX00${n}`,
  model: 'C5515',
  facts,
  organisation: null,
  byHand: false,
  reported: { dealerNumber: 'D-1', customerNumber: 'C-9', customerName: 'Nine' },
  probably: null,
  ...more,
});
const devices = [
  row(1, { probably: bexholm }),
  row(2, {
    organisation: bexholm,
    byHand: true,
    facts: { ...facts, assetNumber: 'A-7', place: 'Hall', version: 3, isDouble: true },
  }),
];
const tree: OrganisationItem[] = [
  {
    ...bexholm,
    parentId: null,
    dealerNumbers: [],
    customerNumbers: [],
    state: 'active',
    version: 1,
    devices: 1,
    ownDevices: 1,
    users: 0,
  },
];
const routes = (more: FakeRoutes = {}, role = 'admin'): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], ...me, role } },
  'GET /v1/devices/facts': { body: { devices }, headers: { 'total-count': '2', 'has-more': 'False' } },
  'GET /v1/organisations': { body: { organisations: tree } },
  ...more,
});
const open = (more: FakeRoutes = {}, role = 'admin', locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path: '/administration/devices', locale, session: signedInUser, routes: routes(more, role) });

test('OA-40 OA-43: the list says what is double, what is placed by hand against the reports, and where a device probably belongs', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('row', { name: /PAAX001/ })).toBeVisible();
  const rows = screen
    .getByRole('row')
    .elements()
    .map((one) => one.textContent);
  expect(rows[1]).toContain('not placed probably Bexholm');
  expect(rows[2]).toMatch(/A-7 double.*Hall.*Bexholm by hand, reports say D-1 \/ C-9/);
  expect(await findProblems()).toEqual([]);
});

test('OA-43: chosen devices are placed where they probably belong, by a person', async () => {
  const placed = { results: [{ deviceId: id(1), result: 'placed' }] };
  const { screen, server } = await open({ 'POST /v1/devices/place': { body: placed } });
  await screen.getByRole('checkbox', { name: 'Choose PAAX001' }).click();
  await screen.getByRole('button', { name: 'Place 1 device' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Where does this device belong?' });
  await expect.element(dialog.getByRole('combobox')).toHaveValue(id(7));
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Place', exact: true }).click();
  await expect.element(screen.getByText('1 device placed')).toBeVisible();
  expect(server.called('POST /v1/devices/place').map(({ body }) => body)).toEqual([
    { deviceIds: [id(1)], organisationId: id(7) },
  ]);
});

test('OA-40 GE-06: facts are changed one by one; changed meanwhile, both values stand side by side', async () => {
  const path = `PUT /v1/device/${id(2)}/facts`;
  const current = { facts: { ...facts, assetNumber: 'A-8', version: 4 } };
  let calls = 0;
  const { screen, server } = await open({
    [path]: () =>
      calls++ === 0
        ? { status: 409, body: { errorCode: 202002, detail: [], current, changedBy: { name: 'Mori' } } }
        : { body: current },
  });
  await screen.getByRole('button', { name: 'Edit PAAX002' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Device PAAX002' });
  await dialog.getByRole('textbox', { name: 'Asset number' }).fill('A-9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = screen.getByRole('dialog', { name: 'Changed meanwhile by Mori' });
  await expect.element(conflict.getByRole('row', { name: /Asset number A-7 A-9 A-8/ })).toBeVisible();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(() => server.called(path).map(({ body }) => body))
    .toEqual([
      { version: 3, assetNumber: 'A-9' },
      { version: 4, assetNumber: 'A-9' },
    ]);
});

test('OA-40: a file is checked first, and changes facts only then', async () => {
  const outcome = {
    lines: 1,
    changed: 1,
    differences: [{ serial: 'PAAX001', field: 'assetNumber', before: null, after: 'A-1' }],
    refused: [],
    refusedCount: 0,
  };
  const { screen, server } = await open({ 'PUT /v1/devices/facts': { body: outcome } });
  await screen.getByRole('button', { name: 'Import' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Import facts of devices' });
  await dialog.getByLabelText('CSV file').upload(new File(['serial,asset\nPAAX001,A-1\n'], 'facts.csv'));
  await expect.element(dialog.getByText('1 line, 1 device changes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect.element(screen.getByText('The facts were changed.')).toBeVisible();
  expect(server.called('PUT /v1/devices/facts').map(({ body }) => (body as { dryRun: boolean }).dryRun)).toEqual([
    true,
    false,
  ]);
});

test('OA-20 OA-40: a dealer writes facts and places no devices', async () => {
  const { screen } = await open({}, 'dealer', 'ja-jp');
  await expect.element(screen.getByRole('button', { name: 'PAAX002を編集' })).toBeVisible();
  expect(screen.getByRole('checkbox').elements()).toEqual([]);
  expect(await findProblems()).toEqual([]);
});
