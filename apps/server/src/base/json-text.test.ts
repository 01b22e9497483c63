import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsHalfPair } from './json-text.ts';

const units = fc.constantFrom('\ud83d', '\ude00', '\\', 'u', 'd83d', '"', '\u0000', 'é', '😀');
const texts = fc.array(units, { maxLength: 6 }).map((list) => list.join(''));

test('GE-05: half a surrogate pair is found in the values and names of a JSON text, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, texts), { maxLength: 3 }), (pairs) => {
      const sent = JSON.stringify(pairs.map(([name, value]) => [{ [name]: 1 }, value]));
      expect(holdsHalfPair(sent)).toBe(pairs.flat().some((text) => /\p{Cs}/u.test(text)));
    }),
  );
  // Written as escapes by other programs, in capitals too; a backslash of the text before 'ud83d' is none.
  expect(holdsHalfPair(String.raw`["\uD83D\uDE00","\ud83d\ude00","\\ud83d"]`)).toBe(false);
  expect(holdsHalfPair(String.raw`["\\\uDE00"]`)).toBe(true);
});
