import { expect, test } from 'vitest';
import { isFilled, toSupplyName, toSupplyPhrase } from './status-reason.ts';

test('a supply that is used up runs low, one that fills gets full, one that wears nears its end', () => {
  expect(toSupplyPhrase(toSupplyName('black'), 'warning')).toBe('low');
  expect(toSupplyPhrase(toSupplyName('black'), 'error')).toBe('empty');
  expect(toSupplyPhrase(toSupplyName('wasteToner'), 'warning')).toBe('nearFull');
  expect(toSupplyPhrase(toSupplyName('wasteToner'), 'error')).toBe('full');
  expect(toSupplyPhrase(toSupplyName('opc'), 'warning')).toBe('lifeNear');
  expect(toSupplyPhrase(toSupplyName('fuser'), 'error')).toBe('lifeOver');
});
test('a name from outside is only known when it is one of ours, whatever objects inherit', () => {
  expect(toSupplyName('constructor')).toBeUndefined();
  expect(toSupplyName('')).toBeUndefined();
  expect(isFilled('toString')).toBe(false);
});
