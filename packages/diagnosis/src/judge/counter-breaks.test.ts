import { describe, expect, it } from 'vitest';
import { toCounterBreaks } from './counter-breaks.ts';

const history = (...days: Record<string, number>[]) => ({
  family: null,
  model: null,
  firmware: null,
  days: days.map((values, day) => ({ day, values: new Map(Object.entries(values)) })),
  errors: [],
  replacements: [],
});

describe('breaks of counters', () => {
  it('every page counter of the device is looked at, by day and then by key', () => {
    const breaks = toCounterBreaks(
      history(
        { 'pages.total': 500, 'source.CST1': 400, 'scan.small': 9 },
        { 'pages.total': 3, 'source.CST1': 2, 'scan.small': 12 },
        { 'pages.total': 9, 'source.CST1': 9_000_000, 'scan.small': 1 },
      ),
    );
    expect(breaks).toEqual([
      { key: 'pages.total', day: 1, kind: 'fell', before: 500, after: 3 },
      { key: 'source.CST1', day: 1, kind: 'fell', before: 400, after: 2 },
      { key: 'scan.small', day: 2, kind: 'fell', before: 12, after: 1 },
      { key: 'source.CST1', day: 2, kind: 'leapt', before: 2, after: 9_000_000 },
    ]);
  });

  it('the counter of a new part, or toner that falls, is no break', () => {
    expect(
      toCounterBreaks(
        history({ 'part.6250.pages': 80_000, 'toner.black': 40 }, { 'part.6250.pages': 3, 'toner.black': 1 }),
      ),
    ).toEqual([]);
  });

  const total = (...values: number[]) => history(...values.map((value) => ({ 'pages.total': value })));
  const usual = Array.from({ length: 10 }, (_, day) => 1000 + day * 100);

  it('WL-10 LG-11: a fall that is back at its value within seven days is marked as healed', () => {
    expect(toCounterBreaks(total(...usual, 31, 2100))).toEqual([
      { key: 'pages.total', day: 10, kind: 'fell', before: 1900, after: 31, isHealed: true },
    ]);
    // Several low readings, which rise by themselves.
    expect(toCounterBreaks(total(...usual, 31, 60, 90, 2300))).toEqual([
      { key: 'pages.total', day: 10, kind: 'fell', before: 1900, after: 31, isHealed: true },
    ]);
  });

  it('WL-10 LG-11 LG-13: a fall stays that is not back in time, or comes back higher than the device prints', () => {
    const isHealed = (...after: number[]) => toCounterBreaks(total(...usual, ...after))[0]?.isHealed ?? false;
    expect(isHealed(31, 31, 31, 31, 31, 31, 2600)).toBe(true);
    expect(isHealed(31, 31, 31, 31, 31, 31, 31, 2700)).toBe(false);
    expect(isHealed(31, 60, 90)).toBe(false);
    expect(isHealed(31, 2700)).toBe(true);
    // With 14 readings there is a forecast that a rise can lie outside of.
    const long = Array.from({ length: 30 }, (_, day) => day * 100);
    const isBackAt = (value: number) => toCounterBreaks(total(...long, 31, value))[0]?.isHealed ?? false;
    expect(isBackAt(3300)).toBe(true);
    expect(isBackAt(4400)).toBe(false);
  });

  it('LG-13: a leap far over the pages of the device is a break, what it printed lately is none', () => {
    const long = Array.from({ length: 30 }, (_, day) => day * 300);
    expect(toCounterBreaks(total(...long, 23_500))).toEqual([
      { key: 'pages.total', day: 30, kind: 'leapt', before: 8700, after: 23_500 },
    ]);
    const busyOnce = long.map((pages, day) => pages + (day >= 10 ? 2000 : 0));
    expect(toCounterBreaks(total(...busyOnce, 12_900))).toEqual([]);
  });
});
