/**
 * A number from 0 (inclusive) to 1 (exclusive) that depends on nothing but its keys: the same fleet on every
 * machine, and after every restart. FNV-1a over the keys, mixed by the finaliser of MurmurHash3, both in the
 * public domain.
 */
export function toChance(...keys: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of keys.join('\u0000')) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 2 ** 32;
}

/** A whole number from `first` to `last`, both included. */
export const toWhole = (chance: number, first: number, last: number): number =>
  first + Math.floor(chance * (last - first + 1));
