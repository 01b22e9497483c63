import type { EvidenceEntry } from '@platen/contract/details';
import { toStatedCause } from '@platen/diagnosis/meters/page-series';
import { expect, test } from 'vitest';
import { addJudgement } from '../../../test/telemetry.ts';
import { addDevices, testAppAt } from '../../../test/test-app.ts';
import { type CounterDay, toAverageMonthlyPages as toAverage, toHistoryDays } from './amp.ts';
import { toReplacementEvidence } from './to-table-evidence.ts';

const now = new Date('2026-11-21T10:00:00Z');
const platen = testAppAt(now);

const entry = (item: string, day: string, origin: 'reported' | 'seen', also: Record<string, string> = {}) => ({
  protocol: 'report',
  source: origin === 'seen' ? 'replacementSeen' : `${item}.replacedAt`,
  name: `${item}.replacedAt`,
  raw: day,
  rule: origin === 'seen' ? 'derived' : 'asReported',
  ...(Object.keys(also).length === 0 ? {} : { also: Object.entries(also).map(([source, raw]) => ({ source, raw })) }),
  observedAt: `${day}T00:00:00.000Z`,
  receivedAt: null,
  collector: null,
});
const none = {
  fuser: null,
  secondTransfer: null,
  drum: null,
  feedRoller: null,
  developer: null,
  imageQualitySensor: null,
  imageControlError: null,
  polygonalMotor: null,
  hdd: null,
};

test('AP-05 TN-05 FS-18: each cartridge and last replacement shows whether it was reported or seen, its day and its counters as stored', async () => {
  const [id = ''] = await addDevices(platen().database, [{}]);
  const row = { device_id: id, counter: null, average_pixel_count: null };
  await platen()
    .database.db.insertInto('device_replacement')
    .values([
      {
        ...row,
        item: 'toner.black',
        replaced_on: '2026-10-01',
        origin: 'seen',
        counter: 120_000,
        average_pixel_count: 5.5,
      },
      { ...row, item: 'toner.black', replaced_on: '2026-08-01', origin: 'seen', counter: 100_000 },
      { ...row, item: 'part.6342', replaced_on: '2026-09-01', origin: 'reported', counter: 110_000 },
      { ...row, item: 'part.6342', replaced_on: '2025-09-01', origin: 'seen' },
    ])
    .execute();
  const lifePart = {
    partsMessageId: null,
    exhaustionRate: 90,
    predictionFailureDate: null,
    lifeRate: 90,
    lastReplacementDate: '2026-09-01',
  };
  await addJudgement(platen().database, id, now, {
    toner: {},
    pmParts: null,
    predictions: { fuser: { messageId: null, replacementPart: lifePart, threshold: 100, actual: [], forecast: [] } },
  });
  const answer = await platen().get('service', `/v1/device/${id}/evidence`);
  const { evidence } = (await answer.json()) as { evidence: Record<string, EvidenceEntry> };
  const reported = entry('part.6342', '2026-09-01', 'reported', { 'counters.total': '110000' });
  expect(evidence).toEqual({
    predictedAt: expect.objectContaining({ source: 'judgementRun', raw: now.toISOString() }),
    'toner.cartridges.black[0]': entry('toner.black', '2026-10-01', 'seen', { 'counters.total': '120000' }),
    'toner.cartridges.black[1]': entry('toner.black', '2026-08-01', 'seen', {
      'counters.total': '100000',
      'sensors.pixelCount': '5.5',
    }),
    'parts.6342.replacedAt': reported,
    'predictions.fuser.lastReplacementDate': reported,
  });
});

test('of parts replaced on one day none is named for a prediction, and there is no evidence where some were reported and some seen', () => {
  const drum = {
    messageId: null,
    replacementPart: {
      partsMessageId: null,
      exhaustionRate: 1,
      predictionFailureDate: null,
      lifeRate: 1,
      lastReplacementDate: '2026-09-01',
    },
    threshold: 100,
    actual: [],
    forecast: [],
  };
  const part = { day: '2026-09-01', counter: 5, pixels: null };
  const both = (origin: 'reported' | 'seen') =>
    toReplacementEvidence(
      [
        { ...part, item: 'part.1', origin: 'reported' },
        { ...part, item: 'part.2', origin },
      ],
      { ...none, drum },
    )['predictions.drum.lastReplacementDate'];
  expect(both('reported')).toEqual(entry('parts', '2026-09-01', 'reported'));
  expect(both('seen')).toBeUndefined();
});

test('no more cartridges have a source than are shown', () => {
  const many = Array.from({ length: 14 }, (_, n) => ({
    item: 'toner.cyan',
    day: `2026-01-${String(28 - n).padStart(2, '0')}`,
    origin: 'seen' as const,
    counter: null,
    pixels: null,
  }));
  expect(Object.keys(toReplacementEvidence(many, null))).toHaveLength(10);
});

const days = (...totals: (number | null)[]): CounterDay[] =>
  totals.map((total, n) => [`2026-01-${String(n + 1).padStart(2, '0')}`, total]);
const steady = (count: number, perDay: number) => days(...Array.from({ length: count }, (_, n) => 1000 + n * perDay));

const toAverageMonthlyPages = (all: readonly CounterDay[]) => toAverage(all, {});

test('PR-11: AMP is the pages of a month of 30.44 days, and unknown with less than 14 days of history', () => {
  expect(toAverageMonthlyPages(steady(15, 10))).toBe(304);
  expect(toAverageMonthlyPages(steady(14, 10))).toBeNull();
  expect(toAverageMonthlyPages(steady(20, 0))).toBe(0);
  expect(toAverageMonthlyPages([])).toBeNull();
});

test('PR-11: days without a report or without a total are bridged, not counted as zero', () => {
  expect(
    toAverageMonthlyPages([
      ['2026-01-01', 1000],
      ['2026-01-09', null],
      ['2026-01-21', 1200],
    ]),
  ).toBe(304);
  expect(toAverageMonthlyPages(days(...Array.from({ length: 20 }, () => null)))).toBeNull();
});

test('PR-11: a counter that falls, as after a new board, takes that step out and no more', () => {
  const before = Array.from({ length: 11 }, (_, n) => 5000 + n * 10);
  const after = Array.from({ length: 11 }, (_, n) => 100 + n * 10);
  expect(toAverageMonthlyPages(days(...before, ...after))).toBe(304);
});

test('PR-11: a counter that leaps beyond what any printer prints takes that step out too', () => {
  const before = Array.from({ length: 11 }, (_, n) => 1000 + n * 10);
  const after = Array.from({ length: 11 }, (_, n) => 9_000_000 + n * 10);
  expect(toAverageMonthlyPages(days(...before, ...after))).toBe(304);
});

test('LG-10: stating the cause of a break changes AMP: a leap that was printed counts', () => {
  const before = Array.from({ length: 20 }, (_, n) => 1000 + n * 10);
  const leapt = days(...before, ...Array.from({ length: 11 }, (_, n) => 21_190 + n * 10));
  expect(toAverage(leapt, {})).toBe(304);
  const causes = new Map([['pages.total', [toStatedCause('2026-01-21', 'printed')]]]);
  expect(toAverage(leapt, { causes })).toBeGreaterThan(20_000);
});

test('LG-10 PR-11: the pages between the two sides of a misread count', () => {
  const rising = Array.from({ length: 31 }, (_, n) => 1000 + n * 10);
  expect(toAverage(days(...rising.map((value, n) => (n === 15 ? 0 : value))), {})).toBe(toAverage(days(...rising), {}));
});

test('PR-11: the history is given in days between the first and the last counter', () => {
  expect(
    toHistoryDays([
      ['2026-02-27', 5],
      ['2026-03-02', 9],
    ]),
  ).toBe(3);
  expect(toHistoryDays([['2026-02-27', 5]])).toBe(0);
  expect(toHistoryDays(days(null, 5, 6, null))).toBe(1);
});
