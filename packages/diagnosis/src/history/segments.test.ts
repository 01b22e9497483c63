import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageLimits, toIncrements, toSegments } from './segments.ts';

const series = (...values: number[]) => values.map((value, day) => ({ day, value }));
const anySeries = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 400 }),
    value: fc.oneof(
      fc.integer({ min: 0, max: 5000 }),
      fc.double({ min: -1e4, max: 1e9 }),
      fc.constantFrom(NaN, Infinity, -1),
    ),
  }),
  { maxLength: 60 },
);

describe('segments of a counter', () => {
  it('a counter that only rises is one segment', () => {
    expect(toSegments(series(10, 10, 25), pageLimits)).toEqual({ segments: [series(10, 10, 25)], breaks: [] });
    expect(toIncrements(series(10, 10, 25), pageLimits)).toEqual([
      { day: 1, span: 1, value: 0 },
      { day: 2, span: 1, value: 15 },
    ]);
  });

  it('a counter that runs backwards starts again, and nothing is counted across the break', () => {
    const reset = series(1000, 1020, 0, 30);
    expect(toSegments(reset, pageLimits).breaks).toEqual([{ day: 2, kind: 'fell', before: 1020, after: 0 }]);
    expect(toIncrements(reset, pageLimits).map(({ value }) => value)).toEqual([20, 30]);
  });

  it('a rise beyond what the fastest machine prints in that time is a leap; over a longer silence it is not', () => {
    const leap = [
      { day: 0, value: 0 },
      { day: 1, value: 400_000 },
    ];
    expect(toSegments(leap, pageLimits).breaks).toEqual([{ day: 1, kind: 'leapt', before: 0, after: 400_000 }]);
    expect(toIncrements(leap, pageLimits)).toEqual([]);
    const late = [
      { day: 0, value: 0 },
      { day: 2, value: 400_000 },
    ];
    expect(toIncrements(late, pageLimits)).toEqual([{ day: 2, span: 2, value: 400_000 }]);
  });

  it('a single misread dip does not count the whole counter again', () => {
    const dip = series(1000, 1010, 0, 1030, 1040);
    expect(toSegments(dip, pageLimits).breaks.map(({ kind }) => kind)).toEqual(['fell', 'leapt']);
    expect(toIncrements(dip, pageLimits).map(({ value }) => value)).toEqual([10, 10]);
  });

  it('whatever comes in: increments are never negative, segments never fall, and every break lies between two', () => {
    fc.assert(
      fc.property(anySeries, (points) => {
        const { segments, breaks } = toSegments(points, pageLimits);
        expect(breaks.length).toBe(Math.max(0, segments.length - 1));
        for (const segment of segments) {
          expect(segment.length).toBeGreaterThan(0);
          for (const [at, { day, value }] of segment.entries()) {
            const last = segment[at - 1];
            if (last === undefined) continue;
            expect(value).toBeGreaterThanOrEqual(last.value);
            expect(day).toBeGreaterThan(last.day);
            expect(value - last.value).toBeLessThanOrEqual(pageLimits.perMinute * 1440 * (day - last.day));
          }
        }
        for (const { span, value } of toIncrements(points, pageLimits)) {
          expect(span).toBeGreaterThanOrEqual(1);
          expect(value).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('the order in which the days are given does not matter', () => {
    fc.assert(
      fc.property(
        anySeries.chain((points) =>
          fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: points.length })),
        ),
        ([points, shuffled]) => {
          expect(toSegments(shuffled, pageLimits)).toEqual(toSegments(points, pageLimits));
        },
      ),
    );
  });
});
