import { expect, it } from 'vitest';
import { at, past, reading } from '../../test/code-past.ts';
import { watchedChanges } from './watched-changes.ts';

const readings = [
  reading('03T20:01', { '05-2103-0': '128', '05-9-0': '1' }),
  reading('04T20:02', { '05-2103-0': '96', '05-9-0': '2' }),
];
const watched = new Set(['05-2103-0']);
const change = { code: '05.2103.0', before: '128', after: '96', at: at('04T20:02') };
const visit = { visitId: 'v', arrivedAt: at('04T09:00'), leftAt: at('04T10:00'), technician: null };

it('WL-13 CH-07: a watched code that changed outside a visit is a matter, another code is none', () => {
  expect(watchedChanges(past(readings), watched, [])).toEqual([change]);
});

it('WL-13: a visit that touches the span, recorded at any time later, explains it', () => {
  expect(watchedChanges(past(readings, { visits: [visit] }), watched, [])).toEqual([]);
});

it('WL-13: it ends when it is taken back, and when a person accepts it', () => {
  const back = [...readings, reading('05T20:00', { '05-2103-0': '128' })];
  expect(watchedChanges(past(back), watched, [])).toEqual([]);
  expect(watchedChanges(past(readings), watched, [{ code: '05-2103-0', firstAfter: at('04T20:02') }])).toEqual([]);
});

it('WL-13: a change after an accepted one opens again, from the accepted value on', () => {
  const later = [...readings, reading('06T20:00', { '05-2103-0': '90' })];
  const accepted = [{ code: '05-2103-0', firstAfter: at('04T20:02') }];
  expect(watchedChanges(past(later), watched, accepted)).toEqual([
    { code: '05.2103.0', before: '96', after: '90', at: at('06T20:00') },
  ]);
});

it('CH-06: a code that adjusts itself opens nothing, also where it is watched', () => {
  expect(watchedChanges(past(readings, { adjusting: watched }), watched, [])).toEqual([]);
});
