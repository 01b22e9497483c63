import type { DeliveryTimes, QuietHours } from '@platen/contract/channels';
import { dayMs, hourMs, minuteMs } from '@platen/contract/constants';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zoneClock } from '../conditions/zone-offsets.ts';
import { type DaysOff, nextDigest, nextMidnight, quietUntil, startOfDay } from './times.ts';

const off: DaysOff = { holidays: ['2026-12-25'], isWorkingWeekday: (weekday) => weekday < 5 };
const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
const weekdays = [0, 1, 2, 3, 4];
const nights = (more: Partial<QuietHours> = {}): QuietHours => ({
  spans: [{ days: weekdays, from: '18:00', to: '07:30' }],
  onHolidays: false,
  isReallyQuiet: false,
  ...more,
});
const berlin = 'Europe/Berlin';
const daily: Extract<DeliveryTimes, { at: 'digest' }> = {
  at: 'digest',
  times: ['07:30'],
  days: 'working',
  isSentEmpty: false,
};

describe('quiet hours', () => {
  test('DE-10: a span over midnight belongs to the day on which it begins', () => {
    // Thursday evening to Friday morning; the one of Friday ends on Saturday, and none begins on Saturday.
    expect(iso(quietUntil(nights(), 'UTC', off, at('2026-11-26T17:59:59Z')))).toBeNull();
    expect(iso(quietUntil(nights(), 'UTC', off, at('2026-11-26T18:00:00Z')))).toBe('2026-11-27T07:30:00.000Z');
    expect(iso(quietUntil(nights(), 'UTC', off, at('2026-11-28T07:29:00Z')))).toBe('2026-11-28T07:30:00.000Z');
    expect(iso(quietUntil(nights(), 'UTC', off, at('2026-11-28T20:00:00Z')))).toBeNull();
    expect(iso(quietUntil(nights(), 'UTC', off, at('2026-11-30T03:00:00Z')))).toBeNull();
  });

  test('DE-10: a holiday is quiet from midnight to midnight, joined with the nights before and after', () => {
    const quiet = nights({ onHolidays: true });
    expect(iso(quietUntil(quiet, 'UTC', off, at('2026-12-25T10:00:00Z')))).toBe('2026-12-26T07:30:00.000Z');
    expect(iso(quietUntil(quiet, 'UTC', off, at('2026-12-24T19:00:00Z')))).toBe('2026-12-26T07:30:00.000Z');
    expect(iso(quietUntil(nights(), 'UTC', off, at('2026-12-25T10:00:00Z')))).toBeNull();
  });

  test('DE-10 DE-12: the zone of the channel counts, also in the nights of a change of clocks', () => {
    const everyNight = nights({ spans: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' }] });
    const length = (zone: string, begins: string) => {
      const from = zoneClock(zone).toInstant(at(begins));
      return ((quietUntil(everyNight, zone, off, from) ?? 0) - from) / hourMs;
    };
    // In Berlin the clock goes forward on 29 March and back on 25 October 2026; in Tokyo never.
    expect(['2026-03-28', '2026-10-24', '2026-06-01'].map((day) => length(berlin, `${day}T22:00:00Z`))).toEqual([
      7, 9, 8,
    ]);
    expect(['2026-03-28', '2026-10-24', '2026-06-01'].map((day) => length('Asia/Tokyo', `${day}T22:00:00Z`))).toEqual([
      8, 8, 8,
    ]);
  });

  test('DE-10: quiet without an end is quiet for ever', () => {
    const always = nights({ spans: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' }] });
    expect(quietUntil(always, 'UTC', off, at('2026-11-26T12:00:00Z'))).toBe(Infinity);
  });

  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
  const span = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    from: clock,
    to: clock,
  });
  const zones = fc.constantFrom(berlin, 'Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe', 'UTC');
  const instants = fc.integer({
    min: at('2026-01-01T00:00:00Z') / minuteMs,
    max: at('2027-06-01T00:00:00Z') / minuteMs,
  });

  test('DE-10: at its end it is no longer quiet, and it is quiet until then', () => {
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 4 }),
        fc.boolean(),
        zones,
        instants,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (spans, onHolidays, zone, minute, share) => {
          const quiet = { spans, onHolidays, isReallyQuiet: false };
          const from = minute * minuteMs;
          const until = quietUntil(quiet, zone, off, from);
          if (until === null || !Number.isFinite(until)) return;
          expect(until).toBeGreaterThan(from);
          expect(quietUntil(quiet, zone, off, until)).toBeNull();
          expect(quietUntil(quiet, zone, off, from + (until - from) * share)).toBe(until);
        },
      ),
      { seed: 20_261_124, numRuns: 300 },
    );
  });

  test('DE-11: the next digest is at one of its times on a day that it has, and none is left out', () => {
    fc.assert(
      fc.property(fc.uniqueArray(clock, { minLength: 1, maxLength: 3 }), zones, instants, (times, zone, minute) => {
        const from = minute * minuteMs;
        const next = nextDigest({ ...daily, times }, zone, off, from);
        if (next === null) throw new Error('no digest');
        expect(next).toBeGreaterThan(from);
        expect(next - from).toBeLessThanOrEqual(5 * dayMs);
        // Halfway there it is still the next one.
        expect(nextDigest({ ...daily, times }, zone, off, from + (next - from) / 2)).toBe(next);
        const wall = zoneClock(zone).toWall(next) % dayMs;
        const chosen = times.map((time) => Number(time.slice(0, 2)) * hourMs + Number(time.slice(3)) * minuteMs);
        // A time that the clock skipped goes at the change, at most an hour after it.
        expect(Math.min(...chosen.map((one) => (wall - one + dayMs) % dayMs))).toBeLessThanOrEqual(hourMs);
      }),
      { seed: 20_261_124, numRuns: 300 },
    );
  });
});

describe('digests', () => {
  test('DE-11: go at 07:30 of the zone on working days, not on weekends and holidays', () => {
    const next = (from: string, zone = berlin) => iso(nextDigest(daily, zone, off, at(from)));
    expect(next('2026-11-26T06:00:00Z')).toBe('2026-11-26T06:30:00.000Z');
    expect(next('2026-11-26T06:30:00Z')).toBe('2026-11-27T06:30:00.000Z');
    expect(next('2026-11-27T07:00:00Z')).toBe('2026-11-30T06:30:00.000Z');
    // Friday, 25 December is a holiday.
    expect(next('2026-12-24T07:00:00Z')).toBe('2026-12-28T06:30:00.000Z');
    expect(next('2026-11-26T06:00:00Z', 'Asia/Tokyo')).toBe('2026-11-26T22:30:00.000Z');
    expect(nextDigest(daily, berlin, { ...off, isWorkingWeekday: () => false }, 0)).toBeNull();
  });

  test('DE-12: a time that the clock skips goes when it exists again, one that comes twice the first time', () => {
    const nightly: typeof daily = { ...daily, times: ['02:30'], days: 'all' };
    // Berlin, 29 March 2026: 02:00 becomes 03:00. 25 October: 03:00 becomes 02:00.
    expect(iso(nextDigest(nightly, berlin, off, at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:00:00.000Z');
    expect(iso(nextDigest(nightly, berlin, off, at('2026-10-24T12:00:00Z')))).toBe('2026-10-25T00:30:00.000Z');
    expect(iso(nextDigest(nightly, berlin, off, at('2026-10-25T00:30:00Z')))).toBe('2026-10-26T01:30:00.000Z');
    expect(iso(nextDigest(nightly, 'Asia/Tokyo', off, at('2026-03-28T12:00:00Z')))).toBe('2026-03-28T17:30:00.000Z');
  });

  test('DE-13: a day ends at midnight of the zone', () => {
    expect(iso(nextMidnight(berlin, at('2026-11-26T22:59:00Z')))).toBe('2026-11-26T23:00:00.000Z');
    expect(iso(startOfDay('Asia/Tokyo', at('2026-11-26T15:00:00Z')))).toBe('2026-11-26T15:00:00.000Z');
  });
});
