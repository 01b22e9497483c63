import { expect, it } from 'vitest';
import { at, reading } from '../../test/code-past.ts';
import { toFirmwareChanges } from './change-context.ts';
import { readingAt, toCodeSpans } from './code-spans.ts';

it('CH-02: a change lies between the instants of the last reading before and the first one after', () => {
  const { changes } = toCodeSpans([
    reading('02T20:00', { '08-2103-0': '128' }),
    reading('03T20:01', { '08-2103-0': '128' }),
    reading('04T20:02', { '08-2103-0': '96' }),
    reading('05T20:00', { '08-2103-0': '96' }),
  ]);
  expect(changes).toEqual([
    { code: '08-2103-0', before: '128', after: '96', lastBefore: at('03T20:01'), firstAfter: at('04T20:02') },
  ]);
});

it('CH-04: a code that a reading leaves out has not changed; the span of a later change reaches over the gap', () => {
  const readings = [
    reading('02T20:00', { '05-1-0': '1', '05-2-0': '5' }),
    reading('03T20:00', { '05-2-0': '5' }),
    reading('04T20:00', { '05-1-0': '1', '05-2-0': '5' }),
    reading('05T20:00', { '05-2-0': '5' }),
    reading('06T20:00', { '05-1-0': '2', '05-2-0': '5' }),
  ];
  const { changes, appeared } = toCodeSpans(readings);
  expect(changes).toEqual([
    { code: '05-1-0', before: '1', after: '2', lastBefore: at('04T20:00'), firstAfter: at('06T20:00') },
  ]);
  expect(appeared).toEqual([]);
});

it('CH-04: a code that no earlier reading had appears; of the first reading none does', () => {
  const readings = [reading('12T20:00', { '05-1-0': '1' }), reading('14T20:00', { '05-1-0': '1', '08-3820-0': '1' })];
  expect(toCodeSpans(readings)).toEqual({
    changes: [],
    appeared: [{ code: '08-3820-0', after: '1', lastBefore: at('12T20:00'), firstAfter: at('14T20:00') }],
  });
  expect(toCodeSpans([])).toEqual({ changes: [], appeared: [] });
});

it('CH-03: the side of a day is the newest reading until then, before all readings the first one', () => {
  const readings = [reading('12T20:00', { '05-1-0': '1' }), reading('14T20:00', { '05-1-0': '2' })];
  expect(readingAt(readings, at('13T23:59'))?.at).toBe(at('12T20:00'));
  expect(readingAt(readings, at('01T00:00'))?.at).toBe(at('12T20:00'));
  expect(readingAt([], at('01T00:00'))).toBeUndefined();
});

it('CH-05: a firmware changed between the readings that have one and the other', () => {
  const readings = ['02', '03', '05'].map((day, index) => ({ at: at(`${day}T08:00`), version: index < 2 ? 'A' : 'B' }));
  expect(toFirmwareChanges(readings)).toEqual([
    { before: 'A', after: 'B', lastBefore: at('03T08:00'), firstAfter: at('05T08:00') },
  ]);
});
