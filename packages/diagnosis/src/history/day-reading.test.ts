import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory } from '../../test/histories.ts';
import { keysOf, seriesOf, toDays } from './day-reading.ts';

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
});
