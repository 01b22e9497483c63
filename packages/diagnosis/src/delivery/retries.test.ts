import { hourMs, minuteMs } from '@platen/contract/constants';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTry } from './retries.ts';

const start = Date.parse('2026-11-26T08:00:00Z');

/** Pauses of a message that always fails, in minutes. */
function pauses(kind: 'mail' | 'webhook', chance = 0.5): number[] {
  const found: number[] = [];
  for (let tries = 1, now = start; tries < 100; tries++) {
    const next = nextTry({ kind, tries, firstAt: start, now, chance });
    if (next === null) return found;
    found.push((next - now) / minuteMs);
    now = next;
  }
  throw new Error('never given up');
}

test('DE-18: a webhook is tried after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, then given up', () => {
  const hours = (count: number) => count * 60;
  const expected = [5 / 60, 5, 30, hours(2), hours(5), hours(10), hours(14), hours(20), hours(24)];
  expect(pauses('webhook')).toEqual(expected);
  expect(pauses('webhook', 0).map((pause, n) => pause / (expected[n] ?? 0))).toEqual(
    expected.map(() => expect.closeTo(0.9)),
  );
  expect(pauses('webhook', 1).map((pause, n) => pause / (expected[n] ?? 0))).toEqual(
    expected.map(() => expect.closeTo(1.1)),
  );
});

test('DE-18: mail is tried after 1, 5, 15 and 60 min, then hourly for 24 h', () => {
  const mail = pauses('mail');
  expect(mail.slice(0, 6)).toEqual([1, 5, 15, 60, 60, 60]);
  const sum = mail.reduce((all, one) => all + one, 0);
  expect(sum).toBeLessThanOrEqual(24 * 60);
  expect(sum).toBeGreaterThan(22 * 60);
});

test('DE-18: what the other side asks for goes before, up to 24 h', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 1_000_000 }), (tries, retryAfter) => {
      const next = nextTry({ kind: 'slack', tries, firstAt: start, now: start, retryAfter, chance: 0.3 });
      expect(next).toBe(start + Math.min(24 * hourMs, retryAfter * 1000));
    }),
    { seed: 20_261_124 },
  );
  for (const retryAfter of [0, -5, Number.NaN])
    expect(nextTry({ kind: 'slack', tries: 1, firstAt: start, now: start, retryAfter, chance: 0.5 })).toBe(
      start + 5000,
    );
});
