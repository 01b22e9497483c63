import type { CloseLine } from '@platen/contract/close-lines';
import type { Close } from '@platen/contract/closes';
import type { FakeRoutes } from '../fake-server.ts';

export const closeId = '0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e';
const to = '2025-11-01T00:00:00.000Z';
export const close: Close = {
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
export const toLine = (n: number, change: Partial<CloseLine>): CloseLine => ({
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
export const lines = [
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
/** A close with one line that stops it, one that warns and a good one. */
export const toRoutes = (change: Partial<Close> = {}, role = 'billing'): FakeRoutes => {
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
    'GET /v1/channels': { body: { channels: [], fallbackChannelId: null, sendsMail: true } },
    'GET /v1/meter-templates': { body: { templates: [] } },
    'GET /v1/meter-codes': { body: { version: 0, codes: [], inheritedFrom: null } },
    [`GET /v1/closes/${closeId}/exports`]: {
      body: { runs: [], accepted: 0, refused: 0, unanswered: 0, refusedLines: [] },
    },
    [`GET /v1/closes/${closeId}/late`]: { body: { total: 0, reports: [] } },
  };
};
