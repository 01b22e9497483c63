import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { findProblems, wipe } from '../../../test/render-portal.tsx';
import { answered, open } from '../../../test/rules/data.ts';
import { discardRecord, listRecords } from '../../offline/records.ts';

beforeEach(() => browser.viewport(480, 900));
afterEach(wipe);

const id = (n: number) => `00000000-0000-7000-8000-00000000000${String(n)}`;
const visit = {
  visitId: id(1),
  kind: 'repair',
  state: 'underWay',
  customerNumber: 'C-20044',
  customerName: 'Bexholm Outfitters',
  place: null,
  plannedDay: '2026-11-26',
  hours: null,
  assignee: null,
  note: null,
  externalKey: null,
  startedAt: null,
  doneAt: null,
  isOverdue: false,
  isOnOlderPlan: false,
  version: 3,
  access: null,
  cancelled: null,
  formerId: null,
  nextIds: [],
  madeBy: null,
  madeAt: '2026-11-25T08:00:00.000Z',
  seenAt: null,
  devices: [
    {
      deviceId: id(2),
      serial: 'PAAX000260',
      model: 'Platen C5515',
      description: null,
      state: 'open',
      priority: null,
      conditions: [],
      tasks: [],
      bring: ['fuser', 'drum.black'].map((item) => ({ item, pieces: 1 })),
      record: null,
      formerRecords: [],
    },
  ],
  actions: ['record'],
  zone: 'Europe/Berlin',
};

test('VR-01 VR-02 VR-08: a plain case is a tap for the result and one a part, and says what it does first', async () => {
  const routes = answered({ [`GET /v1/visits/${id(1)}`]: { body: { visit } } });
  const { screen } = await open(`/visits/${id(1)}/record`, routes);
  await expect.element(screen.getByText('Nothing yet.')).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Choose a result.' })).toBeVisible();
  await screen.getByRole('radio', { name: 'Works for now' }).click();
  await screen.getByRole('radio', { name: 'Replaced' }).first().click();
  await screen.getByRole('radio', { name: 'Missing', exact: true }).last().click();
  await expect.element(screen.getByText('1 replacement is entered.')).toBeVisible();
  await expect.element(screen.getByText(/A draft of the next visit brings .*drum/i)).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('VP-23 TX-14: a record that finds no connection is stored on this device, and says so', async () => {
  const routes = answered({
    [`GET /v1/visits/${id(1)}`]: { body: { visit } },
    [`POST /v1/visits/${id(1)}/record`]: { status: 503, body: {} },
  });
  const { screen } = await open(`/visits/${id(1)}/record`, routes);
  await screen.getByRole('radio', { name: 'Works for now' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/1 record waits for a connection/)).toBeVisible();
  const stored = await listRecords();
  expect(stored.map(({ visitId, state }) => `${visitId} ${state}`)).toEqual([`${id(1)} waiting`]);
  for (const { key } of stored) await discardRecord(key);
});
