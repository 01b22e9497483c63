import { describe, expect, it } from 'vitest';
import { continueMeter, type MeterPoint, type StatedCause } from './continue-meter.ts';
import { toMeterPoints } from './meter-points.ts';
import { estimateUntil, goesApart, pagesBetween, readMeterAt } from './read-meter.ts';
import { dayMs } from './suspicious-rise.ts';

const hour = 3_600_000;
/** One reading every six hours. */
const points = (...values: number[]): MeterPoint[] => values.map((value, n) => ({ at: n * 6 * hour, value }));
const at = (n: number) => n * 6 * hour;
const cause = (n: number, name: StatedCause['cause']): StatedCause => ({ from: at(n), to: at(n), cause: name });
/** Thirty days of four readings, some 300 pages a day. */
const usual = Array.from({ length: 120 }, (_, n) => 50_000 + n * 75);
const lastUsual = 50_000 + 119 * 75;

describe('continuity of a meter', () => {
  it('LG-07 LG-09: an exchanged board begins an epoch whose offset makes the bill go on', () => {
    const { rows, epochs, breaks } = continueMeter(points(88_350, 88_412, 31, 40), {
      causes: [cause(2, 'boardExchanged')],
    });
    expect(rows.map(({ billed, state }) => [billed, state])).toEqual([
      [88_350, 'good'],
      [88_412, 'good'],
      [88_412, 'good'],
      [88_421, 'good'],
    ]);
    expect(epochs.map(({ offset, cause: stated }) => [offset, stated])).toEqual([
      [0, null],
      [88_381, 'boardExchanged'],
    ]);
    expect(breaks).toMatchObject([{ kind: 'fell', cause: 'boardExchanged' }]);
  });

  it('LG-08: after a break of unknown cause nothing is billed, and the cause makes it up', () => {
    const fallen = points(1000, 1100, 5, 25);
    const unknown = continueMeter(fallen);
    expect(unknown.rows.map(({ billed, state }) => [billed, state]).slice(2)).toEqual([
      [null, 'afterBreak'],
      [null, 'afterBreak'],
    ]);
    expect(unknown.epochs.at(-1)).toMatchObject({ cause: null, isProvisional: true });
    for (const name of ['boardExchanged', 'memoryCleared', 'counterSet'] as const)
      expect(continueMeter(fallen, { causes: [cause(2, name)] }).rows.at(-1)?.billed).toBe(1120);
  });

  it('LG-09: an exchanged device counts by its own counter, and the use runs on', () => {
    const run = continueMeter(points(1000, 1100, 5, 25), { causes: [cause(2, 'deviceExchanged')] });
    expect(run.rows.map(({ billed }) => billed)).toEqual([1000, 1100, 5, 25]);
    expect(pagesBetween(run, at(0), at(3))).toBe(120);
  });

  it('LG-10 LG-11: a misread that heals is left out without a question, and the pages between its sides count', () => {
    const run = continueMeter(points(1000, 1100, 0, 1350, 1400));
    expect(run.rows.map(({ exclusion }) => exclusion)).toEqual([
      undefined,
      undefined,
      'recognised',
      undefined,
      undefined,
    ]);
    expect(pagesBetween(run, at(0), at(4))).toBe(400);
    expect(run.breaks).toMatchObject([{ kind: 'fell', cause: null, healed: { value: 1350 } }]);
  });

  it('LG-11: what is not back within ten readings or seven days did not heal, until somebody states the misread', () => {
    const late = points(1000, 1100, ...Array.from({ length: 10 }, () => 7), 1350);
    expect(continueMeter(late).rows.at(-1)?.state).toBe('afterBreak');
    expect(continueMeter(late, { causes: [cause(2, 'misread')] }).rows.at(-1)).toMatchObject({
      state: 'good',
      billed: 1350,
    });
    const weekly: MeterPoint[] = [1000, 1100, 7, 1350].map((value, n) => ({ at: n * 4 * dayMs, value }));
    expect(continueMeter(weekly).rows.at(-1)?.state).toBe('afterBreak');
  });

  it('LG-11: a high misread that was too small to be suspicious is recognised by the fall after it', () => {
    const run = continueMeter(points(1000, 1100, 9000, 1150, 1200));
    expect(run.rows.map(({ exclusion }) => exclusion)).toEqual([
      undefined,
      undefined,
      'recognised',
      undefined,
      undefined,
    ]);
    expect(run.rows.at(-1)).toMatchObject({ billed: 1200, used: 200 });
    // A counter that was set back a little is none: somebody has to say what happened.
    expect(continueMeter(points(1000, 1400, 1700, 1500)).rows.at(-1)?.state).toBe('afterBreak');
  });

  it('LG-12: a 0 alone is left out at once, while others of the report go on', () => {
    const reports = [
      { total: 900, color: 300 },
      { total: 950, color: 0 },
      { total: 990, color: 0 },
    ].map((values, n) => ({ at: at(n), values: new Map(Object.entries(values)) }));
    const color = continueMeter(toMeterPoints(reports).get('color') ?? []);
    expect(color.rows.map(({ exclusion }) => exclusion)).toEqual([undefined, 'zero', 'zero']);
    expect(color.breaks).toEqual([]);
    const all = reports.map(({ at: when }, n) => ({
      at: when,
      values: new Map(Object.entries(n === 0 ? { total: 900, color: 300 } : { total: 0, color: 0 })),
    }));
    expect(continueMeter(toMeterPoints(all).get('color') ?? []).rows.at(-1)?.state).toBe('afterBreak');
  });

  it('LG-13: a leap far over the forecast is not billed before somebody says that it was printed', () => {
    const leapt = points(...usual, lastUsual + 14_800, lastUsual + 15_090);
    const run = continueMeter(leapt);
    expect(run.rows.at(-1)).toMatchObject({ state: 'suspicious', billed: null });
    expect(run.breaks.at(-1)?.usual?.value).toBeGreaterThan(200);
    expect(run.breaks.at(-1)?.usual?.value).toBeLessThan(400);
    const printed = continueMeter(leapt, { causes: [cause(120, 'printed')] });
    expect(printed.rows.at(-1)).toMatchObject({ state: 'good', billed: lastUsual + 15_090 });
    const misread = continueMeter(points(...usual, lastUsual + 14_800, lastUsual + 290), {
      causes: [cause(120, 'misread')],
    });
    expect(misread.rows.at(-1)).toMatchObject({ state: 'good', billed: lastUsual + 290 });
  });

  it('LG-13: with less than 14 readings only the speed of the model counts', () => {
    expect(continueMeter(points(1000, 1100, 9000)).breaks).toEqual([]);
    expect(continueMeter(points(1000, 1100, 9000), { perMinute: 10 }).rows.at(-1)?.state).toBe('suspicious');
    expect(continueMeter(points(1000, 1100, 60_000)).rows.at(-1)?.state).toBe('suspicious');
  });

  it('LG-19: excluded readings count for nothing, and the epoch goes on', () => {
    const run = continueMeter(points(1000, 400, 1100), { excluded: [{ from: at(1), to: at(1) }] });
    expect(run.rows.map(({ exclusion }) => exclusion)).toEqual([undefined, 'stated', undefined]);
    expect(run.breaks).toEqual([]);
  });
});

describe('a meter at an instant', () => {
  const run = continueMeter(points(1000, 1100, 1150));

  it('LG-15: it answers with the reading used, its age, the next one and how far it can differ', () => {
    expect(readMeterAt(run, at(1) + hour)).toMatchObject({ state: 'exact', value: 1100, ageMs: hour, canDiffer: 50 });
    expect(readMeterAt(run, at(1) + hour + 1).state).toBe('near');
    expect(readMeterAt(run, at(2) + 3 * dayMs)).toMatchObject({
      state: 'near',
      value: 1150,
      next: null,
      canDiffer: null,
    });
    expect(readMeterAt(run, at(2) + 3 * dayMs + 1).state).toBe('old');
    expect(readMeterAt(run, -1)).toMatchObject({ state: 'none', value: null });
    expect(readMeterAt(continueMeter(points(1000, 5)), at(1))).toMatchObject({ state: 'afterBreak', value: null });
  });

  it('LG-16: an estimate is the forecast from the last reading, rounded down, with its range', () => {
    const estimate = estimateUntil(continueMeter(points(...usual)), at(119) + 4 * dayMs);
    expect(estimate?.value).toBeGreaterThan(1000);
    expect(estimate?.value).toBeLessThan(1400);
    expect(Number.isInteger(estimate?.value)).toBe(true);
    expect(estimate?.lower).toBeLessThanOrEqual(estimate?.value ?? 0);
    expect(estimateUntil(run, at(3))).toBeUndefined();
  });

  it('LG-14: black plus color go apart from total only where they agreed before', () => {
    const agreeing = { total: 5000, black: 4000, color: 1000 };
    expect(goesApart(agreeing, { total: 5000, black: 4000, color: 800 })).toBe(true);
    expect(goesApart(agreeing, { total: 5000, black: 4000, color: 990 })).toBe(false);
    expect(goesApart({ ...agreeing, color: 800 }, { total: 5000, black: 4000, color: 800 })).toBe(false);
    expect(goesApart(agreeing, { total: 5000, black: null, color: 800 })).toBe(false);
  });
});
