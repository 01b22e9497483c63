import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCommonParts } from './find-common-parts.ts';

test('DL-23: parts of words that many devices have are found, and several words from where one begins', async () => {
  const devices = [
    ['sn001', 'Head office'],
    ['sn002', 'Back office', 'office'],
    ['sn9', 'off'],
  ].map((texts) => texts.map((text) => text.toLowerCase()));
  expect(Object.fromEntries(await findCommonParts(devices, 1))).toEqual({
    ...Object.fromEntries(
      ['sn0', 'sn00', 'n00', 'offi', 'offic', 'office', 'ffi', 'ffic', 'ffice'].map((part) => [part, 2]),
    ),
    ...Object.fromEntries(['fic', 'fice', 'ice'].map((part) => [part, 2])),
    off: 3,
  });
  expect([...(await findCommonParts([['a - b7'], ['a - b8'], ['xa - b']], 1)).keys()]).toEqual(['a - b']);
  expect(await findCommonParts([], 1)).toEqual(new Map());
});

const text = fc.string({ unit: fc.constantFrom('a', 'b', '7', ' ', '-', '日', '𠮷'), maxLength: 12 });

test('DL-23: what is found is in no fewer devices than stated, and nothing that more words share is left out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 8 }),
      fc.nat(3),
      async (devices, least) => {
        const found = await findCommonParts(devices, least);
        for (const [part, number] of found) {
          expect(number).toBeGreaterThan(least);
          // A part of a word may stand elsewhere too, in the midst of other words.
          expect(devices.filter((texts) => texts.some((one) => one.includes(part))).length).toBeGreaterThanOrEqual(
            number,
          );
        }
        const words = devices.map((texts) => new Set(texts.flatMap((one) => one.split(/[ \-𠮷]+/u))));
        const shared = [...new Set(words.flatMap((some) => [...some]))].filter(
          (word) => word.length > 2 && words.filter((some) => some.has(word)).length > least,
        );
        expect(shared.filter((word) => !found.has(word))).toEqual([]);
      },
    ),
  );
});
