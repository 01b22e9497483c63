import type { CodeStandard, CodeStandardDetail, WatchList } from '@platen/contract/code-lists';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answersWith, at } from '../../../../test/device/codes-screen.ts';
import { type Answers, renderDevice } from '../../../../test/device/render-device.tsx';
import { findProblems } from '../../../../test/render-portal.tsx';
import { resetAreas } from '../../../platform/state.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  resetAreas();
});

const standardId = '0199aa00-0000-7000-8000-000000000001';
const otherId = '0199aa00-0000-7000-8000-000000000009';
const standard: CodeStandard = {
  standardId,
  name: 'School offices',
  family: 'EIFEL',
  codes: 2,
  devices: 41,
  differing: 1,
  comparedAt: '2026-11-26T02:00:00.000Z',
  changedAt: '2026-11-20T08:00:00.000Z',
  version: 3,
};
const device = { deviceId: otherId, serial: 'PX200', model: 'C4525', customerName: 'Haldane', compared: 2, differs: 1 };
const detail: CodeStandardDetail = {
  standard,
  codes: [
    { code: '08-2103-0', value: '128' },
    { code: '08-3739-0', value: '2' },
  ],
  devices: [device],
};
const list: WatchList = { family: 'EIFEL', codes: ['08-2103-0'], changedBy: null, changedAt: null, version: 4 };
const changes = {
  from: '2026-09-01',
  to: '2026-11-26',
  family: 'EIFEL',
  firstAt: null,
  newestAt: null,
  codes: 0,
  cutBefore: null,
};
const none = {
  changes: [],
  resets: [],
  appeared: [],
  firmware: [],
  visits: [],
  planned: [],
  silentDays: [],
  adjusting: [],
};
const answers = (role: string): Answers => ({
  ...answersWith(),
  me: { body: { groups: [], role } },
  changes: { body: { ...changes, ...none } },
  standards: { body: { standards: [standard] } },
  [standardId]: { body: detail },
  watched: { body: { list } },
});
const open = async (role = 'service', more: Partial<Parameters<typeof renderDevice>[0]> = {}) => {
  const portal = await renderDevice({ path: at('/code08', '&view=standards'), answers: answers(role), ...more });
  await expect.element(page.getByRole('button', { name: 'School offices', exact: true })).toBeVisible();
  return portal;
};
const bodies = () =>
  vi
    .mocked(window.fetch)
    .mock.calls.flatMap(([, init]) => (typeof init?.body === 'string' ? [JSON.parse(init.body) as unknown] : []));

test('CH-10: a standard is changed by hand, with its version, and the devices that differ lead to the comparison', async () => {
  const { router } = await open();
  await page.getByRole('button', { name: 'School offices', exact: true }).click();
  const codes = page.getByRole('textbox', { name: /^Codes with their values/ });
  await expect.element(codes).toHaveValue('08-2103-0,128\n08-3739-0,2');
  await expect.element(page.getByText('differs in 1 of 2')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await codes.fill('08-2103-0,96\nfuser');
  await expect.element(page.getByText('1 line cannot be read, the first is line 2.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(bodies()).not.toContainEqual(expect.objectContaining({ version: 3 }));
  await codes.fill('08-2103-0,96');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const change = { name: 'School offices', codes: [{ code: '08-2103-0', value: '96' }], version: 3 };
  await expect.poll(bodies).toContainEqual(change);
  await page.getByRole('button', { name: 'School offices', exact: true }).click();
  await page.getByRole('button', { name: 'Compare with PX200' }).click();
  await expect
    .poll(() => router.state.location.search)
    .toMatchObject({ view: 'history', device: otherId, left: `standard:${standardId}` });
});

test('CH-07: the watched codes come from a CSV file, and are saved as a whole with their version', async () => {
  await open();
  await page.getByRole('button', { name: 'Change the list' }).click();
  const csv = new File(['code\r\n08-2103-0\r\n05-12-0\r\n'], 'codes.csv', { type: 'text/csv' });
  await userEvent.upload(page.getByLabelText('From a CSV file'), csv);
  await expect.element(page.getByText('2 codes', { exact: true })).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(bodies).toContainEqual({ family: 'EIFEL', codes: ['08-2103-0', '05-12-0'], version: 4 });
});

test('CH-07 CH-10: who may not manage lists reads them', async () => {
  await open('dealer');
  expect(page.getByRole('button', { name: 'New standard by hand' }).query()).toBeNull();
  await page.getByRole('button', { name: 'Show the list' }).click();
  await expect.element(page.getByRole('textbox', { name: /^Codes, one a line/ })).toHaveAttribute('readonly');
});
