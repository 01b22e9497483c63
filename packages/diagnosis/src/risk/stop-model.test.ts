import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import { failuresWithin, fitStops, type StopSummary } from './stop-model.ts';

/**
 * A device whose drums fail `perLife` times a named life, whatever their age, and are replaced at its end.
 */
function drawDevice(seed: number, perLife: number): StopSummary {
  const { uniform } = chance(seed);
  const pieces = Array.from({ length: 6 }, () => {
    const failsAt = -Math.log(uniform()) / perLife;
    return [0, Math.min(failsAt, 1), failsAt < 1 ? ['failed' as const, 'alone' as const] : []] as const;
  });
  return { days: 730, pieces: { drum: [...pieces, [0, 0.3, null]] } };
}
const drawFleet = (seed: number, devices: number, perLife: number) =>
  Array.from({ length: devices }, (_, nth) => drawDevice(1000 * seed + nth, perLife));
const piece = (end: number, perDay = 0.01) => ({ kind: 'drum', end, perDay });

describe('how often parts fail', () => {
  it('WL-53: it is learned from all use under watch, and says how much it rests on', () => {
    const model = fitStops(drawFleet(1, 150, 0.4), undefined);
    if (model === undefined) throw new Error('nothing was learned');
    expect(model.deviceYears).toBeCloseTo(299.8, 1);
    expect(model.failures).toBeGreaterThan(230);
    expect(model.failures).toBeLessThan(370);
    // 14 % of a life within two weeks, at 0.4 failures a life.
    for (const end of [0.05, 0.3, 0.6, 0.8]) expect(failuresWithin(piece(end), model, 14)).toBeCloseTo(0.14 * 0.4, 1);
    expect(failuresWithin(piece(0.3, 0.02), model, 14)).toBeGreaterThan(failuresWithin(piece(0.3), model, 14) ?? 1);
    expect(failuresWithin({ ...piece(0.3), perDay: undefined }, model, 14)).toBeUndefined();
  });

  it('a family of few devices is drawn towards the fleet, one of many has its own rate', () => {
    const common = fitStops(drawFleet(2, 150, 0.2), undefined);
    const rateOf = (devices: number) => {
      const own = fitStops(drawFleet(3, devices, 1), common);
      return (own && failuresWithin(piece(0.3), own, 14)) ?? Number.NaN;
    };
    const fleet = (common && failuresWithin(piece(0.3), common, 14)) ?? Number.NaN;
    expect(rateOf(100)).toBeGreaterThan(3 * fleet);
    expect(rateOf(1)).toBeLessThan(rateOf(100));
    expect(fitStops([], common)).toBe(common);
  });

  it('parts without a named life fail by the years, and before anything was seen seldom', () => {
    const years: StopSummary = { days: 365, pieces: { 'years:drum': [[0, 1, null]] } };
    const model = fitStops([years], undefined);
    const within = model && failuresWithin({ kind: 'years:drum', end: 1, perDay: 1 / 365 }, model, 365);
    expect(within).toBeGreaterThan(0);
    expect(within).toBeLessThan(0.06);
    expect(fitStops([], undefined)).toBeUndefined();
  });
});
