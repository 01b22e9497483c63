import { expect, test } from 'vitest';
import { isStale, toAge, toDuration } from './use-dates.ts';

const now = new Date('2026-11-21T12:00:00Z');
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const hour = 3_600_000;

test('an age has the coarsest unit that is still informative', () => {
  expect(toAge(before(20_000), now)).toEqual({ unit: 'justNow' });
  expect(toAge(before(18 * 60_000), now)).toEqual({ unit: 'minutes', count: 18 });
  expect(toAge(before(47.9 * hour), now)).toEqual({ unit: 'hours', count: 47 });
  expect(toDuration(556 * hour)).toEqual({ unit: 'days', count: 23 });
});
test('a clock that runs ahead is reported, not taken for now; a few seconds are not', () => {
  expect(toAge(before(-10 * 60_000), now)).toEqual({ unit: 'future' });
  expect(toAge(before(-30_000), now)).toEqual({ unit: 'justNow' });
});
test('data is stale after 48 hours', () => {
  expect(isStale(before(48 * hour), now)).toBe(false);
  expect(isStale(before(48 * hour + 1), now)).toBe(true);
});
