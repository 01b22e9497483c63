import type { CloseLine } from '@platen/contract/close-lines';
import type { Close } from '@platen/contract/closes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const closeId = '0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e';
const to = '2025-11-01T00:00:00.000Z';
const close: Close = {
  closeId,
  version: 3,
  planId: null,
  name: 'October, Haldane Office',
  organisationId: null,
  scope: { customerNumbers: ['K1'], groupIds: [] },
  meters: [],
  needsAssetNumber: true,
  period: { firstDay: '2025-10-01', lastDay: '2025-10-31', from: '2025-10-01T00:00:00.000Z', to, zone: 'UTC' },
  state: 'open',
  devices: 3,
  lines: 3,
  corrections: 0,
  byState: { exact: 1, afterBreak: 1, old: 1 },
  stops: 1,
  byStop: { afterBreak: 1 },
  warns: 1,
  good: 1,
  leftOut: 0,
  pending: 0,
  asOf: to,
  madeBy: null,
  madeAt: to,
  closedBy: null,
  closedAt: null,
  hash: null,
  exportedAt: null,
  discardedAt: null,
  jobId: null,
};
const toLine = (n: number, change: Partial<CloseLine>): CloseLine => ({
  deviceId: `0190f3c2-7f3a-7cc1-8a6b-00000000000${n}`,
  meter: 'total',
  part: 1,
  kind: 'reading',
  version: 1,
  unit: 'impressions',
  serial: `PBZT00028${n}`,
  model: 'MX',
  description: null,
  customerNumber: 'K1',
  customerName: 'Haldane Office',
  dealerNumber: 'D1',
  assetNumber: `HO-${n}`,
  contract: null,
  from: close.period.from,
  to,
  start: { at: close.period.from, value: 87_104, source: 'report', hash: null },
  end: { at: '2025-10-31T23:40:00.000Z', value: 90_212, source: 'report', hash: null },
  use: 3108,
  corrected: 0,
  billed: 3108,
  state: 'exact',
  stops: [],
  warnings: [],
  remarks: [],
  settled: null,
  estimate: null,
  hasTwoEstimates: false,
  canDiffer: null,
  before: 3000,
  lastYear: null,
  break: null,
  corrects: null,
  chart: [],
  ...change,
});
const chart = Array.from({ length: 20 }, (_, n) => {
  const raw = n < 10 ? 88_000 + n * 40 : 31 + n * 20;
  return { at: new Date(Date.parse(close.period.from) + n * 36 * 3_600_000).toISOString(), raw, billed: null };
});
const lines = [
  toLine(1, {
    state: 'afterBreak',
    stops: ['afterBreak'],
    use: null,
    billed: null,
    chart,
    break: {
      kind: 'fell',
      before: { at: chart[9]?.at ?? to, value: 88_412 },
      after: { at: chart[10]?.at ?? to, value: 31 },
      cause: null,
      statedBy: null,
      usual: null,
    },
  }),
  toLine(2, {
    state: 'old',
    warnings: ['old'],
    end: { at: '2025-10-27T17:40:00.000Z', value: 618_917, source: 'report', hash: null },
    estimate: { value: 1240, lower: 1150, upper: 1330, inARow: 0 },
    chart,
    before: 1000,
  }),
  toLine(3, {}),
];
const sums = { meter: 'total', unit: 'impressions', billed: 6216, missing: 1, before: 4000, lastYear: null };
const routes = (change: Partial<Close> = {}, role = 'billing'): FakeRoutes => {
  const shown = { ...close, ...change };
  return {
    'GET /v1/users/me': { body: { groups: [], role } },
    'GET /v1/closePlans': { body: { plans: [] } },
    'GET /v1/closes': { body: { closes: [shown] } },
    [`GET /v1/closes/${closeId}`]: {
      body: {
        close: shown,
        totals: [sums],
        customers: [{ customerNumber: 'K1', customerName: 'Haldane Office', devices: 3, ...sums }],
      },
    },
    [`GET /v1/closes/${closeId}/lines`]: ({ query }) =>
      query['group'] === 'all' ? { body: { total: 3, lines } } : { body: { total: 0, lines: [] } },
    [`POST /v1/closes/${closeId}/settle`]: { body: { done: 1, skipped: [], close: shown } },
    [`POST /v1/closes/${closeId}/close`]: { status: 202, body: { jobId: closeId } },
    'GET /v1/meter-templates': { body: { templates: [] } },
    'GET /v1/meter-codes': { body: { version: 0, codes: [], inheritedFrom: null } },
    [`GET /v1/closes/${closeId}/exports`]: {
      body: { runs: [], accepted: 0, refused: 0, unanswered: 0, refusedLines: [] },
    },
    [`GET /v1/closes/${closeId}/late`]: { body: { total: 0, reports: [] } },
  };
};
const open = (served = routes(), path = '/meters', locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes: served });

describe('the area of meters', () => {
  test('LG-38: lines stand by what stops them, and a cause is stated by one press', async () => {
    const { screen, server } = await open();
    await expect.element(screen.getByText('1 thing stops the close')).toBeVisible();
    await expect.element(screen.getByText(/^Fell from 88,412 to 31 on/)).toBeVisible();
    await screen.getByRole('button', { name: 'Board exchanged' }).click();
    await expect.element(screen.getByText('1 line is settled.')).toBeVisible();
    expect(server.called(`POST /v1/closes/${closeId}/settle`).map(({ body }) => body)).toEqual([
      {
        action: 'cause',
        cause: 'boardExchanged',
        reason: 'boardExchange',
        lines: [{ deviceId: lines[0]?.deviceId, meter: 'total', part: 1, version: 1 }],
      },
    ]);
  });

  test('LG-32: several lines are settled with one reason, by keys', async () => {
    const { screen, server, router } = await open();
    await expect.element(screen.getByText('1 thing stops the close')).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /PBZT000283/ })).toBeVisible();
    await userEvent.keyboard('jxjxs');
    await expect.element(screen.getByRole('dialog', { name: 'Settle 2 lines' })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ line: `${lines[1]?.deviceId}.total.1` });
    await screen.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
    await expect
      .poll(() => server.called(`POST /v1/closes/${closeId}/settle`).map(({ body }) => body))
      .toMatchObject([{ action: 'leaveOut', reason: 'agreed', lines: [{}, {}] }]);
  });

  test('LG-35: what nothing stops is closed as a job, after all decisions were shown', async () => {
    const { screen, server } = await open(routes({ state: 'ready', stops: 0 }));
    await screen.getByRole('button', { name: 'Close October, Haldane Office' }).click();
    await expect.element(screen.getByText(/never opened again/)).toBeVisible();
    await screen.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect.poll(() => server.called(`POST /v1/closes/${closeId}/close`).length).toBe(1);
  });

  test('GE-12: who may only read meters changes nothing', async () => {
    const { screen } = await open(routes({}, 'dealer'));
    await expect.element(screen.getByText(/^Fell from 88,412 to 31 on/)).toBeVisible();
    expect(document.querySelectorAll('input[type="checkbox"]')).toHaveLength(0);
    await expect.element(screen.getByRole('button', { name: 'Board exchanged' })).not.toBeInTheDocument();
  });

  test('GE-19: without a close the area says what a plan is for; an error can be tried again', async () => {
    const empty = await open({ ...routes(), 'GET /v1/closes': { body: { closes: [] } } });
    await expect.element(empty.screen.getByText('No period is closed here yet.').first()).toBeVisible();
    await wipe();
    const failed = await open({
      ...routes(),
      'GET /v1/closes': { status: 500, body: { errorCode: 201000, detail: [] } },
    });
    await expect.element(failed.screen.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  });

  test.each([480, 960, 1440, 1680])(
    'FG-17 GE-19: at %i px axe finds nothing, light and dark, in both languages',
    async (width) => {
      await page.viewport(width, 900);
      for (const [locale, theme] of [
        ['en-us', 'light'],
        ['ja-jp', 'dark'],
      ] as const) {
        document.documentElement.dataset['theme'] = theme;
        const { screen } = await open(routes(), '/meters', locale);
        await expect.element(screen.getByRole('row', { name: /PBZT000283/ })).toBeVisible();
        expect(await findProblems()).toEqual([]);
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
        await wipe();
      }
    },
  );
});
