import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodeThreshold } from './models.ts';
import { toCodeAlerts } from './reasons.ts';

const threshold = (alert: number | null, clear: number | null): CodeThreshold => ({
  kind: '05',
  main: 3612,
  sub: 0,
  alert,
  clear,
});
const daysOf = (...values: (string | undefined)[]) =>
  values.map((value, day) => ({ day, values: new Map(value === undefined ? [] : [['05-3612-0', value]]) }));
const since = (set: CodeThreshold, ...values: (string | undefined)[]) =>
  toCodeAlerts([set], daysOf(...values)).map((reason) => reason.since);

describe('alerts of code settings', () => {
  it('OQ-77: a value that reaches the alert threshold flags the device since that day', () => {
    expect(toCodeAlerts([threshold(100, 90)], daysOf('99', '100', ' 0120', 'ON'))).toEqual([
      {
        source: 'code',
        code: '05-3612-0',
        severity: 'warning',
        since: '1970-01-02T00:00:00.000Z',
        threshold: { value: '0120', alert: 100, clear: 90 },
      },
    ]);
    expect(since(threshold(100, 90), '99', '99.9')).toEqual([]);
  });

  it('OQ-77: between alert and clear it stays as it was, at the clear threshold it is released', () => {
    expect(since(threshold(100, 90), '100', '95')).toEqual(['1970-01-01T00:00:00.000Z']);
    expect(since(threshold(100, 90), '100', '90', '95')).toEqual([]);
    expect(since(threshold(100, 90), '100', '90', '95', '101')).toEqual(['1970-01-04T00:00:00.000Z']);
  });

  it('OQ-77: an alert below its clear threshold watches for low values', () => {
    expect(since(threshold(10, 20), '15', '10', '19')).toEqual(['1970-01-02T00:00:00.000Z']);
    expect(since(threshold(10, 20), '10', '20')).toEqual([]);
  });

  it('without a clear threshold the alert itself releases; without an alert nothing is flagged', () => {
    expect(since(threshold(100, null), '100', '99')).toEqual([]);
    expect(since(threshold(100, null), '100')).toHaveLength(1);
    expect(since(threshold(null, 90), '5000')).toEqual([]);
  });

  it('what is no number, or not reported, changes nothing', () => {
    expect(since(threshold(0, null), '', ' ', 'ON', undefined)).toEqual([]);
    expect(since(threshold(100, 90), '100', 'ON', undefined)).toHaveLength(1);
  });

  it('the order in which the days are given does not matter', () => {
    const days = fc
      .array(fc.integer({ min: 80, max: 110 }).map(String), { maxLength: 12 })
      .map((all) => daysOf(...all));
    fc.assert(
      fc.property(
        days.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([ordered, mixed]) => {
          expect(toCodeAlerts([threshold(100, 90)], mixed)).toEqual(toCodeAlerts([threshold(100, 90)], ordered));
        },
      ),
    );
  });
});
