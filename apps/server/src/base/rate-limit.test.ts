import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

test('AC-23 OQ-116: the allowance of a minute may be used at once, then one call at a time as it refills, per key', () => {
  let now = 0;
  const limit = createRateLimit(60, () => now);
  for (let n = 0; n < 60; n++) expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(1);
  expect(limit.take('b')).toBe(0);
  now += 1000;
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 1]);
  now += 3_600_000;
  for (let n = 0; n < 60; n++) expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(1);
});

test('AC-23: a clock set back takes nothing away and gives nothing', () => {
  let now = 1_000_000;
  const limit = createRateLimit(2, () => now);
  limit.take('a');
  now -= 500_000;
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 30]);
});

test('AC-23: a flood of keys does not grow the memory without end nor open the limit of a busy key for long', () => {
  const limit = createRateLimit(1, () => 0);
  for (let n = 0; n < 50_000; n++) limit.take(`key ${n}`);
  expect(limit.take('key 49999')).toBeGreaterThan(0);
});
