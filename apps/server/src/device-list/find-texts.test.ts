import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContainsAny } from './find-texts.ts';

/** Few characters, so that patterns overlap, contain each other and share beginnings. */
const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', '%', '東', '😀'), minLength, maxLength });

test('a text contains one of many patterns exactly where String.includes says so', () => {
  fc.assert(
    fc.property(
      fc.array(text(1, 6), { maxLength: 40 }),
      fc.array(text(0, 30), { maxLength: 40 }),
      (patterns, texts) => {
        const containsAny = createContainsAny(patterns);
        expect(texts.map(containsAny)).toEqual(texts.map((item) => patterns.some((pattern) => item.includes(pattern))));
      },
    ),
    { numRuns: 500 },
  );
});

test('no pattern, and an empty one, are in no text', () => {
  expect([createContainsAny([])('a'), createContainsAny([''])('a'), createContainsAny(['', 'a'])('a')]).toEqual([
    false,
    false,
    true,
  ]);
});
