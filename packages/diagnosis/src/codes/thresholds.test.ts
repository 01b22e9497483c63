import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachesAlert, toCodeNumber, watchedSide } from './thresholds.ts';

test('OQ-77: the order of the thresholds says which values are bad', () => {
  expect(watchedSide({ alert: 59, clear: 55 })).toBe('high');
  expect(watchedSide({ alert: 169, clear: 175 })).toBe('low');
  expect(watchedSide({ alert: 59, clear: null })).toBe('high');
  expect(reachesAlert(59, { alert: 59, clear: 55 })).toBe(true);
  expect(reachesAlert(58, { alert: 59, clear: 55 })).toBe(false);
  expect(reachesAlert(169, { alert: 169, clear: 175 })).toBe(true);
  expect(reachesAlert(170, { alert: 169, clear: 175 })).toBe(false);
  expect(reachesAlert(60, { alert: 59, clear: null })).toBe(true);
  expect(reachesAlert(60, { alert: null, clear: null })).toBe(false);
});

test('OQ-77: no value is flagged and clear at once, whatever the pair', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (value, alert, clear) => {
      fc.pre(alert !== clear);
      const isClear = watchedSide({ alert, clear }) === 'low' ? value >= clear : value <= clear;
      expect(isClear && reachesAlert(value, { alert, clear })).toBe(false);
    }),
  );
});

test('OQ-75: only texts that are numbers are compared', () => {
  expect(['-8', ' 12.5 ', 'A0', '', ' ', '1e999', undefined].map(toCodeNumber)).toEqual([
    -8,
    12.5,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
