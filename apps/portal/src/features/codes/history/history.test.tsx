import { families } from '@platen/catalogue/families/families';
import { modelsOf } from '@platen/catalogue/families/models';
import type { CodeChangesAnswer, CodeComparison, CodeProposal } from '@platen/contract/code-history';
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

const span = { lastBefore: '2026-11-03T20:01:00.000Z', firstAfter: '2026-11-04T20:02:00.000Z' };
const changed = { before: '128', after: '96', by: -32, mode: '128', level: 3, contexts: [], note: null, ...span };
const visitId = '0199aa00-0000-7000-8000-000000000001';
const changes: CodeChangesAnswer = {
  from: '2026-09-01',
  to: '2026-11-26',
  family: 'EIFEL',
  firstAt: '2026-01-01T08:00:00.000Z',
  newestAt: '2026-11-26T12:31:00.000Z',
  codes: 1204,
  cutBefore: null,
  changes: [
    { code: '08-2103-0', isAdjusting: false, ...changed },
    { code: '05-2400-0', isAdjusting: true, ...changed, level: 0 },
  ],
  resets: [],
  appeared: [],
  firmware: [],
  visits: [
    { visitId, arrivedAt: '2026-11-03T13:00:00.000Z', leftAt: '2026-11-03T14:10:00.000Z', technician: 'Lindholm' },
  ],
  planned: [],
  silentDays: ['2026-10-05'],
  adjusting: [{ code: '05-2400-0', days: 900, changed: 300, devices: 41 }],
};
const row = (code: string, more: object = {}): CodeComparison['rows'][number] => ({
  code,
  left: '128',
  right: '96',
  by: -32,
  mode: '128',
  level: 3,
  isAdjusting: false,
  isNewWithFirmware: false,
  change: { ...span, contexts: [], note: null },
  ...more,
});
const comparison: CodeComparison = {
  left: { at: '2026-11-03T12:00:00.000Z', name: null, codes: 1204 },
  right: { at: '2026-11-26T12:31:00.000Z', name: null, codes: 1204 },
  compared: 1204,
  rows: [
    row('05-2114-0', { level: 1 }),
    row('05-2400-0', { isAdjusting: true, level: 0 }),
    row('08-2103-0'),
    row('08-3820-0', { left: null, level: null, mode: null, by: null, isNewWithFirmware: true }),
  ],
};
const proposal: CodeProposal = {
  proposalId: visitId,
  listId: visitId,
  code: '05-2463-0',
  now: '165',
  to: '180',
  why: 'Paper curls',
  state: 'proved',
  proposedBy: 'Okafor',
  proposedAt: '2026-09-10T08:00:00.000Z',
  inPackAt: '2026-09-29T06:00:00.000Z',
  visitId,
  answeredAt: '2026-09-29T10:00:00.000Z',
  answeredBy: 'Mori',
  reason: null,
  provedAt: '2026-09-30T20:02:00.000Z',
  withdrawnAt: null,
  version: 1,
};
const otherModel = modelsOf(families.find(({ code }) => code !== 'EIFEL')?.code ?? '')[0] ?? '';
const answers = (): Answers => ({
  ...answersWith(),
  me: { body: { groups: [], role: 'dealer' } },
  changes: { body: changes },
  compare: { body: comparison },
  proposals: { body: { proposals: [proposal] } },
  standards: { body: { standards: [] } },
});
const open = async (more: Partial<Parameters<typeof renderDevice>[0]> = {}) => {
  const portal = await renderDevice({ path: at('/code08', '&view=history'), answers: answers(), ...more });
  await expect.element(page.getByRole('rowheader', { name: '08-2103-0' })).toBeVisible();
  return portal;
};
const codesShown = () => [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent);

test('CH-04 CH-06 CH-11: the history shows what differs, with self-adjusting codes folded away', async () => {
  await open();
  expect(codesShown()).toEqual(['05-2114-0', '08-2103-0', '08-3820-0']);
  await expect.element(page.getByText('at the device, by someone unknown').first()).toBeVisible();
  await expect.element(page.getByText('new with the firmware')).toBeVisible();
  await page.getByRole('button', { name: '1 code adjusts itself' }).click();
  expect(codesShown()).toContain('05-2400-0');
});

test('CH-04: kind, ranges and values unlike the model narrow the table', async () => {
  await open();
  await page.getByRole('combobox', { name: 'Kind of code' }).selectOptions('08');
  expect(codesShown()).toEqual(['08-2103-0', '08-3820-0']);
  await page.getByRole('checkbox', { name: 'Also unlike the model' }).click();
  expect(codesShown()).toEqual(['08-2103-0']);
  await page.getByRole('textbox', { name: 'Search codes' }).fill('4000');
  await expect.poll(codesShown).toEqual([]);
});

test('CH-11: the handles move by keys, and the chosen day stands in the address', async () => {
  const { router } = await open();
  const handle = page.getByRole('slider', { name: 'Left side' });
  await expect.element(handle).toHaveAttribute('aria-valuenow', '63');
  handle.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(router.state.location.search).toMatchObject({ view: 'history', left: 'day:2026-11-02' });
  await userEvent.keyboard('{Home}');
  expect(router.state.location.search).toMatchObject({ left: 'day:2026-09-01' });
});

test('CH-12: chosen codes are proposed with a reason, and a proposal shows its chain', async () => {
  await open();
  const chain = page.getByRole('list', { name: 'Steps of the proposal' });
  await expect.element(chain.getByText('proved')).toBeVisible();
  const propose = page.getByRole('button', { name: 'Propose' });
  await expect.element(propose).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Set back 08-2103-0' }).click();
  expect(page.getByRole('checkbox', { name: 'Set back 08-3820-0' }).query()).toBeNull();
  await page.getByRole('textbox', { name: 'Why, for the technician' }).fill('E130 rose');
  const sent = vi.mocked(window.fetch);
  await propose.click();
  const bodies = () =>
    sent.mock.calls.flatMap(([, init]) => (typeof init?.body === 'string' ? [JSON.parse(init.body) as unknown] : []));
  await expect.poll(bodies).toContainEqual({ why: 'E130 rose', lines: [{ code: '08-2103-0', to: '128' }] });
});

test('CH-08 CH-12: settings that were reset are one event, and their list is chosen with the values of before', async () => {
  const reset = { ...span, contexts: [], codes: [{ code: '08-2103-0', before: '128', after: '96' }] };
  const { router } = await open({ answers: { ...answers(), changes: { body: { ...changes, resets: [reset] } } } });
  await page.getByRole('button', { name: 'Restore list' }).click();
  expect(router.state.location.search).toMatchObject({ left: `at:${span.lastBefore}`, right: 'today' });
  await expect.element(page.getByRole('checkbox', { name: 'Set back 08-2103-0' })).toBeChecked();
  await expect.element(page.getByText('1 chosen')).toBeVisible();
});

test('CH-11: planned visits stand at the end of the line of days', async () => {
  const planned = [{ visitId, day: '2026-11-28', assignee: 'Mori' }];
  await open({ answers: { ...answers(), changes: { body: { ...changes, planned } } } });
  await expect.element(page.getByText(/planned 11\/28\/2026 Mori/)).toBeVisible();
});

test('CH-03: another device of the family is found and becomes a side', async () => {
  const device = (id: number, serial: string, model: string) => ({
    deviceId: `0199aa00-0000-7000-8000-00000000000${id}`,
    serial,
    model,
    status: 'normal',
    deviceCode: null,
    statusReason: null,
    customerNumber: null,
    customerName: 'Haldane',
    description: null,
    dealerNumber: null,
    dealerName: null,
    firmwareVersion: null,
    updatedAt: '2026-11-26T12:31:00.000Z',
  });
  const devices = { body: { devices: [device(2, 'PX200', 'Unknown model'), device(3, 'PX300', otherModel)] } };
  const { router } = await open({ answers: { ...answers(), devices } });
  await page.getByRole('combobox', { name: 'against' }).selectOptions('other');
  await page.getByRole('searchbox', { name: 'Serial, model or customer' }).fill('PX');
  await page.getByRole('button', { name: /PX200/ }).click();
  expect(page.getByRole('button', { name: /PX300/ }).query()).toBeNull();
  expect(router.state.location.search).toMatchObject({ right: `device:${device(2, '', '').deviceId}` });
});

test.each([
  ['light', 1440, 'en-us'],
  ['dark', 480, 'ja-jp'],
] as const)('GE-19 FG-17: the history has no finding of axe, %s at %i px in %s', async (theme, width, locale) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  await open({ locale });
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  delete document.documentElement.dataset['theme'];
});
