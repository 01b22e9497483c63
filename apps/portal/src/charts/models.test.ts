import { array, assert, integer, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBarNames, toDayStrip, toSeriesPositions, toStackedBars } from './chart-models.ts';
import { toDaysAxis } from './days-axis.tsx';
import { spreadLabels, textWidth, toBandLabel, toLabelSide } from './end-labels.tsx';
import { toNearest } from './point-reader.tsx';
import { toDate, toDay, toTimeTicks } from './time-axis.ts';
import { toTimeTracks } from './to-time-tracks.ts';

const day = (text: string) => toDay(text) ?? Number.NaN;

describe('toDay', () => {
  test('takes days, months and instants, and no other text', () => {
    expect(toDay('1970-01-02')).toBe(1);
    expect(toDay('1970-02')).toBe(31);
    expect(toDay('1970-01-02T23:59:59Z')).toBe(1);
    expect(['', '2025-02-30', '2025-13-01', '0000-00-00', 'soon'].map(toDay)).toEqual(Array(5).fill(undefined));
  });

  test('every day comes back as the same calendar day', () => {
    assert(
      property(integer({ min: -20_000, max: 40_000 }), (at) => {
        expect(toDay(toDate(at).toISOString())).toBe(at);
      }),
    );
  });
});

describe('toTimeTicks', () => {
  const text = (from: string, to: string, most: number) =>
    toTimeTicks(day(from), day(to), most).map((tick) => `${toDate(tick.day).toISOString().slice(0, 10)} ${tick.form}`);

  test('firsts of months, January with its year', () => {
    expect(text('2025-11-20', '2026-02-10', 6)).toEqual(['2025-12-01 month', '2026-01-01 year', '2026-02-01 month']);
  });

  test('without a January in sight the first tick names the year', () => {
    expect(text('2025-03-10', '2025-07-10', 6)[0]).toBe('2025-04-01 year');
  });

  test('a short stretch has days, ending with the last', () => {
    expect(text('2025-11-01', '2025-11-20', 4)).toEqual(['2025-11-06 day', '2025-11-13 day', '2025-11-20 day']);
  });

  test('are in order, inside, and no more than there is room for', () => {
    assert(
      property(integer({ min: 0, max: 30_000 }), nat(4000), integer({ min: 2, max: 20 }), (from, length, most) => {
        const days = toTimeTicks(from, from + length, most).map((tick) => tick.day);
        expect(days.length).toBeLessThanOrEqual(most);
        expect(days).toEqual([...new Set(days)].sort((a, b) => a - b));
        expect(days.every((at) => at >= from && at <= from + length)).toBe(true);
      }),
    );
  });
});

describe('spreadLabels', () => {
  test('leaves labels that do not touch where they are', () => {
    expect(spreadLabels([100, 20, 60], 14, 0, 200)).toEqual([100, 20, 60]);
  });

  test('keeps any two apart, in their order, and inside where there is room', () => {
    const places = array(integer({ min: -50, max: 450 }), { maxLength: 12 });
    assert(
      property(places, (wanted) => {
        const spread = spreadLabels(wanted, 14, 0, 400);
        const sorted = spread.toSorted((a, b) => a - b);
        expect(sorted.every((place) => place >= 0 && place <= 400)).toBe(true);
        expect(sorted.slice(1).every((place, n) => place - (sorted[n] ?? 0) >= 14)).toBe(true);
        const isOrdered = (a: number, b: number) => (spread[a] ?? 0) < (spread[b] ?? 0);
        const pairs = wanted.flatMap((first, a) =>
          wanted.flatMap((other, b) => (first < other ? [[a, b] as const] : [])),
        );
        expect(pairs.filter(([a, b]) => !isOrdered(a, b))).toEqual([]);
      }),
    );
  });
});

describe('toLabelSide', () => {
  test('the label of the last value stands away from the line and from a threshold near it', () => {
    expect(toLabelSide(100, { next: 40, before: 120, threshold: undefined })).toBe('below');
    expect(toLabelSide(100, { next: 160, before: 60, threshold: undefined })).toBe('above');
    expect(toLabelSide(100, { next: 160, before: 60, threshold: 90 })).toBe('below');
    expect(toLabelSide(100, { next: undefined, before: 60, threshold: undefined })).toBe('below');
    expect(toLabelSide(100, { next: undefined, before: undefined, threshold: undefined })).toBe('above');
  });

  test('it never stands on the axis', () => {
    expect(toLabelSide(100, { next: 40, before: 120, threshold: undefined, floor: 110 })).toBe('above');
    expect(toLabelSide(100, { next: 40, before: 120, threshold: undefined, floor: 130 })).toBe('below');
  });
});

describe('toBandLabel', () => {
  const plot = { top: 22, right: 400, bottom: 200 };
  const end = { text: 'Forecast', x: 300, y: 100, upper: 80, lower: 110 };

  test('a forecast that ends within the plot is named where it ends, clear of the threshold', () => {
    expect(toBandLabel(end, undefined, plot)).toEqual({ x: 306, y: 104 });
    expect(toBandLabel(end, 100, plot)).toEqual({ x: 306, y: 84 });
    expect(toBandLabel(end, 84, plot)).toEqual({ x: 306, y: 114 });
    expect(toBandLabel({ ...end, upper: 98, lower: 102 }, 104, plot)).toEqual({ x: 306, y: 94 });
  });

  test('at the end of the plot it has no room there', () => {
    expect(toBandLabel({ ...end, x: 380 }, 100, plot)).toBeUndefined();
    expect(toBandLabel(undefined, 100, plot)).toBeUndefined();
  });
});

test('Japanese labels are given the room of their wider signs', () => {
  expect(textWidth('報告なし')).toBe(48);
  expect(textWidth('no report')).toBe(60);
});

test('the point nearest sideways is read, then the one nearest in height', () => {
  const points = [
    { x: 10, y: 10, text: 'a' },
    { x: 50, y: 10, text: 'b' },
    { x: 50, y: 90, text: 'c' },
  ];
  expect(toNearest(points, 12, 90)).toBe(0);
  expect(toNearest(points, 48, 80)).toBe(2);
  expect(toNearest([], 1, 1)).toBeUndefined();
});

describe('toStackedBars', () => {
  test('parts lie on one another, the top is the sum, and a period without a report has no total', () => {
    const bars = toStackedBars([
      {
        label: 'a',
        parts: [
          { series: 'black', value: 3 },
          { series: 'color', value: 2 },
        ],
      },
      { label: 'b', parts: null },
      { label: 'c', parts: [{ series: 'black', value: 0 }] },
    ]);
    expect(bars.map(({ total }) => total)).toEqual([5, null, 0]);
    expect(bars[0]?.parts.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 5],
    ]);
    expect([...toSeriesPositions(bars)]).toEqual([
      ['black', { bar: 0, middle: 1.5 }],
      ['color', { bar: 0, middle: 4 }],
    ]);
  });

  test('values that no count can have are not reported', () => {
    expect(toStackedBars([{ label: 'a', parts: [{ series: 'x', value: Number.NaN }] }])[0]?.total).toBeNull();
    expect(toStackedBars([{ label: 'a', parts: [{ series: 'x', value: -1 }] }])[0]?.total).toBeNull();
  });
});

describe('toDayStrip', () => {
  const strip = toDayStrip([
    {
      key: 'jam',
      label: 'Jam',
      days: [
        { date: '2025-11-01', count: 2 },
        { date: '2025-11-02', count: null },
        { date: '2025-11-03', count: 0 },
      ],
    },
    { key: 'call', label: 'Call', days: [{ date: '2025-11-03', count: 7 }] },
    { key: 'other', label: 'Other', days: [] },
  ]);

  test('rows share their days and one scale; a day that a row does not have is not zero', () => {
    expect(strip.most).toBe(7);
    expect(strip.rows.map(({ counts }) => counts)).toEqual([
      [2, null, 0],
      [null, null, 7],
      [null, null, null],
    ]);
    expect(strip.rows.map(({ total }) => total)).toEqual([2, 7, null]);
  });

  test('days on which nothing was reported are found as runs', () => {
    expect(strip.silent).toEqual([{ from: 1, to: 1 }]);
  });
});

describe('toTimeTracks', () => {
  const [from, to] = [day('2025-11-20'), day('2026-11-20')];
  const track = (more: object) => toTimeTracks([{ key: 'a', label: 'A', text: '', ...more }], from, to)[0];

  test('a range beyond the axis is cut there and open, one wholly beyond is left out', () => {
    expect(track({ at: '2026-10-01', range: { from: '2026-09-01', to: '2027-03' } })?.range).toEqual({
      from: day('2026-09-01'),
      to,
      openStart: false,
      openEnd: true,
    });
    expect(track({ at: '2027-10-01', range: { from: '2027-09-01', to: '2027-12-01' } })).toMatchObject({
      at: undefined,
      range: undefined,
    });
  });

  test('spans are cut at the ends of the axis; those that run backwards or cannot be read are left out', () => {
    const spans = [
      { from: '2025-10-01', to: '2025-12-01' },
      { from: '2026-02-01', to: '2026-01-01' },
      { from: 'soon', to: '2026-01-01' },
      { from: '2026-11-01', to: '2027-01-01', current: true },
    ];
    expect(track({ spans })?.spans).toEqual([
      { from, to: day('2025-12-01'), current: false },
      { from: day('2026-11-01'), to, current: true },
    ]);
  });
});

describe('toBarNames', () => {
  const months = ['Jun 2026', 'Jul 2026', 'Aug 2026'];

  test('names that fit stand in one line, else month above year', () => {
    expect(toBarNames(months, 80)).toEqual([['Jun 2026'], ['Jul 2026'], ['Aug 2026']]);
    expect(toBarNames(months, 40)).toEqual([
      ['Jun', '2026'],
      ['Jul', '2026'],
      ['Aug', '2026'],
    ]);
  });

  test('names that cannot be taken apart are left out at every other bar, never at the last', () => {
    expect(toBarNames(['2026年6月', '2026年7月', '2026年8月'], 30)).toEqual([['2026年6月'], [], ['2026年8月']]);
  });
});

describe('toDaysAxis', () => {
  test('a dot within its range, each at its share of the scale', () => {
    expect(toDaysAxis({ days: 30, lower: 18, upper: 45 }, 90)).toEqual({
      at: 1 / 3,
      range: { from: 0.2, to: 0.5, openEnd: false },
    });
  });

  test('without a range the dot stands alone', () => {
    expect(toDaysAxis({ days: 30 }, 90).range).toBeUndefined();
  });

  test('beyond the scale the whisker is open to the right', () => {
    expect(toDaysAxis({ days: 120, lower: 80, upper: 200 }, 90)).toEqual({
      at: undefined,
      range: { from: 80 / 90, to: 1, openEnd: true },
    });
  });

  test('wholly beyond the scale there is the arrow alone, no stroke of a lower end', () => {
    const arrow = { at: undefined, range: { from: 0.96, to: 1, openStart: true, openEnd: true } };
    expect(toDaysAxis({ days: 120 }, 90)).toEqual(arrow);
    expect(toDaysAxis({ days: 160, lower: 120, upper: 210 }, 90)).toEqual(arrow);
  });
});
