import { lazyResourceTimeoutMs, nonMobilePx, requestTimeoutMs, wideScreenPx } from '@platen/contract/constants';
import { afterEach, expect, test, vi } from 'vitest';
import { LazyTimeout, loadResource } from './load-texts.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('CN-19: a part that has not arrived after 120000 ms is given up', async () => {
  vi.useFakeTimers();
  const settle = vi.fn<(outcome: unknown) => void>();
  const loading = loadResource(() => new Promise<never>(() => undefined)).then(settle, settle);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(settle).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(settle).toHaveBeenCalledWith(expect.any(LazyTimeout));
  expect(lazyResourceTimeoutMs).toBe(120_000);
});

test('CN-19: what arrives in time is handed on, and so is a failure', async () => {
  await expect(loadResource(() => Promise.resolve('code'))).resolves.toBe('code');
  await expect(loadResource(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

test('CN-01 CN-03 CN-04: request time-out, wide-screen and non-mobile thresholds', () => {
  expect([requestTimeoutMs, wideScreenPx, nonMobilePx]).toEqual([30_000, 1600, 960]);
});
