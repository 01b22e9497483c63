import { describe, expect, it } from 'vitest';
import { isOffline, statusRank } from './status.ts';

describe('order and age', () => {
  it('OQ-30 DL-09: statuses sort worst first, offline before normal', () => {
    expect((['error', 'warning', 'unknown', 'offline', 'normal'] as const).map(statusRank)).toEqual([0, 1, 2, 3, 4]);
  });

  it('OQ-30: a device is offline after 48 hours without a report, to the millisecond', () => {
    const now = new Date('2026-11-21T12:00:00.000Z');
    const before = (ms: number) => new Date(now.getTime() - ms);
    expect(isOffline(before(48 * 3_600_000), now, 48)).toBe(true);
    expect(isOffline(before(48 * 3_600_000 - 1), now, 48)).toBe(false);
    expect(isOffline(before(-3_600_000), now, 48)).toBe(false);
  });
});
