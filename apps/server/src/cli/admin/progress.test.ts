import { describe, expect, test } from 'vitest';
import { toProgress } from './diagnosis.ts';

describe('progress of a long command', () => {
  test.each([
    [0, 10_000, 0, '0 of 10,000 devices'],
    [0, 10_000, 5000, '0 of 10,000 devices'],
    [1200, 10_000, 36_000, '1,200 of 10,000 devices, 33.3 a second, 4 min 24 s left'],
    [9990, 10_000, 100_000, '9,990 of 10,000 devices, 99.9 a second, 1 s left'],
    [100, 100_000, 10_000, '100 of 100,000 devices, 10.0 a second, 2 h 46 min left'],
    [7, 7, 1000, '7 of 7 devices, 7.0 a second, 0 s left'],
  ])('%i of %i after %i ms', (done, total, elapsed, line) => {
    expect(toProgress(done, total, elapsed)).toBe(line);
  });
});
