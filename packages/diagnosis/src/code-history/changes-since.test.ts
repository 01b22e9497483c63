import { expect, it } from 'vitest';
import { at, modelOf128, past, reading } from '../../test/code-past.ts';
import { codeChangesSince } from './changes-since.ts';

it('CH-09: changes since the last visit, those unlike the model first, without codes that adjust themselves', () => {
  const readings = [
    reading('03T20:01', { '05-1-0': '128', '05-7-0': '1', '08-2103-0': '128', '05-2400-0': '80' }),
    reading('04T20:02', { '05-1-0': '120', '05-7-0': '2', '08-2103-0': '96', '05-2400-0': '81' }),
  ];
  const { changes, adjusting } = codeChangesSince(
    at('03T20:01'),
    past(readings, { values: modelOf128, adjusting: new Set(['05-2400-0']) }),
  );
  expect(changes.map(({ code, before, after, level }) => [code, before, after, level])).toEqual([
    ['08-2103-0', '128', '96', 3],
    ['05-1-0', '128', '120', 2],
    ['05-7-0', '1', '2', null],
  ]);
  expect(adjusting).toEqual(['05-2400-0']);
  expect(changes[0]).toMatchObject({ lastBefore: at('03T20:01'), firstAfter: at('04T20:02'), mode: '128' });
});

it('CH-09: a code that is back at its value since then is left out, and what changed earlier is too', () => {
  const readings = [
    reading('01T08:00', { '05-1-0': '0', '05-2-0': '0' }),
    reading('02T08:00', { '05-1-0': '1', '05-2-0': '0' }),
    reading('03T08:00', { '05-1-0': '1', '05-2-0': '5' }),
    reading('04T08:00', { '05-1-0': '1', '05-2-0': '0' }),
  ];
  const changesSince = (since: string, of = readings) => codeChangesSince(at(since), past(of)).changes;
  expect(changesSince('02T09:00')).toEqual([]);
  expect(changesSince('01T09:00').map(({ code }) => code)).toEqual(['05-1-0']);
  expect(changesSince('01T09:00', [])).toEqual([]);
});
