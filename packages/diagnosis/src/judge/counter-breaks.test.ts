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
});
