import { expect, test } from 'vitest';
import { toPanelWidth } from './chart-frame.tsx';

test('a panel of all columns has the sheet without its edges and its own padding', () => {
  expect(toPanelWidth(1392, 12)).toBe(1358);
});

test('two halves share the hairline between them', () => {
  expect(toPanelWidth(1392, 6)).toBe(662);
});

test('a sheet without room leaves none', () => {
  expect(toPanelWidth(0, 4)).toBe(0);
});
