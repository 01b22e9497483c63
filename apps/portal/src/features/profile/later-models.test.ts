import { readJams, readPmParts, readToner } from '@platen/contract/readings';
import { expect, test } from 'vitest';
import { jams, pmParts, toner } from '../../../test/device/profile-later-data.ts';
import { toNamedGap, toScale, toStripDays } from './day-strip.tsx';
import { toOffset } from './days-left.tsx';
import { toDueParts } from './parts-due.tsx';
import { heights, toPartRows, toShownReasons, toSignRows } from './profile-rows.ts';

test('the answers that these parts are tested with are answers of the contract', () => {
  expect(readJams.answer.safeParse(jams()).error).toBeUndefined();
  expect(readToner.answer.safeParse(toner()).error).toBeUndefined();
  expect(readPmParts.answer.safeParse(pmParts()).error).toBeUndefined();
});

test('all kinds share one scale; a day without a report has no height, not the height 0', () => {
  const { dailyJam } = jams();
  const scale = toScale(Object.values(dailyJam));
  expect(scale).toBe(6);
  const bars = toStripDays(dailyJam.jamDF, scale);
  expect(bars.map(({ height }) => height).slice(4, 8)).toEqual([0, null, 0, (2 / 6) * 100]);
  expect(bars.filter(({ isToday }) => isToday)).toEqual([bars.at(-1)]);
  expect(toScale([[{ date: '2026-01-01', count: null }]])).toBe(1);
});

test('PR-16: due are parts at the threshold now or in 4 weeks; unknown lives are not', () => {
  expect(toDueParts(pmParts()).map(({ partsCode }) => partsCode)).toEqual(['6342', '6321', '6422', '6250']);
});

test('the axis of days left covers 90 days and ends there', () => {
  expect([0, 45, 90, 200, -3].map(toOffset)).toEqual([0, 50, 100, 100, 0]);
});

test('several days without a report are counted; a single one is named where its name keeps clear of both ends', () => {
  const days = (missing: readonly number[]) =>
    Array.from({ length: 14 }, (_, at) => ({ date: `day ${at}`, count: missing.includes(at) ? null : 0 }));
  expect(toNamedGap(days([5]))).toEqual({ date: 'day 5', count: 1, middle: (5.5 / 14) * 100 });
  expect(toNamedGap(days([0, 12, 9]))).toEqual({ count: 3, middle: 50 });
  expect(toNamedGap(days([0]))).toBeUndefined();
  expect(toNamedGap(days([13]))).toBeUndefined();
  expect(toNamedGap(days([]))).toBeUndefined();
});

test('as many due parts are listed as are due and one more, as far as the supplies leave room for them', () => {
  expect(toPartRows(5, 1, heights.parts)).toBe(6);
  expect(toPartRows(20, 1, heights.parts)).toBe(8);
  expect(toPartRows(5, 5, heights.parts)).toBe(2);
  expect(toPartRows(5, 7, heights.parts)).toBe(4);
  expect(toPartRows(5, 30, heights.parts)).toBe(2);
  // Room that is there is used for parts to watch.
  expect(toPartRows(0, 0, heights.parts)).toBe(4);
  expect(toPartRows(1, 4, heights.parts)).toBe(3);
});

test('PR-09: signs beyond the first reason are shown once, with their advice; the rows left over are theirs', () => {
  const reason = (source: 'deviceCode' | 'supply' | 'sign', code: string) =>
    ({ source, code, severity: source === 'deviceCode' ? 'error' : 'warning' }) as const;
  const signs = ['20101002', '50102102', '50102202'].map((code) => reason('sign', code));
  const failurePredictions = [{ component: 'developer', messageId: '50102102' }];
  const of = (statusReasons: ReturnType<typeof reason>[]) => ({ statusReasons, failurePredictions });
  expect(toShownReasons(of([...signs, reason('supply', 'black')])).map(({ code }) => code)).toEqual([
    '20101002',
    'black',
  ]);
  expect(toShownReasons({ statusReasons: signs, failurePredictions: [] })).toEqual(signs);
  expect(toSignRows({ status: 'warning', ...of(signs) }, heights.signs)).toBe(6);
  expect(toSignRows({ status: 'error', ...of([reason('deviceCode', 'C391'), ...signs]) }, heights.signs)).toBe(6);
  const supplies = ['black', 'cyan', 'magenta'].map((code) => reason('supply', code));
  expect(toSignRows({ status: 'error', ...of([reason('deviceCode', 'C391'), ...supplies]) }, heights.signs)).toBe(2);
});
