import { parseReport } from '@platen/contract/parse-report';
import { describe, expect, test } from 'vitest';
import { toDay } from './calendar.ts';
import { simulateDevice, type Window } from './device.ts';

const until = toDay(Date.UTC(2026, 5, 30));
const window = { from: until - 120, to: until };
const live = (seed: string, index: number, { from, to }: Window) => [...simulateDevice(seed, index, { from, to })];
const reportsOf = (seed: string, index: number, within: Window) =>
  live(seed, index, within).flatMap(({ reports }) => reports);

describe('a device of the fleet', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(live('1', 7, window)).toEqual(live('1', 7, window));
    expect(reportsOf('1', 7, window)).not.toEqual(reportsOf('2', 7, window));
  });

  test.each([0, 3, 11, 40])('has the same past however long one looks on, device %i', (index) => {
    const long = live('1', index, { from: window.from, to: window.to + 60 });
    // The last entry holds what is still under way.
    const short = live('1', index, window).slice(0, -1);
    expect(long.slice(0, short.length)).toEqual(short);
  });

  test.each([0, 3, 11, 40])('has the same days however early one begins to look, device %i', (index) => {
    const early = live('1', index, { from: window.from - 200, to: window.to });
    const late = live('1', index, window);
    expect(early.slice(-late.length)).toEqual(late);
  });

  test('reports what the contract understands without a warning, of a size that a network bears', () => {
    for (let index = 0; index < 20; index++)
      for (const { report } of reportsOf('a seed', index, { from: until - 30, to: until })) {
        const text = JSON.stringify(report);
        const { codes: _, ...rest } = report;
        expect(JSON.stringify(rest).length).toBeLessThan(12_000);
        const parsed = parseReport(JSON.parse(text));
        expect(parsed).toEqual({ ok: true, report, warnings: [] });
      }
  });

  test('counts on from day to day unless its board was exchanged', () => {
    for (let index = 0; index < 30; index++) {
      const days = live('1', index, window);
      const resets = new Set(
        days.flatMap(({ truth }) =>
          truth.flatMap((event) => (event.kind === 'event' && event.what === 'counterReset' ? [event.from] : [])),
        ),
      );
      if (resets.size > 0) continue;
      const totals = days
        .flatMap(({ reports }) => reports)
        .map(({ report, clockOffset }) => ({
          at: Date.parse(report.observedAt) - clockOffset * 1000,
          total: report.counters?.total?.reading,
        }))
        .sort((a, b) => a.at - b.at)
        .map(({ total }) => (total?.state === 'measured' ? total.value : -1));
      expect(totals).toEqual([...totals].sort((a, b) => a - b));
    }
  });
});
