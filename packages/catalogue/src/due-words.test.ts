import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dueWordsOf, toShownBounds } from './due-words.ts';

it.each([
  [-30, -20, 0, 'over'],
  [0, 1, 2, 'days'],
  [5, 13, 28, 'days'],
  [5, 13, 29, 'anyDay'],
  [7, 31, 56, 'weeks'],
  [7, 31, 57, 'from'],
  [20, 36, 72, 'from'],
  [1, 5, 775, 'anyDay'],
  [17, 126, 988, 'from'],
  [0, 1400, 2876, 'open'],
] as const)('WL-56: %i, most likely %i, to %i days are put into the words "%s"', (lower, days, upper, words) => {
  expect(dueWordsOf({ lower, days, upper })).toBe(words);
});

it('WL-56: no headline names a range that is wider than eight weeks', () => {
  const most = { days: 28, weeks: 8 };
  const day = fc.integer({ min: -20, max: 80 });
  fc.assert(
    fc.property(day, fc.nat(60), fc.nat(60), (lower, before, after) => {
      const span = { lower, days: lower + before, upper: lower + before + after };
      const words = dueWordsOf(span);
      const isNamed = words === 'days' || words === 'weeks';
      return !isNamed || toShownBounds(words, span).upper <= most[words];
    }),
    { seed: 3720 },
  );
  expect(dueWordsOf({ lower: 0, days: 29, upper: 57 })).toBe('open');
});
