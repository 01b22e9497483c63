import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute, reportsFrom, start } from '../../../test/conditions.ts';
import type { LoggedReport } from '../evaluation.ts';
import { emptyLog, foldLog, seedLog, spansOfLog, stopsAt } from './report-log.ts';

const rule = { roundMs: null, offlineMs: 48 * hour };
const context = { ...rule, fixes: {} };
const spans = (state: typeof emptyLog, now: number) => Object.fromEntries(spansOfLog(state, now, rule));
const matters = fc.constantFrom(
  [],
  ['down:C371'],
  ['supply:black:low:8'],
  ['supply:black:ok:30'],
  ['down:C371', 'supply:black:empty:0'],
  ['-status', 'supply:black:low:5'],
  null,
);
const history = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), matters), { maxLength: 80 }).map((steps) => {
  let at = start;
  return steps.map(([minutes, found]): LoggedReport => ({ at: (at += minutes * minute), matters: found }));
});

describe('the log of reports', () => {
  it('WL-02: folding in steps gives what folding at once gives, in any order and with repeats', () => {
    fc.assert(
      fc.property(history, fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 5 }), (reports, cuts) => {
        const whole = foldLog(emptyLog, [...reports, ...reports].toReversed(), context);
        let stepwise = emptyLog;
        for (const cut of [...cuts.toSorted((a, b) => a - b), reports.length])
          stepwise = foldLog(JSON.parse(JSON.stringify(stepwise)), reports.slice(0, cut), context);
        expect(stepwise).toEqual(whole);
      }),
      { seed: 9507, numRuns: 300 },
    );
  });

  it('WL-40: time alone ends nothing that was reported', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 400 }), (reports, days) => {
        const state = foldLog(emptyLog, reports, context);
        const end = reports.at(-1)?.at ?? start;
        const { 'stopped:': _stopped, ...later } = spans(state, end + days * day);
        const { 'stopped:': _now, ...now } = spans(state, end);
        expect(later).toEqual(now);
      }),
      { seed: 9508, numRuns: 200 },
    );
  });

  it('a stretch that began before the oldest readable report keeps its beginning', () => {
    const before = foldLog(emptyLog, reportsFrom(start, start + 50 * day, 12 * hour, ['down:C371']), context);
    const first = start + 10 * day;
    const again = reportsFrom(first, start + 50 * day, 12 * hour, ['down:C371']);
    expect(spans(foldLog(seedLog(before, first), again, context), start + 50 * day)).toEqual(
      spans(before, start + 50 * day),
    );
    const ended = foldLog(before, reportsFrom(start + 51 * day, start + 51.5 * day, 12 * hour, []), context);
    expect(seedLog(ended, start + 60 * day).matters['down:C371']?.clearAt).toBe(start + 51.5 * day);
  });

  it('WL-09: a device stops after three usual intervals, a day at least, and when it is offline at the latest', () => {
    const stop = (apart: number, roundMs: number | null = null) => {
      const reports = reportsFrom(start, start + 10 * apart, apart, []);
      return (stopsAt(foldLog(emptyLog, reports, context), { ...rule, roundMs }) ?? 0) - (start + 10 * apart);
    };
    expect([stop(15 * minute), stop(10 * hour), stop(day), stop(15 * minute, 12 * hour)]).toEqual([
      day,
      30 * hour,
      48 * hour,
      36 * hour,
    ]);
  });
});
