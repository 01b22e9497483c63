import type { AnswerOf } from '@platen/contract/endpoint';
import type { readPmParts } from '@platen/contract/readings';
import { describe, expect, test } from 'vitest';
import { countVerdicts, toPartRows, toScale } from './to-part-rows.ts';

type Part = AnswerOf<typeof readPmParts>['parts'][number];
const part = (partsCode: string, more: Partial<Part> = {}): Part => ({
  partsCode,
  lifeNow: 50,
  life1Week: 52,
  life2Weeks: 54,
  life4Weeks: 58,
  counter: 1000,
  consumedLife: 50,
  ...more,
});
const noName = () => undefined;

describe('rows of PM parts', () => {
  test('GN-06 PM-01: due parts stand first, then those for the next visit and those to watch, then the others; unknown life last', () => {
    const parts = [
      part('unknown', { lifeNow: null, consumedLife: null, life1Week: null, life2Weeks: null, life4Weeks: null }),
      part('later', { lifeNow: 60 }),
      part('soon', { lifeNow: 40, life4Weeks: 100 }),
      part('next', { lifeNow: 30, life2Weeks: 100, life4Weeks: 120 }),
      part('due', { lifeNow: 100 }),
      part('over', { lifeNow: 118 }),
      part('most', { lifeNow: 99, life4Weeks: null }),
    ];
    const rows = toPartRows({ threshold: 100, parts }, noName);
    expect(rows.map(({ code, verdict }) => [code, verdict.verdict])).toEqual([
      ['over', 'due'],
      ['due', 'due'],
      ['next', 'nextVisit'],
      ['soon', 'watch'],
      ['most', 'sound'],
      ['later', 'sound'],
      ['unknown', 'unknown'],
    ]);
    expect(countVerdicts(rows)).toEqual({ asks: 3, due: 2, watch: 1, unknown: 1 });
  });

  test('PM-01: the threshold is the answer’s own', () => {
    const [row] = toPartRows({ threshold: 80, parts: [part('1', { lifeNow: 80 })] }, noName);
    expect(row?.verdict.verdict).toBe('due');
  });

  test('PM-03 OQ-90: a part has the name of its family, else the device’s own, else its code', () => {
    const parts = [part('a', { name: 'Own' }), part('b', { name: ' ' }), part('c', { name: 'Own' })];
    const rows = toPartRows({ threshold: 100, parts }, (code) => (code === 'c' ? 'Family' : undefined));
    expect(rows.map(({ name, isCode }) => [name, isCode])).toEqual([
      ['Own', false],
      ['b', true],
      ['Family', false],
    ]);
  });

  test('PM-05 PM-06 PM-07: forecasts in order with their ranges', () => {
    const ranges = { life1Week: { lower: 51, upper: 53 }, life2Weeks: null, life4Weeks: { lower: 55, upper: 61 } };
    const [row] = toPartRows({ threshold: 100, parts: [part('1', { ranges })] }, noName);
    expect(row?.forecasts).toEqual([
      { week: 'life1Week', value: 52, range: { lower: 51, upper: 53 } },
      { week: 'life2Weeks', value: 54, range: undefined },
      { week: 'life4Weeks', value: 58, range: { lower: 55, upper: 61 } },
    ]);
  });

  test('a withheld forecast says how many readings it lacks, and only when readings are what it lacks', () => {
    const none = { life1Week: null, life2Weeks: null, life4Weeks: null };
    const basis = (readings: number) => ({ rule: 'pmParts', readings, neededReadings: 14, from: null, to: null });
    const parts = [part('few', { ...none, basis: basis(9) }), part('old', { ...none, basis: basis(40) })];
    const rows = toPartRows({ threshold: 100, parts }, noName);
    expect(rows.map(({ withheld }) => withheld)).toEqual([{ readings: 9, needed: 14 }, undefined]);
  });
});

test('the scale of the bars holds the threshold and every part, but no more than twice the threshold', () => {
  const scale = (lifeNow: number, life4Weeks: number | null) =>
    toScale(toPartRows({ threshold: 100, parts: [part('1', { lifeNow, life4Weeks })] }, noName), 100);
  expect([scale(10, 12), scale(118, 124), scale(118, null), scale(900, 901)]).toEqual([120, 140, 120, 200]);
  expect(toScale([], 80)).toBe(100);
});
