import { dayMs } from '@platen/contract/constants';
import { describe, expect, it } from 'vitest';
import type { DeviceHistory } from '../history/day-reading.ts';
import { chancesOfCalls, fitCalls, summariseCalls } from './recurring-calls.ts';

const first = 20_454;
const history = (calls: readonly number[], replaced: readonly number[] = []): DeviceHistory => ({
  family: 'A',
  model: null,
  firmware: null,
  days: [],
  errors: calls.map((day) => ({
    at: (first + day) * dayMs + 1000,
    code: 'C123',
    category: 'serviceCall',
    counter: null,
    conditions: {},
  })),
  replacements: replaced.map((day) => ({ item: 'part.6342', day: first + day })),
});

describe('service calls that recur', () => {
  it('only a call of the last fortnight has a chance; it rises with the days on which it came', () => {
    const chance = (...calls: number[]) => chancesOfCalls(history(calls), first + 100, undefined)?.[1] ?? 0;
    expect(chance(80)).toBe(0);
    expect(chance(90)).toBeGreaterThan(0);
    expect(chance(90, 95)).toBeGreaterThan(chance(90));
    expect(chance(90, 95, 99)).toBeGreaterThan(chance(90, 95));
    // A call of a later day is not known yet.
    expect(chance(101)).toBe(0);
  });

  it('a part that was replaced after the call answers it', () => {
    expect(chancesOfCalls(history([90, 95], [97]), first + 100, undefined)).toBeUndefined();
    expect(chancesOfCalls(history([90, 99], [97]), first + 100, undefined)?.[1]).toBeCloseTo(0.35, 5);
  });

  it('a fleet whose calls never come again teaches so, and a family is drawn towards all', () => {
    const once = Array.from({ length: 40 }, (_, n) => summariseCalls(history([20 + n]), first + 200) ?? []);
    const common = fitCalls(once, undefined);
    expect(common?.[0]?.[2]).toBeLessThan(0.1);
    const steady = summariseCalls(history(Array.from({ length: 30 }, (_, n) => 20 + 4 * n)), first + 200) ?? [];
    const family = fitCalls([steady], common);
    expect(family?.[2]?.[1]).toBeGreaterThan(common?.[2]?.[1] ?? 1);
    expect(fitCalls([], common)).toBe(common);
  });

  it('nothing of the last four weeks is counted, because it is not known what comes of it', () => {
    expect(summariseCalls(history([190]), first + 200)).toBeUndefined();
  });
});
