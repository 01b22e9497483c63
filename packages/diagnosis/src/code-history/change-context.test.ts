import { expect, it } from 'vitest';
import { at } from '../../test/code-past.ts';
import { contextsOf, isNewWithFirmware, type PastVisit } from './change-context.ts';

const span = { lastBefore: at('03T20:01'), firstAfter: at('04T20:02') };
const visit = (arrived: string, left: string | null): PastVisit => ({
  visitId: 'v',
  arrivedAt: at(arrived),
  leftAt: left === null ? null : at(left),
  technician: 'Lindholm',
});
const past = { visits: [], firmware: [], breaks: [] };
const kinds = (visits: readonly PastVisit[]) => contextsOf(span, { ...past, visits }).map(({ kind }) => kind);

it('CH-02 CH-05: a visit of the same day that ended before the last reading with the old value is not named', () => {
  expect(kinds([visit('03T13:10', '03T14:10')])).toEqual([]);
  expect(kinds([visit('04T20:03', '04T21:00')])).toEqual([]);
});

it('CH-05: a visit whose arrival or departure touches the span is named, also one that goes on', () => {
  expect(kinds([visit('03T19:00', '03T20:01')])).toEqual(['visit']);
  expect(kinds([visit('04T09:00', '04T10:00')])).toEqual(['visit']);
  expect(kinds([visit('04T20:02', '04T22:00')])).toEqual(['visit']);
  expect(kinds([visit('04T09:00', null)])).toEqual(['visit']);
});

it('CH-05: firmware and a counter break within the span are named after a visit; without all three it was unknown', () => {
  const firmware = [{ before: 'A', after: 'B', lastBefore: at('04T08:00'), firstAfter: at('04T20:02') }];
  const breaks = [{ lastBefore: at('03T21:00'), firstAfter: at('04T20:02'), cause: 'memoryCleared' }];
  expect(
    contextsOf(span, { visits: [visit('04T09:00', '04T10:00')], firmware, breaks }).map(({ kind }) => kind),
  ).toEqual(['visit', 'firmware', 'memoryCleared']);
  const earlier = firmware.map((one) => ({ ...one, lastBefore: at('02T08:00'), firstAfter: at('03T08:00') }));
  expect(contextsOf(span, { ...past, firmware: earlier })).toEqual([]);
});

it('CH-04: a code is new with the firmware where the firmware changed in the span in which it appeared', () => {
  const change = { before: 'A', after: 'B', lastBefore: at('12T08:00'), firstAfter: at('14T08:00') };
  expect(isNewWithFirmware({ lastBefore: at('12T08:00'), firstAfter: at('14T08:00') }, [change])).toBe(true);
  expect(isNewWithFirmware(span, [change])).toBe(false);
});
