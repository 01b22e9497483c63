import { expect, test } from 'vitest';
import { toRarePart } from './searched-text.ts';

/** Shares of the pairs of a text; those that are not listed are in every device. */
const toShares = (text: string, rare: Readonly<Record<string, number | null>>) =>
  Array.from(text)
    .slice(1)
    .map((character, n) => {
      const share = rare[`${Array.from(text)[n]}${character}`];
      return share === undefined ? 1 : share;
    });

test.each<[string, Record<string, number | null>, string | null | undefined]>([
  ['customer 7 office', { ' 7': 0.2, '7 ': 0.1 }, 'r 7 o'],
  ['room 123', { ' 1': 0.4, 12: 0.1, 23: 0.1 }, 'm 123'],
  ['7 office 12', { '7 ': 0.4, ' 1': 0.4, 12: 0.01 }, 'e 12'],
  ['𠮷野家', { 𠮷野: 0, 野家: 0.1 }, '𠮷野家'],
  ['office', {}, null],
  ['abc', { ab: null, bc: null }, undefined],
])('DL-23: %s is looked for by the part that few devices have', (text, rare, part) => {
  expect(toRarePart(text, toShares(text, rare))).toBe(part);
});
