import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toDevice } from '../../test/device-list/devices.ts';
import type { FakeRoutes } from '../../test/fake-server.ts';
import { findProblems, wipe } from '../../test/render-portal.tsx';
import { aVisit, visitId } from '../../test/visits/data.ts';
import { answered, page as worklistPage } from '../../test/worklist/data.ts';
import { detail, down, feedRoller, mori, row, rowId } from '../../test/worklist-row/detail.ts';
import { renderPart } from '../../test/worklist-row/render-part.tsx';
import { VisitDialog } from './visit-dialog.tsx';
import { toDeviceDraft } from './visit-draft.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(wipe);

const otherId = '0190a0b0-0000-7000-8000-00000000ab01';
const other = { ...row, rowId: otherId, serial: 'PTWO', conditions: [feedRoller], conditionCount: 1 };
const me = (role: string) => ({ body: { userId: mori.userId, name: 'Mori', role, groups: [] } });
const routes: FakeRoutes = {
  'GET /v1/worklist/people': { body: { people: [{ ...mori, rows: 1, visitsToday: 0 }] } },
  ...answered({ ...worklistPage, rows: [row, other] }),
  'GET /v1/users/me': me('service'),
  [`GET /v1/worklist/${rowId}`]: { body: { ...detail, conditions: [down, feedRoller] } },
  [`GET /v1/worklist/${otherId}`]: { body: { ...detail, row: other, conditions: [feedRoller] } },
  'POST /v1/visits': { body: { visit: aVisit } },
  [`PUT /v1/visits/${visitId}`]: { body: { visit: aVisit } },
};
const device = { deviceId: rowId, serial: row.serial, model: row.model, customerNumber: row.customerNumber };

async function plan(more: FakeRoutes = {}) {
  const onDone = vi.fn();
  const part = (
    <VisitDialog devices={[toDeviceDraft(device)]} today="2026-11-26" onDone={onDone} onClose={() => undefined} />
  );
  const { screen, server } = await renderPart(part, { routes: { ...routes, ...more } });
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  return { screen, server, onDone };
}

test('VP-04 XC-04 XC-05: nothing is proposed; devices, conditions, day and hours are what the person chose', async () => {
  const { screen, server, onDone } = await plan();
  const fatal = screen.getByRole('checkbox', { name: /C371/ });
  await expect.element(fatal).not.toBeChecked();
  await fatal.click();
  await screen.getByText('Further devices of this customer').click();
  await screen.getByRole('button', { name: 'Add PTWO' }).click();
  expect(server.called('GET /v1/worklist')[0]?.query).toMatchObject({ customer: JSON.stringify([row.customerNumber]) });
  await screen.getByLabelText('Day').fill('2026-11-28');
  await screen.getByLabelText('From').fill('09:00');
  await screen.getByLabelText('To', { exact: true }).fill('08:00');
  await screen.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect.element(screen.getByText('The visit ends after it begins.')).toBeVisible();
  expect(server.called('POST /v1/visits')).toHaveLength(0);
  await screen.getByLabelText('To', { exact: true }).fill('10:30');
  await screen.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(server.called('POST /v1/visits')[0]?.body).toMatchObject({
    kind: 'repair',
    plannedDay: '2026-11-28',
    hours: { from: '09:00', to: '10:30' },
    assignee: null,
    devices: [
      { deviceId: rowId, conditionIds: [down.conditionId] },
      { deviceId: otherId, conditionIds: [] },
    ],
  });
});

test('VP-04: who does not see each device of the visit is not offered, also once a device is added', async () => {
  const people = (devices = '') => [
    { ...mori, rows: 1, visitsToday: 0, unseen: 0 },
    { userId: otherId, name: 'Lund', rows: 0, visitsToday: 0, unseen: devices.includes(otherId) ? 1 : 0 },
  ];
  const { screen } = await plan({
    'GET /v1/worklist/people': ({ query }) => ({ body: { people: people(query['devices']) } }),
  });
  const assignee = screen.getByRole('combobox', { name: 'Who goes' });
  await expect.element(assignee.getByRole('option', { name: 'Lund' })).toBeInTheDocument();
  await screen.getByText('Further devices of this customer').click();
  await screen.getByRole('button', { name: 'Add PTWO' }).click();
  await expect.element(assignee).toHaveAccessibleDescription('1 person does not see each device and cannot be chosen.');
  await expect.element(assignee.getByRole('option', { name: 'Lund' })).not.toBeInTheDocument();
});

test('VP-01 VP-02: without a day it is a draft, and a refusal is shown in the dialog', async () => {
  const refused = { status: 422, body: { errorCode: 202001, detail: [{ msg: 'body.devices: no' }] } };
  const { screen, server } = await plan({ 'POST /v1/visits': refused });
  await screen.getByRole('button', { name: 'Save as a draft' }).click();
  await expect.element(screen.getByText(/202001/)).toBeVisible();
  expect(server.called('POST /v1/visits')[0]?.body).toMatchObject({ plannedDay: null });
  expect(await findProblems()).toEqual([]);
});

test('VR-09 GE-19: once the device is found and taken, the focus stands at the devices of the visit', async () => {
  const found = toDevice(1, { deviceId: rowId, serial: row.serial, model: row.model });
  const headers = { 'has-more': 'False', 'total-count': '1' };
  const { screen } = await renderPart(<VisitDialog onDone={() => undefined} onClose={() => undefined} />, {
    routes: {
      ...routes,
      'GET /v1/users/me': me('technician'),
      'GET /v1/devices': { body: { devices: [found] }, headers },
    },
  });
  await screen.getByRole('textbox', { name: 'Device' }).fill('CKL');
  await screen.getByRole('dialog').getByRole('radio').click();
  await expect.element(screen.getByRole('checkbox', { name: /C371/ })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Devices' })).toHaveFocus();
});

test('VR-09 OA-20: who may only record makes a visit of today for itself, without a choice of day and person', async () => {
  const { screen, server } = await plan({ 'GET /v1/users/me': me('technician') });
  await expect.element(screen.getByText('A visit of today, for yourself.')).toBeVisible();
  await expect.element(screen.getByLabelText('Day')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Make the visit' }).click();
  await expect
    .poll(() => server.called('POST /v1/visits')[0]?.body)
    .toMatchObject({ plannedDay: null, assignee: mori.userId });
});

test('GE-06 VP-04: a visit that was changed meanwhile shows both values, and mine goes for the present version', async () => {
  const theirs = { ...aVisit, place: 'Store', version: 9 };
  const conflict = { status: 409, body: { errorCode: 202002, detail: [], current: { visit: theirs } } };
  const onDone = vi.fn();
  const part = <VisitDialog visit={aVisit} today="2026-11-26" onDone={onDone} onClose={() => undefined} />;
  const { screen, server } = await renderPart(part, {
    routes: { ...routes, [`PUT /v1/visits/${visitId}`]: conflict },
  });
  await screen.getByLabelText('Place').fill('Cellar');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(screen.getByRole('row', { name: 'Place Floor 1, room 12 Cellar Store' })).toBeVisible();
  await screen.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/visits/${visitId}`).at(-1)?.body)
    .toMatchObject({ place: 'Cellar', version: 9 });
  await screen.getByRole('button', { name: 'Take theirs' }).click();
  expect(onDone).toHaveBeenCalledExactlyOnceWith(theirs);
});
