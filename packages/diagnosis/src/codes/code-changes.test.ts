import { expect, it } from 'vitest';
import { type CodeTableOfDay, toCodeChanges } from './code-changes.ts';

const table = (day: string, codes: Readonly<Record<string, string>>): CodeTableOfDay => ({
  day: `2026-11-${day}`,
  digest: JSON.stringify(codes),
  codes: new Map(Object.entries(codes)),
});

it('CH-02: a change lies between the last day before and the first day after it, newest first', () => {
  const { changes } = toCodeChanges([
    table('02', { '08-2103-0': '128', '05-1-0': '1' }),
    table('03', { '08-2103-0': '128', '05-1-0': '1' }),
    table('06', { '08-2103-0': '96', '05-1-0': '1' }),
    table('07', { '08-2103-0': '96', '05-1-0': '2' }),
  ]);
  expect(changes).toEqual([
    { code: '05-1-0', before: '1', after: '2', lastBefore: '2026-11-06', firstAfter: '2026-11-07' },
    { code: '08-2103-0', before: '128', after: '96', lastBefore: '2026-11-03', firstAfter: '2026-11-06' },
  ]);
});

it('CH-04: a code that is missing on one side is no change', () => {
  expect(toCodeChanges([table('02', { '05-1-0': '1' }), table('03', { '05-2-0': '1' })]).changes).toEqual([]);
});

it('CH-09: a code that changes again and again is counted, not listed', () => {
  const days = ['1', '2', '3', '4'].map((value) =>
    table(`0${value}`, { '05-1-0': value, '05-2-0': value === '4' ? '1' : '0' }),
  );
  const { changes, adjusted } = toCodeChanges(days);
  expect(adjusted).toEqual(['05-1-0']);
  expect(changes.map(({ code }) => code)).toEqual(['05-2-0']);
});

it('of one day nothing changed', () => {
  expect(toCodeChanges([table('02', { '05-1-0': '1' })])).toEqual({ changes: [], adjusted: [] });
  expect(toCodeChanges([])).toEqual({ changes: [], adjusted: [] });
});
