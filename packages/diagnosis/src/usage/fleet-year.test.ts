import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitUsage } from './calibration.ts';
import { fitYears, summariseYear, toFleetIndex } from './fleet-year.ts';
import { forecastUsage } from './forecast-usage.ts';
import { summariseUsage } from './summarise-usage.ts';

/** 2024-01-01. */
const start = 19_723;
/** An office that prints 100 pages a day, and 20 in the last week of December and the first of January. */
const pagesOf = (day: number) => {
  const ofYear = (day - start) % 365.2425;
  return ofYear < 7 || ofYear >= 358 ? 20 : 100;
};
const increments = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ day: from + at, span: 1, value: pagesOf(from + at) }));
const even = Array.from({ length: 7 }, () => 1);
const useOf = (from: number, to: number) => ({
  first: from,
  values: Float64Array.from(increments(from, to), ({ value }) => value),
});

describe('year of a fleet', () => {
  it('a device without a last year expects the holidays that its fleet had', () => {
    const today = start + 2 * 365 - 16;
    const old = summariseUsage(increments(start, today + 1), today);
    const learned = fitUsage(Array.from({ length: 20 }, () => old ?? { ratios: [] }));
    const young = increments(today - 99, today + 1);
    const truth = increments(today + 1, today + 29).reduce((sum, { value }) => sum + value, 0);
    const errorOf = (calibration: typeof learned) =>
      Math.abs((forecastUsage(young, today, calibration)?.cumulative(28).value ?? 0) - truth);
    expect(errorOf(learned)).toBeLessThan(0.6 * errorOf({ quantiles: learned.quantiles }));
  });

  it('less than 330 days, or fewer than five devices, have no year', () => {
    expect(summariseYear(useOf(start, start + 300), even)).toBeUndefined();
    const year = summariseYear(useOf(start, start + 400), even);
    expect(year?.weeks).toHaveLength(52);
    expect(year?.weeks[0]).toBeLessThan(-0.5);
    const years = Array.from({ length: 5 }, () => year).filter((one) => one !== undefined);
    expect(fitYears(years.slice(1))).toBeUndefined();
    expect(fitYears(years)).toHaveLength(5);
  });

  it('a device expects the holidays of those that have its weekdays', () => {
    const shop = [1, 1, 1, 1, 1, 1, 1];
    const office = [1.4, 1.4, 1.4, 1.4, 1.4, 0, 0];
    const yearWith = (december: number, weekdays: readonly number[]) => ({
      weeks: Array.from({ length: 52 }, (_, week) => (week >= 49 ? december : 0)),
      weekdays,
    });
    const years = Array.from({ length: 10 }, (_, at) => (at < 3 ? yearWith(0.6, shop) : yearWith(-0.6, office)));
    const use = useOf(start + 200, start + 350);
    const ahead = (weekdays: readonly number[]) => toFleetIndex(years, use, weekdays, 150)(5).factor;
    expect(ahead(shop)).toBeGreaterThan(1.3);
    expect(ahead(office)).toBeLessThan(0.75);
  });

  it('two devices of eight that stood still change nothing for a ninth', () => {
    const calm = { weeks: Array.from({ length: 52 }, () => 0), weekdays: even };
    const closed = { weeks: Array.from({ length: 52 }, (_, week) => (week === 45 ? -0.9 : 0)), weekdays: even };
    const years = Array.from({ length: 8 }, (_, at) => (at < 2 ? closed : calm));
    const index = toFleetIndex(years, useOf(start, start + 300), even, 300);
    for (let day = 0; day < 40; day++) expect(index(day).factor).toBe(1);
  });

  it('of a large fleet some are kept, whatever the order', () => {
    const years = Array.from({ length: 300 }, (_, at) => ({
      weeks: Array.from({ length: 52 }, () => at / 1000),
      weekdays: even.map((share, day) => (day === 0 ? share + at / 300 : share)),
    }));
    const chosen = fitYears(years);
    expect(chosen).toHaveLength(32);
    expect(fitYears(years.toReversed())).toStrictEqual(chosen);
  });

  it('a year without seasons changes nothing', () => {
    const flat = { first: start, values: new Float64Array(400).fill(50) };
    const year = summariseYear(flat, even);
    const years = Array.from({ length: 9 }, () => year).filter((one) => one !== undefined);
    const index = toFleetIndex(fitYears(years) ?? [], flat, even, 400);
    for (let ahead = 0; ahead < 30; ahead++) expect(index(ahead).factor).toBeCloseTo(1, 3);
  });

  it('any use, with gaps, gives finite factors above 0', () => {
    const value = fc.oneof(fc.constant(Number.NaN), fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(fc.array(value, { minLength: 330, maxLength: 420 }), fc.nat(20_000), (values, first) => {
        const use = { first, values: Float64Array.from(values) };
        const year = summariseYear(use, even);
        const years = Array.from({ length: 6 }, () => year).filter((one) => one !== undefined);
        const index = Array.from({ length: 365 }, (_, ahead) => toFleetIndex(years, use, even, values.length)(ahead));
        expect(index.every(({ factor, swing }) => Number.isFinite(factor) && factor > 0 && swing <= 1)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
