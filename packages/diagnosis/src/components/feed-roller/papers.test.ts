import { expect, it } from 'vitest';
import { toPapers } from './papers.ts';

const input = (name: string, media?: string) => ({
  index: '1.1',
  name,
  ...(media === undefined ? {} : { media }),
  percent: { state: 'unknown' as const },
});

it.each([
  ['CST1', 'Plain', { CST1: 'plain' }],
  ['Drawer 2', 'Recycled Paper', { CST2: 'recycled' }],
  ['Tray 3', 'Thick 1', { CST3: 'thick' }],
  ['カセット4', '厚紙', { CST4: 'thick' }],
  ['Bypass Tray', 'Envelope', { bypass: 'otherPaper' }],
  ['O2-LCF', 'stationery', { O2LCF: 'plain' }],
  ['T-LCF', 'stationery-heavyweight', { TLCF: 'thick' }],
  ['LCF', '普通紙', { LCF: 'plain' }],
  ['Tray 1', 'iso_a4_210x297mm', {}],
  ['Tray 1', undefined, {}],
  ['Tray 12', 'Plain', {}],
  ['Upper', 'Plain', {}],
])('FS-24: %s with %s', (name, media, expected) => {
  expect(toPapers([input(name, media)])).toEqual(expected);
});

it('FS-24: trays that share a source and hold different kinds name none', () => {
  expect(toPapers([input('Drawer 1', 'Plain'), input('Tray 1', 'Thick')])).toEqual({});
});
