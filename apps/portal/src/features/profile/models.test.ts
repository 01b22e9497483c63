import { readProfile } from '@platen/contract/details';
import { describe, expect, test } from 'vitest';
import { offlineProfile, poorProfile, richProfile } from '../../../test/device/device-data.ts';
import { toCalendarDay } from '../../device/figures.ts';
import { tabNames } from '../../platform/screens.ts';
import { toErrorRows, toPageSplit, toSupplyRows, toTonerRows } from './profile-rows.ts';

test('the profiles that the screens are tested with are answers of the contract', () => {
  for (const profile of [richProfile(), poorProfile(), offlineProfile()]) {
    expect(readProfile.answer.safeParse(profile).error).toBeUndefined();
  }
});

describe('unpacking date', () => {
  test('PR-07: 0000-00-00 is no day', () => {
    expect(toCalendarDay('0000-00-00')).toEqual({ kind: 'none' });
    expect(toCalendarDay('')).toEqual({ kind: 'none' });
  });
  test('PR-06: a day stays the same day in any time zone', () => {
    const day = toCalendarDay('2021-03-18');
    expect(day.kind === 'day' && [day.at.getFullYear(), day.at.getMonth(), day.at.getDate()]).toEqual([2021, 2, 18]);
  });
  test('a text that is no day is kept as it came, not turned into another day', () => {
    expect(toCalendarDay('2021-02-30')).toEqual({ kind: 'other', text: '2021-02-30' });
    expect(toCalendarDay('18.3.2021')).toEqual({ kind: 'other', text: '18.3.2021' });
  });
});

describe('toner rows', () => {
  test('PR-18..PR-22: five colours in the order K Y M C B, each with its percent or its state', () => {
    expect(toTonerRows(richProfile()).map(({ tone, percent, state }) => [tone, percent, state])).toEqual([
      ['K', 34, 'measured'],
      ['Y', 58, 'measured'],
      ['M', 7, 'measured'],
      ['C', 41, 'measured'],
      ['B', null, 'unknown'],
    ]);
  });
  test('PR-22: erasable blue is left out where it is not reported, the other four are not reported', () => {
    expect(toTonerRows(poorProfile()).map(({ tone, state }) => `${tone} ${state}`)).toEqual([
      'K notReported',
      'Y notReported',
      'M notReported',
      'C notReported',
    ]);
  });
  test('a monochrome device has no rows for colours it cannot have', () => {
    const profile = { ...poorProfile(), tonerReadings: { black: { percent: 80, state: 'measured' as const } } };
    expect(toTonerRows(profile).map(({ tone }) => tone)).toEqual(['K']);
  });
  test('true zero stays 0; a client of the specified fields alone still gets its percents', () => {
    const { tonerReadings: _unread, ...specified } = richProfile();
    const rows = toTonerRows({ ...specified, toner: { ...specified.toner, cyan: 0 } });
    expect(rows.find(({ color }) => color === 'cyan')).toMatchObject({ percent: 0, state: 'measured' });
  });
  test('a reading called measured that carries no figure is not reported, never zero', () => {
    const profile = { ...poorProfile(), tonerReadings: { black: { percent: null, state: 'measured' as const } } };
    expect(toTonerRows(profile)[0]).toMatchObject({ percent: null, state: 'notReported' });
  });
});

describe('other supplies', () => {
  test('the level of a receptacle is the room left in it, that of a drum its life left', () => {
    const rows = toSupplyRows(richProfile());
    expect(rows.map(({ isRoom }) => isRoom)).toEqual([false, false, true, false, false]);
  });
  test('without a class the type decides; two supplies of one name stay two rows', () => {
    const waste = { description: 'Waste', type: 'wasteToner', class: null, percent: 5, state: 'measured' as const };
    const rows = toSupplyRows({ ...richProfile(), supplies: [waste, waste] });
    expect(rows.map(({ key, isRoom }) => [key, isRoom])).toEqual([
      ['0', true],
      ['1', true],
    ]);
  });
});

test('a supply that is a reason of the status is marked, another of its type is not', () => {
  const reason = { source: 'supply' as const, code: 'opc', severity: 'warning' as const, text: 'Drum YMC' };
  const rows = toSupplyRows({ ...richProfile(), statusReasons: [reason] });
  expect(rows.map(({ severity }) => severity)).toEqual([undefined, 'warning', undefined, undefined, undefined]);
});

describe('error figures', () => {
  test('PR-23..PR-27 PR-31: five figures in their order on one scale, zero has no length', () => {
    expect(toErrorRows(richProfile().errorCounters)?.map(({ category, count }) => `${category} ${count}`)).toEqual([
      'jamDF 4',
      'jamPrint 33',
      'jamFinisher 2',
      'serviceCall 2',
      'other 0',
    ]);
    const lengths = toErrorRows(richProfile().errorCounters)?.map(({ length }) => Math.round(length));
    expect(lengths).toEqual([12, 100, 6, 6, 0]);
  });
  test('a device that sends no errors has no rows; one that sends some keeps the unknown ones unknown', () => {
    expect(toErrorRows(poorProfile().errorCounters)).toBeUndefined();
    const some = toErrorRows({ jamDF: null, jamPrint: 0, jamFinisher: null, serviceCall: null, other: null });
    expect(some?.map(({ count }) => count)).toEqual([null, 0, null, null, null]);
  });
});

describe('page split', () => {
  test('PR-12: black and colour are only split where the device counts both and has printed', () => {
    expect(toPageSplit({ color: 1, black: 3 })).toEqual({ color: 1, black: 3, share: 25 });
    expect(toPageSplit({ color: 0, black: 0 })).toBeUndefined();
    expect(toPageSplit({ color: null, black: 3 })).toBeUndefined();
    expect(toPageSplit(undefined)).toBeUndefined();
  });
});

describe('lists', () => {
  test('RT-08..RT-18: ten tabs in the order of their routes after the profile, then the added one', () => {
    expect(tabNames).toEqual([
      'profile',
      'failuresign',
      'counter',
      'error',
      'firmware',
      'code05',
      'code08',
      'code13',
      'pmparts',
      'toner',
      'networkInformation',
      'machine',
    ]);
  });
});
