import { assert, double, integer, option, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { toDate, toDay } from './time-axis.ts';
import { toTrend } from './to-trend.ts';
import { toTrendTable } from './trend-texts.ts';

const day = (text: string) => toDay(text) ?? Number.NaN;
const dateOf = (at: number) => toDate(at).toISOString().slice(0, 10);
const daily = (from: string, values: readonly (number | null)[]) =>
  values.map((value, n) => ({ date: dateOf(day(from) + n), value }));

test('a day without a report ends the line: a gap from reading to reading, never bridged', () => {
  const trend = toTrend({ actual: daily('2025-11-01', [1, 2, null, null, 5, 6]), today: '2025-11-06' });
  expect(trend?.runs.map((run) => run.map(({ value }) => value))).toEqual([
    [1, 2],
    [5, 6],
  ]);
  expect(trend?.gaps).toEqual([{ from: day('2025-11-02'), to: day('2025-11-05') }]);
  expect(trend?.last).toEqual({ day: day('2025-11-06'), value: 6 });
});

test('readings far apart have a gap between them, those of a slow rhythm do not', () => {
  const actual = ['2025-09-01', '2025-09-02', '2025-09-20'].map((date) => ({ date, value: 1 }));
  expect(toTrend({ actual, today: '2025-09-20' })?.gaps).toHaveLength(1);
  const monthly = ['2025-06-01', '2025-07-01', '2025-08-01'].map((date) => ({ date, value: 1 }));
  expect(toTrend({ actual: monthly, today: '2025-08-02' })?.gaps).toEqual([]);
});

test('silence before the first and after the last reading is a gap too', () => {
  const trend = toTrend({ actual: daily('2025-11-01', [null, 2, 3]), today: '2025-11-20' });
  expect(trend?.gaps).toEqual([
    { from: day('2025-11-01'), to: day('2025-11-02') },
    { from: day('2025-11-03'), to: day('2025-11-20') },
  ]);
});

test('the forecast begins at the last reading; entries without both bounds are not drawn', () => {
  const forecast = [
    { date: '2025-12-01', value: 10, lower: 8, upper: 12 },
    { date: '2026-01-01', value: 20 },
    { date: '2026-02-01', value: 30, lower: 20 },
  ];
  const trend = toTrend({ actual: daily('2025-11-01', [5]), forecast, today: '2025-11-01' });
  expect(trend?.forecast).toEqual([
    { day: day('2025-11-01'), value: 5, lower: 5, upper: 5 },
    { day: day('2025-12-01'), value: 10, lower: 8, upper: 12 },
  ]);
});

test('the forecast ends 12 months after the last reading', () => {
  const forecast = ['2026-10-01', '2026-12-01'].map((date) => ({ date, value: 1, lower: 0, upper: 2 }));
  const trend = toTrend({ actual: daily('2025-11-01', [1]), forecast, today: '2025-11-01' });
  expect(trend?.forecast.at(-1)?.day).toBe(day('2026-10-01'));
});

test('the axis reaches to the end of the range of a crossing, and no further than a forecast may', () => {
  const input = {
    actual: daily('2025-11-01', [1, 2]),
    forecast: [{ date: '2026-01-01', value: 3, lower: 2, upper: 4 }],
    today: '2025-11-02',
  };
  const crossing = { date: '2025-12-10', lower: '2025-11-20', upper: '2026-03-01' };
  expect(toTrend({ ...input, crossing })?.crossing).toEqual({
    day: day('2025-12-10'),
    from: day('2025-11-20'),
    to: day('2026-03-01'),
  });
  expect(toTrend({ ...input, crossing: { ...crossing, date: '2026-02-01' } })?.crossing?.day).toBe(day('2026-02-01'));
  expect(toTrend({ ...input, crossing: { ...crossing, upper: '2028-03-01' } })?.crossing?.to).toBe(day('2026-11-03'));
  expect(
    toTrend({ ...input, crossing: { date: '2027-03-01', lower: '2027-02-01', upper: '2027-04-01' } })?.crossing,
  ).toBeUndefined();
});

test('nothing to draw without a reading', () => {
  expect(toTrend({ actual: [], today: '2025-11-01' })).toBeUndefined();
  expect(toTrend({ actual: daily('2025-11-01', [null, null]), today: '2025-11-02' })).toBeUndefined();
  expect(toTrend({ actual: [{ date: 'soon', value: 1 }], today: '2025-11-02' })).toBeUndefined();
});

test('FS-03: a replacement ends one line and begins another, without a gap between them', () => {
  const trend = toTrend({
    actual: daily('2025-11-01', [1700, 1690, 1685, 2300, 2290]),
    replaced: '2025-11-04',
    today: '2025-11-05',
  });
  expect(trend?.runs.map((run) => run.map(({ value }) => value))).toEqual([
    [1700, 1690, 1685],
    [2300, 2290],
  ]);
  expect(trend?.gaps).toEqual([]);
  expect(trend?.replaced?.value).toBe(2300);
  const late = toTrend({
    actual: daily('2025-11-01', [1700, 2300, 2290]),
    replaced: '2025-11-01',
    today: '2025-11-05',
  });
  expect(late?.runs).toHaveLength(2);
  const before = toTrend({ actual: daily('2025-11-01', [1700, 1690]), replaced: '2025-06-01', today: '2025-11-05' });
  expect([before?.runs.length, before?.replaced]).toEqual([1, undefined]);
});

test('the table has readings, gaps, forecast and crossing in order of time, unknown left empty', () => {
  const trend = toTrend({
    actual: daily('2025-11-01', [1, null, 3]),
    forecast: [{ date: '2025-12-01', value: 5, lower: 4, upper: 6 }],
    crossing: { date: '2025-11-20', lower: '2025-11-15', upper: '2025-11-25' },
    today: '2025-11-03',
  });
  if (trend === undefined) throw new Error('no trend');
  const texts = {
    period: 'Period',
    value: 'Value',
    lower: 'Lower',
    upper: 'Upper',
    state: 'State',
    actual: 'actual',
    forecast: 'forecast',
    gap: 'no report',
    crossing: 'reaches threshold',
    replaced: 'replaced',
  };
  expect(toTrendTable(trend, { day: dateOf }, texts).rows).toEqual([
    ['2025-11-01', 1, null, null, 'actual'],
    ['2025-11-01 – 2025-11-03', null, null, null, 'no report'],
    ['2025-11-03', 3, null, null, 'actual'],
    ['2025-11-20 (2025-11-15 – 2025-11-25)', null, null, null, 'reaches threshold'],
    ['2025-12-01', 5, 4, 6, 'forecast'],
  ]);
});

test('whatever the series: every reading lies in one run and within both axes, and no run spans a day without a report', () => {
  const value = option(double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null });
  const entries = uniqueArray(record({ at: integer({ min: 20_000, max: 20_400 }), value }), {
    selector: ({ at }) => at,
    maxLength: 60,
  });
  assert(
    property(entries, (series) => {
      const trend = toTrend({
        actual: series.map(({ at, value: each }) => ({ date: dateOf(at), value: each })),
        today: dateOf(20_400),
      });
      const known = series.filter((entry) => entry.value !== null).map(({ at }) => at);
      const silent = series.filter((entry) => entry.value === null).map(({ at }) => at);
      const drawn = trend?.runs.flat().map((reading) => reading.day) ?? [];
      expect(drawn).toEqual(known.toSorted((a, b) => a - b));
      for (const run of trend?.runs ?? []) {
        const [from, to] = [run[0]?.day ?? 0, run.at(-1)?.day ?? 0];
        expect(silent.some((at) => at > from && at < to)).toBe(false);
        for (const reading of run) {
          expect(reading.value).toBeGreaterThanOrEqual(trend?.values[0] ?? Number.NaN);
          expect(reading.value).toBeLessThanOrEqual(trend?.values[1] ?? Number.NaN);
        }
      }
    }),
  );
});
