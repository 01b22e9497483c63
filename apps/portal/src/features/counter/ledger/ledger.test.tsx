import { counter as englishCounter } from '@platen/catalogue/texts/en-us/counter';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { richCounter } from '../../../../test/device/counter-data.ts';
import { deviceId } from '../../../../test/device/device-data.ts';
import { type Answers, renderDevice, richAnswers } from '../../../../test/device/render-device.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

const reading = (at: string, raw: number, more: object = {}) => ({
  at,
  receivedAt: at,
  raw,
  offset: 0,
  billed: raw,
  rise: 62,
  state: 'good',
  source: 'report',
  ...more,
});
const before = reading('2026-11-12T10:04:00.000Z', 88_412);
const after = reading('2026-11-12T11:04:00.000Z', 31, { state: 'afterBreak', offset: null, billed: null, rise: 0 });
const correctionId = '0199aa00-0000-7000-8000-000000000001';
const anna = { userId: correctionId, name: 'Anna Keller' };
const ledger = {
  zone: 'Europe/Berlin',
  meter: 'total',
  unit: 'impressions',
  readings: [reading('2026-11-12T04:04:00.000Z', 88_350), before, after],
  epochs: [
    { number: 1, from: '2026-01-01T00:00:00.000Z', offset: 0, cause: null, isProvisional: false },
    { number: 2, from: after.at, offset: 88_381, cause: null, isProvisional: true },
  ],
  breaks: [
    {
      kind: 'fell',
      before: { at: before.at, value: 88_412 },
      after: { at: after.at, value: 31 },
      cause: null,
      statedBy: null,
      statedAt: null,
      healed: null,
      usual: null,
    },
  ],
  corrections: [
    {
      correctionId,
      kind: 'pages',
      at: before.at,
      until: null,
      cause: null,
      pages: -1400,
      value: null,
      source: null,
      reason: 'wrongDevice',
      note: 'by phone',
      visitId: null,
      state: 'waiting',
      madeBy: anna,
      madeAt: before.at,
      decidedBy: null,
      decidedAt: null,
    },
  ],
  typed: [{ at: before.at, value: 88_400, by: 'Mori', visitId: correctionId }],
  testPrints: [{ at: before.at, pages: 12, by: 'Mori', visitId: correctionId }],
  periods: [
    {
      month: '2026-11',
      from: '2026-10-31T23:00:00.000Z',
      to: '2026-11-30T23:00:00.000Z',
      start: 87_104,
      end: null,
      use: null,
      corrected: 0,
      billed: null,
      state: 'afterBreak',
    },
    {
      month: '2026-10',
      from: '2026-09-30T22:00:00.000Z',
      to: '2026-10-31T23:00:00.000Z',
      start: 83_310,
      end: 87_104,
      use: 3794,
      corrected: -250,
      billed: 3544,
      state: 'exact',
    },
  ],
};
const at = {
  instant: '2026-10-31T22:59:59.999Z',
  state: 'exact',
  value: 87_104,
  used: reading('2026-10-31T22:04:12.000Z', 87_104),
  ageMinutes: 55,
  next: reading('2026-11-01T04:04:00.000Z', 87_123),
  canDiffer: 19,
};
const proof = {
  zone: 'Europe/Berlin',
  meter: 'total',
  unit: 'impressions',
  serial: 'PBZT000288',
  model: 'Platen C2810',
  customerName: 'Clinique de Bexholm',
  assetNumber: 'HO-4417',
  ...at,
  epoch: ledger.epochs[0],
  begunBy: null,
  before: reading('2026-10-31T16:04:00.000Z', 87_000),
  collector: 'haldane-2',
  address: '10.64.137.88',
  evidence: {
    protocol: 'snmp',
    source: '1.3.6.1.2.1.43.10.2.1.4.1.1',
    name: 'prtMarkerLifeCount.1.1',
    raw: '87104',
    rule: 'asReported',
  },
  corrections: [],
  hash: '9f3c41d8'.repeat(8),
  pack: null,
};
const answers = (role: string): Answers => ({
  ...richAnswers(),
  me: { body: { groups: [], role } },
  counter: { body: richCounter() },
  meters: {
    body: {
      zone: 'Europe/Berlin',
      meters: ['color', 'total'].map((meter) => ({ meter, unit: 'impressions', ...at, epoch: null, readings: 3 })),
      mergedInto: null,
      joined: [],
    },
  },
  readings: { body: ledger },
  proof: { body: proof },
  corrections: { body: { ...ledger.corrections[0], state: 'inForce' } },
  decision: { body: { ...ledger.corrections[0], state: 'inForce' } },
});
const open = async (role = 'billing', locale: 'en-us' | 'ja-jp' = 'en-us', more: Answers = {}) => {
  await renderDevice({
    path: `/counter?device=${deviceId}&view=ledger`,
    locale,
    answers: { ...answers(role), ...more },
  });
};
const sent = () =>
  vi
    .mocked(window.fetch)
    .mock.calls.flatMap(([, init]) =>
      init?.method === 'POST' && typeof init.body === 'string' ? [JSON.parse(init.body) as unknown] : [],
    );
const region = (name: string) => page.getByRole('region', { name });

test('LG-09 LG-10: a break asks what happened, and one press states its cause', async () => {
  await open();
  await expect.element(page.getByText('Fell from 88,412 to 31.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Board exchanged' }).click();
  await vi.waitFor(() =>
    expect(sent()).toContainEqual({ kind: 'cause', at: after.at, cause: 'boardExchanged', reason: 'boardExchange' }),
  );
});

test('LG-17: the proof shows value, object, who was asked, the readings around and the hash', async () => {
  await open();
  const shown = region('Proof');
  await expect.element(shown.getByText('87,104, exact')).toBeVisible();
  for (const text of ['prtMarkerLifeCount.1.1 = 87104', '10.64.137.88, collector haldane-2', proof.hash])
    await expect.element(shown.getByText(text)).toBeVisible();
  await expect.element(shown.getByText('It can differ by at most 19.', { exact: false })).toBeVisible();
});

test('LG-21 LG-22: what waits can be confirmed, and test prints of a visit are taken off with one press', async () => {
  await open();
  const list = region('Causes and corrections');
  await expect.element(list.getByText('waits for a second person, in no figure')).toBeVisible();
  await list.getByRole('button', { name: 'Take them off' }).click();
  await vi.waitFor(() =>
    expect(sent()).toContainEqual(expect.objectContaining({ kind: 'pages', pages: -12, reason: 'testPrints' })),
  );
  await list.getByRole('button', { name: 'Confirm' }).click();
  await vi.waitFor(() => expect(sent()).toContainEqual({ decision: 'confirm' }));
});

test.each([
  ['the first of the meter', { ...ledger, corrections: [], typed: [], testPrints: [] }],
  ['a further one', ledger],
])('LG-19: a correction of pages is entered in a dialog, with its reason: %s', async (_name, body) => {
  await open('billing', 'en-us', { readings: { body } });
  await region('Causes and corrections').getByRole('button', { name: 'Add a correction' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('A whole number is needed.')).toBeVisible();
  await page.getByLabelText('Pages, with a minus to take').fill('-250');
  await page.getByLabelText('Note').fill('30 sheets');
  await page.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() =>
    expect(sent()).toContainEqual(
      expect.objectContaining({ kind: 'pages', pages: -250, reason: 'agreed', note: '30 sheets' }),
    ),
  );
});

test('OA-20: who only reads sees no way to correct', async () => {
  await open('dealer');
  await expect.element(region('Readings')).toBeVisible();
  expect(page.getByRole('button', { name: 'Board exchanged' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Add a correction' }).elements()).toEqual([]);
});

test('OA-44: a merged record leads to the device that has its meters; that one names whose readings it has', async () => {
  const good = answers('billing');
  const { body } = good.meters as { body: object };
  const [first, ...rest] = ledger.readings;
  const remaining = '0199aa00-0000-7000-8000-0000000000ff';
  await renderDevice({
    path: `/counter?device=${deviceId}&view=ledger`,
    answers: {
      ...good,
      meters: { body: { ...body, mergedInto: { deviceId: remaining, serial: 'PB-1' }, joined: ['PB-0'] } },
      readings: { body: { ...ledger, readings: [{ ...first, serial: 'PB-0' }, ...rest] } },
    },
  });
  const link = page.getByRole('link', { name: 'Ledger of PB-1' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(`device=${remaining}`));
  await expect.element(page.getByText(/^With the readings of PB-0, merged into this device\./)).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'read as PB-0' })).toBeVisible();
});

test('OA-20: who has not the right to read meters sees the pages alone', async () => {
  await open('technician');
  await expect.element(page.getByRole('region', { name: englishCounter.months.title })).toBeVisible();
  expect(page.getByRole('button', { name: 'Ledger' }).elements()).toEqual([]);
});

test.each(['en-us', 'ja-jp'] as const)('IX-10: without faults of accessibility, in %s', async (locale) => {
  await open('billing', locale);
  await expect.element(page.getByText('87,104').first()).toBeVisible();
  const { violations } = await axe.run(document.querySelector('main') ?? document.body);
  expect(violations.map(({ id }) => id)).toEqual([]);
});
