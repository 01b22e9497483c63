import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toOverdispersion, toSize, trackRate } from './rate-drift.ts';

const prior = { events: 20, exposure: 20_000 };
const belief = { prior, size: 2 };
/** One event in a thousand is usual; `every` says on which days there is one. */
const flat = (days: number, every = 10, from = 0) =>
  Array.from({ length: days }, (_, i) => ({ day: from + i, exposure: 100, events: i % every === 0 ? 1 : 0 }));

describe('drift of a rate', () => {
  it('a flat rate alarms of nothing', () => {
    expect(trackRate(flat(900), belief)).toMatchObject({
      readings: 900,
      from: 0,
      to: 899,
      alarms: [],
      state: { alarmedSince: null, factor: 1 },
    });
  });

  it('a rate of four times the usual alarms within two months and says how much it rose', () => {
    const risen = flat(90, 1, 200).map((one) => ({ ...one, events: one.day % 5 < 2 ? 1 : 0 }));
    const drift = trackRate([...flat(200), ...risen], belief);
    expect(drift?.alarms).toHaveLength(1);
    expect(drift?.alarms[0]).toBeGreaterThan(200);
    expect(drift?.alarms[0]).toBeLessThan(260);
    expect(drift?.state?.factor).toBeGreaterThan(2.5);
    expect(drift?.state?.factor).toBeLessThan(4.5);
  });

  it('the rate that rose is not taken for usual, and a new part starts again', () => {
    const worn = flat(90, 2, 200);
    const renewed = trackRate([...flat(200), ...worn, ...flat(60, 10, 290)], belief, [290]);
    expect(renewed?.alarms).toHaveLength(1);
    expect(renewed?.state).toEqual({ alarmedSince: null, factor: 1 });
    expect((renewed?.calm.events ?? 0) / (renewed?.calm.exposure ?? 1)).toBeLessThan(0.0015);
  });

  it('OQ-105: a rise that fades before more speaks for it is taken for usual and alarms no second time', () => {
    /** Half as much again as usual for months: now and then enough for an alarm, and never more. */
    const restless = (days: number, from: number) =>
      flat(days, 10, from).map((one) => ({ ...one, events: [0, 4, 7, 14, 17].includes(one.day % 20) ? 1 : 0 }));
    const burst = flat(30, 2, 200);
    const fading = trackRate([...flat(200), ...burst, ...flat(400, 10, 230)], belief);
    expect(fading?.alarms).toHaveLength(1);
    expect(fading?.state?.alarmedSince).toBeNull();
    expect(fading?.rises).toEqual([]);
    expect(fading?.calm).toEqual({ events: 75, exposure: 63_000 });
    expect(trackRate([...flat(200), ...restless(800, 200)], belief)?.alarms.length).toBeLessThanOrEqual(1);
  });

  it('OQ-105: a rise for which ever more spoke is not usual, although no repair was reported', () => {
    const risen = trackRate([...flat(200), ...flat(90, 1, 200), ...flat(400, 10, 290)], belief);
    expect(risen?.state?.alarmedSince).toBeNull();
    expect((risen?.calm.events ?? 0) / (risen?.calm.exposure ?? 1)).toBeLessThan(0.0013);
  });

  it('FS-17: a rise is dated by its beginning, not by its alarm', () => {
    const risen = flat(90, 1, 200).map((one) => ({ ...one, events: one.day % 5 < 2 ? 1 : 0 }));
    const drift = trackRate([...flat(200), ...risen], belief);
    expect(drift?.rises).toHaveLength(1);
    expect(drift?.rises[0]?.seen).toBe(drift?.alarms[0]);
    expect(Math.abs((drift?.rises[0]?.since ?? 0) - 200)).toBeLessThanOrEqual(5);
  });

  it('FS-17: a rise that a replacement cuts short before it alarms is one all the same, a quiet unit replaced by plan has none', () => {
    const early = trackRate([...flat(200), ...flat(12, 2, 200), ...flat(60, 10, 212)], belief, [212]);
    expect(early?.alarms).toEqual([]);
    expect(early?.rises.map(({ seen }) => seen)).toEqual([212]);
    expect(trackRate(flat(300), belief, [212])?.rises).toEqual([]);
  });

  it('one day of many jams alone is no drift', () => {
    const days = flat(200).map((one) => (one.day === 150 ? { ...one, events: 40 } : one));
    expect(trackRate(days, belief)?.alarms).toEqual([]);
  });

  it('nothing is judged with fewer than 14 readings, or 30 without a belief', () => {
    expect(trackRate(flat(13, 1), belief)?.state).toBeUndefined();
    expect(trackRate(flat(14, 1), belief)?.state).toBeDefined();
    expect(trackRate(flat(29, 1), { prior: undefined, size: 2 })?.state).toBeUndefined();
    expect(trackRate(flat(30, 1), { prior: undefined, size: 2 })?.state).toBeDefined();
    expect(trackRate(flat(60, 100), { prior: undefined, size: 2 })?.state).toBeUndefined();
  });

  it('a unit that was worse than alike units from the first day alarms too', () => {
    expect(trackRate(flat(150, 1), belief)?.alarms.length).toBeGreaterThan(0);
  });

  it('readings without exposure hand their events on', () => {
    const idle = flat(100).flatMap((one) => [
      { ...one, day: one.day * 2, exposure: 0 },
      { day: one.day * 2 + 1, exposure: 100, events: 0 },
    ]);
    expect(trackRate(idle, belief)?.calm).toEqual({ events: 10, exposure: 10_000 });
  });

  it('any counts give a state, and alarms lie within the readings', () => {
    const reading = fc.record({ exposure: fc.nat(5000), events: fc.nat(300) });
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 120 }), fc.array(fc.nat(120), { maxLength: 3 }), (all, restarts) => {
        const drift = trackRate(
          all.map((one, day) => ({ ...one, day })),
          belief,
          restarts,
        );
        for (const day of drift?.alarms ?? []) expect(day).toBeGreaterThanOrEqual(14);
        expect(Number.isFinite(drift?.state?.factor ?? 1)).toBe(true);
      }),
    );
  });

  it('the size of bunched counts follows from their moments', () => {
    const bunched = Array.from({ length: 4000 }, (_, i) => ({ day: i, exposure: 1, events: i % 10 === 0 ? 10 : 0 }));
    expect(toSize([toOverdispersion(bunched, 1)])).toBeCloseTo(1 / 8, 0);
    expect(toSize([toOverdispersion(flat(100), 0.001)])).toBe(1000);
    expect(toSize([])).toBe(1000);
  });
});
