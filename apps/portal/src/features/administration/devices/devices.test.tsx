import type { FactRow } from '@platen/contract/device-facts';
import type { Claim, DeviceMerge, OpenFinding } from '@platen/contract/device-merges';
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
  'GET /v1/claims': { body: { claims: [] } },
  'GET /v1/findings': { body: { findings: [] } },
  'GET /v1/devices/merges': { body: { merges: [] } },
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

const known = (n: number, more: object = {}) => ({
  deviceId: id(n),
  serial: 'PAAX001',
  macAddress: null,
  model: 'C5515',
  dealerNumber: 'D-1',
  customerNumber: 'C-1',
  collector: 'north',
  ...more,
});
const claim: Claim = {
  claimId: id(8),
  openedAt: '2026-11-20T08:00:00.000Z',
  held: known(3, { customerNumber: 'C-2', collector: 'south' }),
  rival: known(1),
  firstAt: '2026-11-19T12:00:00.000Z',
  lastAt: '2026-11-20T08:00:00.000Z',
  isOneDealer: true,
};

test('OA-45 OA-42: what another collector reported waits for a decision; history goes along within a dealer alone', async () => {
  const foreign = {
    ...claim,
    claimId: id(9),
    isOneDealer: false,
    held: known(4, { serial: 'PAAX009', dealerNumber: 'D-2' }),
  };
  const { screen, server } = await open({
    'GET /v1/claims': { body: { claims: [claim, foreign] }, headers: { 'total-count': '2', 'has-more': 'False' } },
    [`PUT /v1/claim/${id(8)}`]: { body: { deviceId: id(1) } },
    [`PUT /v1/claim/${id(9)}`]: { body: { deviceId: id(4) } },
  });
  await expect
    .element(screen.getByText(/so far D-1 \/ C-1, by collector north.*now D-1 \/ C-2, by collector south/))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Decide about PAAX001' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect.element(dialog.getByText('Choose one.')).toBeVisible();
  expect(dialog.getByRole('radio').elements()).toHaveLength(3);
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('radio', { name: /moved to another place of this dealer/ }).click();
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Decide about PAAX009' }).click();
  await dialog.getByRole('radio', { name: /now of another dealer/ }).click();
  await dialog.getByLabelText('Of the new dealer since').fill('2026-11-20');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/claim/${id(9)}`).map(({ body }) => body))
    .toEqual([{ decision: 'move', fromDay: '2026-11-20' }]);
  expect(server.called(`PUT /v1/claim/${id(8)}`).map(({ body }) => body)).toEqual([{ decision: 'same' }]);
});

const finding: OpenFinding = {
  collectorId: id(5),
  collector: 'north',
  kind: 'exchangedBoard',
  target: '10.0.0.9',
  serial: 'PAAX002',
  before: 'serial PAAX001',
  now: 'serial PAAX002',
  since: '2026-11-20T08:00:00.000Z',
  records: { before: known(1), now: known(2, { serial: 'PAAX002' }) },
};

test('OA-45: a finding of a collector is answered; two records are merged only by those who may', async () => {
  const found = { 'GET /v1/findings': { body: { findings: [finding] } } };
  const { screen, server } = await open({ ...found, 'PUT /v1/findings': { body: { mergeId: id(6) } } });
  await expect.element(screen.getByText(/Board exchanged: serial number PAAX001 before, PAAX002 now/)).toBeVisible();
  await screen.getByRole('button', { name: 'Answer the finding about PAAX002' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/PAAX002 goes into PAAX001, with its readings/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect.element(dialog.getByText('Choose one.')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('radio', { name: /The board was exchanged/ }).click();
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect
    .poll(() => server.called('PUT /v1/findings').map(({ body }) => body))
    .toEqual([
      {
        collectorId: id(5),
        kind: 'exchangedBoard',
        target: '10.0.0.9',
        before: 'serial PAAX001',
        now: 'serial PAAX002',
        answer: 'exchanged',
      },
    ]);
  await wipe();
  const service = await open(found, 'service');
  await service.screen.getByRole('button', { name: 'Answer the finding about PAAX002' }).click();
  await expect.element(service.screen.getByRole('radio', { name: /They are two devices/ })).toBeVisible();
  expect(service.screen.getByRole('radio').elements()).toHaveLength(2);
});

test('OA-44: two chosen devices are merged into the one that remains, and a merge can be undone', async () => {
  const merge: DeviceMerge = {
    mergeId: id(6),
    remaining: known(1),
    merged: known(2, { serial: 'PAAX002' }),
    days: 12,
    mergedAt: '2026-11-20T08:00:00.000Z',
    mergedBy: 'Weber',
    undoUntil: '2026-11-27T08:00:00.000Z',
  };
  const { screen, server } = await open({
    'GET /v1/devices/merges': { body: { merges: [merge] } },
    'POST /v1/devices/merges': { body: { mergeId: id(5), days: 1 } },
    [`DELETE /v1/devices/merge/${id(6)}`]: { body: { status: 'OK' } },
  });
  await screen.getByRole('checkbox', { name: 'Choose PAAX001' }).click();
  await expect.element(screen.getByRole('button', { name: 'Merge these two' })).not.toBeInTheDocument();
  await screen.getByRole('checkbox', { name: 'Choose PAAX002' }).click();
  await screen.getByRole('button', { name: 'Merge these two' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect.element(dialog.getByText('Choose the one that remains.')).toBeVisible();
  await dialog.getByRole('radio', { name: /PAAX002/ }).click();
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect.element(screen.getByText('Merged; readings of 1 day were added.')).toBeVisible();
  expect(server.called('POST /v1/devices/merges').map(({ body }) => body)).toEqual([
    { remainingId: id(2), mergedId: id(1) },
  ]);
  await screen.getByRole('button', { name: 'Undo: PAAX002 went into PAAX001' }).click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.called(`DELETE /v1/devices/merge/${id(6)}`)).toHaveLength(1);
});

test('GE-19: claims and merges fit 480 px in Japanese and dark', async () => {
  await browser.viewport(480, 900);
  document.documentElement.dataset['theme'] = 'dark';
  const { screen } = await open({ 'GET /v1/claims': { body: { claims: [claim] } } }, 'admin', 'ja-jp');
  await screen.getByRole('button', { name: 'PAAX001について判断する' }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
  expect(await findProblems()).toEqual([]);
  document.documentElement.removeAttribute('data-theme');
});
