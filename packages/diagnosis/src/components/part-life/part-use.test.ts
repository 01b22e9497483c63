import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastDaily } from '../../usage/forecast-daily.ts';
import { toShares } from '../../usage/weekday-profile.ts';
import { partUse } from './part-use.ts';

/** A counter that rises by so much on each of the days. */
function counted(perDay: (day: number) => number, days: number) {
  let wear = 0;
  return Array.from({ length: days }, (_, at) => ({ day: 20_000 + at, wear: (wear += perDay(at)) }));
}

describe('use of a part to come', () => {
  it('FS-17: a steady part is used on as before, also beyond a year', () => {
    const use = partUse(counted(() => 10, 200))(199);
    expect(use?.within(30)).toBeCloseTo(300, 0);
    expect(use?.daysFor(600)).toBeCloseTo(60, 0);
    expect(use?.daysFor(10 * 730)).toBeCloseTo(730, -1);
  });

  it('FS-17: after a busy season the use goes back to that of the months before', () => {
    const use = partUse(counted((day) => (day < 240 ? 10 : 20), 300))(299);
    const soon = (use?.within(14) ?? 0) / 14;
    const late = ((use?.within(200) ?? 0) - (use?.within(100) ?? 0)) / 100;
    expect(soon).toBeGreaterThan(16);
    expect(late).toBeLessThan(14);
    expect(late).toBeGreaterThan(10);
  });

  it('FS-17: a season that comes every year is expected again', () => {
    const isBusy = (day: number) => day % 364 >= 100 && day % 364 < 160;
    const use = partUse(counted((day) => (isBusy(day) ? 25 : 10), 450))(449);
    // Day 450 is 86 days into the second year: the busy weeks begin 14 days from now and last 60 days.
    const perDay = (from: number, to: number) => ((use?.within(to) ?? 0) - (use?.within(from) ?? 0)) / (to - from);
    expect(perDay(61, 70)).toBeGreaterThan(1.2 * perDay(150, 200));
  });

  it('FS-17: a season that the fleet has every year is expected of a part whose own last year is not known', () => {
    const all = counted(() => 10, 200);
    const next = all.length + 20_000;
    // The weeks from 30 to 90 days ahead are busy in the years of other devices.
    const isBusy = (week: number) => {
      const ahead = (week * 7.02 - (next % 365.2425) + 2 * 365.2425) % 365.2425;
      return ahead >= 30 && ahead < 90;
    };
    const weeks = Array.from({ length: 52 }, (_, week) => (isBusy(week) ? 0.5 : -0.05));
    const years = Array.from({ length: 5 }, () => ({ weeks, weekdays: [1, 1, 1, 1, 1, 1, 1] }));
    const [alone, ofFleet] = [partUse(all)(199), partUse(all)(199, years)];
    expect(ofFleet?.within(14)).toBeCloseTo(alone?.within(14) ?? 0, -1);
    const between = (use: typeof alone) => (use?.within(85) ?? 0) - (use?.within(40) ?? 0);
    expect(between(ofFleet)).toBeGreaterThan(1.25 * between(alone));
    expect(ofFleet?.daysFor(800)).toBeLessThan((alone?.daysFor(800) ?? 0) - 5);
    // Without them the same history is forecast as before.
    expect(partUse(all)(199)?.within(85)).toBe(alone?.within(85));
  });

  it('FS-17: a part that stands still is never used up; one day says nothing', () => {
    const use = partUse(counted((day) => (day < 100 ? 5 : 0), 300))(299);
    expect(use?.daysFor(100)).toBe(Infinity);
    expect(partUse(counted(() => 5, 1))(0)).toBeUndefined();
  });

  it('OQ-105: the use of the next weeks is forecast alike when older days are no longer loaded', () => {
    const all = counted((day) => 10 + (day % 7) + 5 * Math.sin(day / 20), 400);
    const later = all.slice(60);
    expect(partUse(later)(300)?.within(28)).toBe(partUse(all)(360)?.within(28));
  });

  it('FS-17: shares of all days forecast the same to the last bit as those of the days looked at', () => {
    const days = fc.array(fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constant(Number.NaN)), { maxLength: 420 });
    fc.assert(
      fc.property(days, fc.nat(420), fc.nat(420), (list, one, other) => {
        const values = Float64Array.from(list);
        const [from, end] = [Math.min(one, other, list.length), Math.min(Math.max(one, other), list.length)];
        const use = { first: 20_000 + from, values: values.subarray(from, end) };
        const shares = toShares({ first: 20_000, values }).subarray(from, end);
        const [given, own] = [forecastDaily(use, 60, { end: end - from, shares }), forecastDaily(use, 60)];
        for (let day = 1; day <= 60; day++) expect(given?.within(day)).toEqual(own?.within(day));
      }),
    );
  });
});
