import { expect, test } from 'vitest';
import { listHealth } from '../../../../test/worklist/health.ts';
import { countMet, toHealthLines, toSpark } from './health-model.ts';

test('WL-72 WL-73: each measure is one line with its target; the ten most frequent count together', () => {
  const lines = toHealthLines(listHealth);
  expect(lines.map(({ name, value, target, isMet }) => [name, value, target, isMet])).toEqual([
    ['openingsAnHour', 4.2, 6, true],
    ['shareP1', 0.19, 0.05, false],
    ['shareP2', 0.12, 0.15, true],
    ['flickering', 1, 0, false],
    ['stale', null, 5, null],
    ['fleeting', 0.02, 0.05, true],
    ['nuisance', 0.14, 0.2, true],
    ['frequent', 0.07, 0.05, false],
    ['acknowledged', 18, null, null],
  ]);
});

test('WL-73: what cannot be measured is neither met nor missed, and no target is counted for it', () => {
  expect(countMet(toHealthLines(listHealth))).toEqual({ met: 4, all: 7 });
  const empty = { ...listHealth, frequent: [] };
  expect(toHealthLines(empty).find(({ name }) => name === 'frequent')).toMatchObject({ value: null, isMet: null });
});

test('WL-73: the weeks stand on one scale with the target from zero up; an unknown week is a gap', () => {
  expect(toSpark({ weeks: [0, 10, null, 5], target: 10 })).toEqual({
    paths: ['M3 21L29 3', 'M81 12'],
    last: { x: 81, y: 12 },
    target: 3,
  });
  expect(toSpark({ weeks: [5], target: 10 })).toMatchObject({ last: { y: 12 }, target: 3 });
  expect(toSpark({ weeks: [null], target: 0 })).toEqual({ paths: [], last: undefined, target: 21 });
});
