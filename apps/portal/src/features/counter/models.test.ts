import { describe, expect, test } from 'vitest';
import { toFeedRows, toMonthBars, toPages } from './counter-rows.ts';

describe('toPages', () => {
  test('CT-04 CN-11: a total is black plus color, and the color rate is its share', () => {
    expect(toPages({ black: 600, color: 400 })).toEqual({ black: 600, color: 400, total: 1000, colorRate: 40 });
    expect(toPages({ black: 600, color: 400, total: 7 }).total).toBe(1000);
  });

  test('CT-04: where a kind is not known the total is what the device says, never the other kind alone', () => {
    expect(toPages({ black: 600, color: null })).toEqual({ black: 600, color: null, total: null, colorRate: null });
    expect(toPages({ black: null, color: null, total: 900 }).total).toBe(900);
  });

  test('nothing printed has no color rate', () => {
    expect(toPages({ black: 0, color: 0 })).toEqual({ black: 0, color: 0, total: 0, colorRate: null });
  });
});

describe('toMonthBars', () => {
  const months = [
    { label: '2025-09', black: 10, color: 5 },
    { label: '2025-10', black: null, color: null },
    { label: '2025-11', black: 3, color: 0 },
  ];

  test('CT-01 CT-02: black lies below color, a month without a report has no parts and is named, the last one is running', () => {
    const { bars, kinds, silent, highest } = toMonthBars(months, 'to date');
    expect(bars).toEqual([
      {
        label: '2025-09',
        note: undefined,
        parts: [
          { series: 'black', value: 10 },
          { series: 'color', value: 5 },
        ],
      },
      { label: '2025-10', note: undefined, parts: null },
      {
        label: '2025-11',
        note: 'to date',
        parts: [
          { series: 'black', value: 3 },
          { series: 'color', value: 0 },
        ],
      },
    ]);
    expect(kinds).toEqual(['black', 'color']);
    expect(silent).toEqual(['2025-10']);
    expect(highest).toEqual({ label: '2025-09', pages: 15 });
  });

  test('CT-02: a month reported as a whole is one bar, also when it has one of the kinds', () => {
    const { bars, kinds } = toMonthBars([{ label: '2025-11', black: 3, color: null, total: 9 }], '');
    expect(bars[0]?.parts).toEqual([{ series: 'total', value: 9 }]);
    expect(kinds).toEqual(['total']);
  });

  test('no month reported: no kinds and no highest', () => {
    expect(toMonthBars([{ label: '2025-11', black: null, color: null }], '')).toMatchObject({
      kinds: [],
      silent: ['2025-11'],
      highest: undefined,
    });
  });
});

describe('toFeedRows', () => {
  test('CT-05 CT-09 CT-20: reported sources in the order of the machine, SFB among them, zero included', () => {
    const { rows, silent } = toFeedRows({ SFB: 5, ADF: 20, CST1: 40, bypass: 0, CST2: null, O2LCF: 4 });
    expect(rows.map(({ source, pages, length }) => [source, pages, length])).toEqual([
      ['ADF', 20, 50],
      ['bypass', 0, 0],
      ['CST1', 40, 100],
      ['O2LCF', 4, 10],
      ['SFB', 5, 12.5],
    ]);
    expect(silent).toEqual(['CST2']);
  });

  test('all at zero have no length', () => {
    expect(toFeedRows({ CST1: 0 }).rows).toEqual([{ source: 'CST1', pages: 0, length: 0 }]);
  });
});
