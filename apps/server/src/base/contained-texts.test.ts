import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContainedTexts } from './contained-texts.ts';

/** Few characters, so that patterns overlap, contain each other and share beginnings. */
const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', '%', '東', '😀'), minLength, maxLength });

test('a text contains one of many patterns, and each of them, exactly where String.includes says so', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(text(1, 6), { maxLength: 40 }),
      fc.array(text(0, 30), { maxLength: 40 }),
      (patterns, texts) => {
        const contained = createContainedTexts(patterns);
        expect(texts.map(contained.containsAny)).toEqual(
          texts.map((item) => patterns.some((pattern) => item.includes(pattern))),
        );
        for (const item of texts) {
          const found = new Set<string | undefined>();
          contained.forEach(item, (index) => found.add(patterns[index]));
          expect(found).toEqual(new Set(patterns.filter((pattern) => item.includes(pattern))));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('no pattern, and an empty one, are in no text', () => {
  const containsAny = (patterns: readonly string[]) => createContainedTexts(patterns).containsAny('a');
  expect([containsAny([]), containsAny(['']), containsAny(['', 'a'])]).toEqual([false, false, true]);
});
