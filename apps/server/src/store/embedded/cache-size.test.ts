import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readCacheSetting, toCacheSize } from './cache-size.ts';

const gibibyte = 2 ** 30;

test('the cache of PostgreSQL holds what is stored, up to a quarter of the memory, 256 MB at least', () => {
  const [small, fits, large] = [0.01, 3.5, 40].map((stored) => toCacheSize(stored * gibibyte, 24 * gibibyte));
  expect([small, fits, large].map((bytes) => (bytes ?? 0) / gibibyte)).toEqual([0.25, 3.5, 6]);
  // A machine with little memory has the least as well, as before.
  expect(toCacheSize(3 * gibibyte, gibibyte / 2)).toBe(gibibyte / 4);
});

test('what is stored is the sum of all files of tables, whatever database they are in', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'platen-cache-'));
  try {
    for (const [database, mebibytes] of [
      ['5', 200],
      ['16384', 100],
    ] as const) {
      mkdirSync(path.join(data, 'base', database), { recursive: true });
      const file = path.join(data, 'base', database, '1259');
      writeFileSync(file, '');
      truncateSync(file, mebibytes * 2 ** 20);
    }
    expect(readCacheSetting(data)).toBe('300MB');
  } finally {
    rmSync(data, { recursive: true });
  }
});
