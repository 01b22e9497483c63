import { describe, expect, test, vi } from 'vitest';
import { createShared } from './shared.ts';

/** Counts readings; each gives its number. */
function createReader(isWorthStoring = () => true) {
  const shared = createShared<number>({ freshMs: 5000, oldestMs: 30_000, isWorthStoring });
  let readings = 0;
  const read = async () => ++readings;
  return {
    ask: (notBefore?: number) => shared('all', read, notBefore),
    fail: () => shared('all', () => Promise.reject(new Error('no database'))),
  };
}

describe('values that users share', () => {
  test('a fresh value is given, an older one once more while it is read again, a very old one never', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { ask } = createReader();
    expect(await ask()).toBe(1);
    vi.advanceTimersByTime(4000);
    expect(await ask()).toBe(1);
    vi.advanceTimersByTime(4000);
    expect([await ask(), await ask()]).toEqual([1, 2]);
    vi.advanceTimersByTime(40_000);
    expect(await ask()).toBe(3);
    vi.useRealTimers();
  });

  test('GE-06: who changed something gets a value that was read afterwards, and so do the others', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { ask } = createReader();
    await ask();
    expect(await ask(1_000_000)).toBe(2);
    vi.advanceTimersByTime(10);
    expect(await ask(1_000_005)).toBe(3);
    expect(await ask(1_000_005)).toBe(3);
    expect(await ask()).toBe(3);
    vi.useRealTimers();
  });

  test('what is read quickly is not stored, and a failure neither', async () => {
    const { ask } = createReader(() => false);
    expect([await ask(), await ask()]).toEqual([1, 2]);
    const other = createReader();
    await expect(other.fail()).rejects.toThrow('no database');
    expect(await other.ask()).toBe(1);
  });

  test('a value is given even where reading it again fails', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { ask, fail } = createReader();
    await ask();
    vi.advanceTimersByTime(6000);
    expect(await fail()).toBe(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(await ask()).toBe(1);
    vi.useRealTimers();
  });
});
