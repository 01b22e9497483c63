import { expect, test } from 'vitest';
import { isStopped, toPaperName, toPaperWords, toStateNames } from './machine-rows.ts';

const state = (more: object) => ({ availability: null, alert: null, offline: false, ...more }) as const;

test('a paper is named by its size, whichever side is fed first, within the rounding of agents', () => {
  expect(toPaperName({ feedMm: 297, crossMm: 210 })).toBe('A4');
  expect(toPaperName({ feedMm: 210, crossMm: 297 })).toBe('A4');
  expect(toPaperName({ feedMm: 279.4, crossMm: 215.9 })).toBe('Letter');
  expect(toPaperName({ feedMm: 431, crossMm: 280 })).toBe('Ledger');
  expect(toPaperName({ feedMm: 300, crossMm: 200 })).toBeUndefined();
});

test('format and name of a paper stand together, without saying a thing twice', () => {
  const a4 = { feedMm: 297, crossMm: 210 };
  expect(toPaperWords({ media: 'Plain', size: a4 })).toBe('A4, Plain');
  expect(toPaperWords({ media: 'iso_a4_210x297mm', size: a4 })).toBe('iso_a4_210x297mm');
  expect(toPaperWords({ media: null, size: a4 })).toBe('A4');
  expect(toPaperWords({ media: 'Custom 8', size: { feedMm: 300, crossMm: 200 } })).toBe('Custom 8');
  expect(toPaperWords({ media: null, size: null })).toBeUndefined();
});

test('a state has a name for each of its parts, and none where it was not reported', () => {
  expect(toStateNames(null)).toEqual([]);
  expect(toStateNames(state({ availability: 'onRequest', alert: 'nonCritical', offline: true }))).toEqual([
    'onRequest',
    'nonCritical',
    'offline',
  ]);
  expect(isStopped(state({ availability: 'onRequest', alert: 'nonCritical' }))).toBe(false);
  expect(isStopped(state({ availability: 'idle', alert: 'critical' }))).toBe(true);
  expect(isStopped(null)).toBe(false);
});
