import * as fc from 'fast-check';
import { assert, describe, expect, test } from 'vitest';
import { lastDays, lastMonths, type Period } from './periods.ts';

const hourMs = 3_600_000;
const hours = ({ start, end }: Period) => (end.getTime() - start.getTime()) / hourMs;
function of(periods: readonly Period[], name: string): Period {
  const found = periods.find((period) => period.name === name);
  assert(found);
  return found;
}

describe('days of a zone', () => {
  test.each([
    ['Asia/Tokyo', '2026-11-21T15:00:00Z', '2026-11-22', '2026-11-21T15:00:00.000Z'],
    ['Asia/Tokyo', '2026-11-21T14:59:59Z', '2026-11-21', '2026-11-20T15:00:00.000Z'],
    ['Pacific/Honolulu', '2026-11-21T09:59:59Z', '2026-11-20', '2026-11-20T10:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T18:30:00Z', '2026-11-22', '2026-11-21T18:30:00.000Z'],
    ['UTC', '2026-11-21T23:59:59Z', '2026-11-21', '2026-11-21T00:00:00.000Z'],
  ])('today in %s at %s is %s', (zone, now, name, start) => {
    expect(lastDays(new Date(now), 14, zone).at(-1)).toMatchObject({ name, start: new Date(start) });
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    // The clock goes from 00:00 to 01:00, and from 24:00 back to 23:00.
    ['America/Havana', '2026-03-08', 23],
    ['Africa/Cairo', '2026-04-24', 23],
    ['Africa/Cairo', '2026-10-29', 25],
  ])('in %s the day %s has %d hours', (zone, name, length) => {
    const days = lastDays(new Date(`${name}T12:00:00Z`), 3, zone);
    expect(hours(of(days, name))).toBe(length);
    expect(days.filter((day) => day.name !== name).map(hours)).toEqual([24, 24]);
  });

  test('a day that a zone skipped is empty', () => {
    const days = lastDays(new Date('2012-01-01T12:00:00Z'), 5, 'Pacific/Apia');
    expect(hours(of(days, '2011-12-30'))).toBe(0);
    expect(hours(of(days, '2011-12-29'))).toBe(24);
  });
});

test('months begin at local midnight, and the current one ends with today', () => {
  const months = lastMonths(new Date('2026-11-30T20:00:00Z'), 3, 'Asia/Tokyo');
  expect(months).toEqual([
    { name: '2026-10', start: new Date('2026-09-30T15:00:00Z'), end: new Date('2026-10-31T15:00:00Z') },
    { name: '2026-11', start: new Date('2026-10-31T15:00:00Z'), end: new Date('2026-11-30T15:00:00Z') },
    { name: '2026-12', start: new Date('2026-11-30T15:00:00Z'), end: new Date('2026-12-01T15:00:00Z') },
  ]);
  const [month] = lastMonths(new Date('2026-10-31T12:00:00Z'), 1, 'Europe/Berlin');
  expect(month).toEqual({
    name: '2026-10',
    start: new Date('2026-09-30T22:00:00Z'),
    end: new Date('2026-10-31T23:00:00Z'),
  });
});

test('a day that was asked for a minute ago ends at local midnight', () => {
  const lastDay = (time: string) => lastDays(new Date(time), 14, 'Asia/Tokyo').at(-1)?.name;
  expect(lastDay('2026-11-22T14:59:59.999Z')).toBe('2026-11-22');
  expect(lastDay('2026-11-22T15:00:00.000Z')).toBe('2026-11-23');
  expect(lastDay('2026-11-22T14:59:00.000Z')).toBe('2026-11-22');
});

describe('in every zone, at any time', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const time = (from: string, to: string) => fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true });
  /** Written by another way than the one under test. */
  const dayOf = (at: Date, timeZone: string) => at.toLocaleDateString('sv-SE', { timeZone });

  test('days follow each other without gap or overlap, the last one contains now, and each instant is on its local day', () => {
    fc.assert(
      fc.property(
        zone,
        time('2020-01-01T00:00:00Z', '2027-12-31T00:00:00Z'),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 1, maxLength: 8 }),
        (timeZone, now, places) => {
          const days = lastDays(now, 14, timeZone);
          expect(days).toHaveLength(14);
          expect(days.slice(1).map(({ start }) => start)).toEqual(days.slice(0, -1).map(({ end }) => end));
          const [first, last] = [days[0], days.at(-1)];
          assert(first && last);
          expect(last.name).toBe(dayOf(now, timeZone));
          expect(last.start <= now && now < last.end).toBe(true);
          const span = last.end.getTime() - first.start.getTime();
          for (const place of places) {
            const at = new Date(first.start.getTime() + Math.floor(place * span));
            expect(days.filter(({ start, end }) => start <= at && at < end).map(({ name }) => name)).toEqual([
              dayOf(at, timeZone),
            ]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the days of a month make up the month', () => {
    fc.assert(
      fc.property(zone, time('2021-01-01T00:00:00Z', '2027-12-31T00:00:00Z'), (timeZone, now) => {
        const months = lastMonths(now, 6, timeZone);
        const days = lastDays(now, 200, timeZone);
        for (const { name, start, end } of months) {
          const own = days.filter((day) => day.name.startsWith(name));
          expect([own[0]?.start, own.at(-1)?.end]).toEqual([start, end]);
        }
      }),
      { numRuns: 20 },
    );
  });
});
