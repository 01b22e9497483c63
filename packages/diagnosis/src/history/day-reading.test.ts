import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, firstDay } from '../../test/histories.ts';
import { type DeviceHistory, daysUntil, keysOf, seriesOf, toDays } from './day-reading.ts';

describe('days and series of a history', () => {
  it('days made of series say the same as the days that the series came from', () => {
    fc.assert(
      fc.property(anyHistory(20), (history) => {
        const sorted = history.days.filter(({ values }) => values.size > 0).toSorted((a, b) => a.day - b.day);
        const series = new Map([...keysOf({ days: sorted })].map((key) => [key, seriesOf({ days: sorted }, key)]));
        const days = toDays(
          sorted.map(({ day }) => day),
          series,
        );
        expect(days.map(({ day, values }) => [day, new Map(values)])).toEqual(
          sorted.map(({ day, values }) => [day, new Map(values)]),
        );
        expect([...keysOf({ days })]).toEqual([...series.keys()]);
      }),
    );
  });

  it('days up to one are the same whether their series are cut or made of the days', () => {
    fc.assert(
      fc.property(anyHistory(20), fc.integer({ min: -1, max: 21 }), (history, after) => {
        const days = history.days.toSorted((a, b) => a.day - b.day);
        const last = firstDay + after;
        const made = daysUntil(days, last);
        const keys = [...keysOf({ days })];
        const known = toDays(
          days.filter(({ values }) => values.size > 0).map(({ day }) => day),
          new Map(keys.map((key) => [key, seriesOf({ days }, key)])),
        );
        const cut = daysUntil(known, last);
        const all = (some: DeviceHistory['days']) => keys.map((key) => [key, seriesOf({ days: some }, key)]);
        expect(all(cut)).toEqual(all(made));
        expect([...keysOf({ days: cut })]).toEqual([...keysOf({ days: made })]);
        expect(cut.map(({ day }) => day)).toEqual(made.filter(({ values }) => values.size > 0).map(({ day }) => day));
      }),
    );
  });
});
