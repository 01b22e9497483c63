import { hourMs, minuteMs } from '@platen/contract/constants';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCalendar, toLocalDay, toWorkTime, type WorkCalendar } from './calendar.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();
const inZone = (zone: string, more: Partial<WorkCalendar> = {}) => toWorkTime({ ...defaultCalendar, zone, ...more });
const allDay = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);

describe('GE-09: the calendar of an organisation', () => {
  it('GE-09 WL-48: of the default calendar Monday to Friday 08:00 to 17:00, 8 hours of a day count', () => {
    const time = toWorkTime(defaultCalendar);
    expect(time.hoursOf(toLocalDay('2026-11-20'))).toBe(8);
    expect(time.hoursOf(toLocalDay('2026-11-21'))).toBe(0);
    expect(time.nextWorkingDay(toLocalDay('2026-11-20'))).toBe(toLocalDay('2026-11-23'));
  });

  it('GE-09: a holiday is no working day', () => {
    const time = inZone('Europe/Berlin', { holidays: ['2026-12-25'] });
    expect(time.addWorkingDays(toLocalDay('2026-12-24'), 1)).toBe(toLocalDay('2026-12-28'));
    expect(time.minutesBetween(at('2026-12-24T15:00:00Z'), at('2026-12-28T08:00:00Z'))).toBe(120);
  });

  it('GE-08: the day of an instant is that of the zone', () => {
    expect(inZone('Asia/Tokyo').dayOf(at('2026-11-22T15:30:00Z'))).toBe(toLocalDay('2026-11-23'));
    expect(inZone('America/New_York').dayOf(at('2026-11-23T04:30:00Z'))).toBe(toLocalDay('2026-11-22'));
    expect(iso(inZone('Europe/Berlin').startOf(toLocalDay('2026-07-01')))).toBe('2026-06-30T22:00:00.000Z');
  });

  it('GE-09: an hour that the clock leaves out counts as passed', () => {
    // Berlin goes from 02:00 to 03:00 at 01:00 UTC on 29 March 2026.
    const time = inZone('Europe/Berlin', { week: allDay, lunchMinutes: 0 });
    expect(time.minutesBetween(at('2026-03-29T00:30:00Z'), at('2026-03-29T01:30:00Z'))).toBe(120);
    expect(iso(time.addMinutes(at('2026-03-29T00:30:00Z'), 60))).toBe('2026-03-29T01:00:00.000Z');
  });

  it('GE-09: an hour that comes twice counts once', () => {
    // Berlin goes from 03:00 back to 02:00 at 01:00 UTC on 25 October 2026.
    const time = inZone('Europe/Berlin', { week: allDay, lunchMinutes: 0 });
    expect(time.minutesBetween(at('2026-10-25T00:00:00Z'), at('2026-10-25T02:00:00Z'))).toBe(60);
    expect(time.minutesBetween(at('2026-10-25T01:10:00Z'), at('2026-10-25T01:50:00Z'))).toBe(0);
    expect(iso(time.addMinutes(at('2026-10-25T00:00:00Z'), 61))).toBe('2026-10-25T02:01:00.000Z');
  });

  it('GE-09: a day that begins twice or begins late has one first instant', () => {
    // Havana changes at midnight: 1 November 2026 has 00:00 to 01:00 twice; 8 March 2026 begins at 01:00.
    expect(iso(inZone('America/Havana').startOf(toLocalDay('2026-11-01')))).toBe('2026-11-01T04:00:00.000Z');
    expect(iso(inZone('America/Havana').startOf(toLocalDay('2026-03-08')))).toBe('2026-03-08T05:00:00.000Z');
  });

  it('an organisation without a working day has no working time', () => {
    const time = inZone('UTC', { week: [] });
    expect(time.minutesBetween(0, 9e10)).toBe(0);
    expect(time.addMinutes(0, 1)).toBe(Infinity);
    expect(time.hoursOf(toLocalDay('2026-11-23'))).toBe(0);
  });

  it('hours that are none are refused', () => {
    expect(() => inZone('UTC', { week: [[{ from: '17:00', to: '08:00' }]] })).toThrow(RangeError);
    expect(() => inZone('UTC', { week: [[{ from: '8', to: '17:00' }]] })).toThrow(RangeError);
    expect(() => inZone('Nowhere/None')).toThrow(RangeError);
  });
});

describe('GE-09: working time in any zone', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Havana',
    'Pacific/Apia',
  ];
  const zone = fc.constantFrom(...zones);
  const week = fc.constantFrom(defaultCalendar.week, allDay);
  // Years 2011 (Samoa left out a day) to 2030, by the minute.
  const instant = fc.integer({
    min: at('2011-01-01T00:00:00Z') / minuteMs,
    max: at('2030-12-31T00:00:00Z') / minuteMs,
  });
  const span = fc.integer({ min: 0, max: 20 * 24 * 60 });

  it('minutes add up over any instant between', () => {
    fc.assert(
      fc.property(zone, week, instant, span, span, (zone, week, start, one, two) => {
        const time = inZone(zone, { week });
        const [a, b, c] = [start, start + one, start + one + two].map((minute) => minute * minuteMs) as [
          number,
          number,
          number,
        ];
        const whole = time.minutesBetween(a, c);
        expect(time.minutesBetween(a, b) + time.minutesBetween(b, c)).toBeCloseTo(whole, 6);
        expect(whole).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });

  it('the instant after a number of minutes is the first at which they have passed', () => {
    fc.assert(
      fc.property(zone, week, instant, fc.integer({ min: 1, max: 6000 }), (zone, week, start, minutes) => {
        const time = inZone(zone, { week });
        const from = start * minuteMs;
        const found = time.addMinutes(from, minutes);
        expect(time.minutesBetween(from, found)).toBeGreaterThanOrEqual(minutes);
        expect(time.minutesBetween(from, found - minuteMs)).toBeLessThan(minutes);
      }),
      { numRuns: 300 },
    );
  });

  it('each day begins at the first instant that belongs to it or to a later day', () => {
    fc.assert(
      fc.property(zone, instant, (zone, start) => {
        const time = inZone(zone);
        const day = time.dayOf(start * minuteMs);
        expect(time.dayOf(time.startOf(day))).toBeGreaterThanOrEqual(day);
        expect(time.dayOf(time.startOf(day) - 1)).toBeLessThan(day);
        expect(time.startOf(day)).toBeLessThanOrEqual(start * minuteMs);
        expect(time.startOf(day + 1)).toBeGreaterThan(start * minuteMs);
        expect(time.startOf(day + 1) - time.startOf(day)).toBeLessThanOrEqual(25 * hourMs);
      }),
      { numRuns: 500 },
    );
  });
});
