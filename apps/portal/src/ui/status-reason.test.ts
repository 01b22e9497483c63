import { isFilled, toSupplyName, toSupplyPhrase } from '@platen/catalogue/supply-phrase';
import { expect, test } from 'vitest';
import { toOwnTexts } from './use-reason-text.ts';

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

test('the device’s own text follows ours once, without what only repeats a part', () => {
  const also = [
    { source: 'alert' as const, code: '11', text: 'Replace Yellow Drum Unit' },
    { source: 'hrDevice' as const, code: 'warning' },
    { source: 'alert' as const, code: '11', text: ' Replace Yellow Drum Unit ' },
  ];
  const drum = { source: 'supply' as const, code: 'opc', severity: 'warning' as const, text: 'Yellow Drum Unit', also };
  expect(toOwnTexts(drum, 'Drum near end of life')).toEqual(['Replace Yellow Drum Unit']);
  const alert = { source: 'alert' as const, code: '8', severity: 'error' as const, text: 'Jam in tray 2' };
  expect(toOwnTexts(alert, 'Jam in tray 2')).toEqual([]);
});
