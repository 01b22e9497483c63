import { describe, expect, it } from 'vitest';
import { upwardDrift } from './drift.ts';

/** Noise of one sensor: the same at every run, with a spread of about 1. */
const noise = (day: number): number => ((day * 7919) % 13) / 3 - 2;
const series = (days: number, above: (day: number) => number) =>
  Array.from({ length: days }, (_, day) => ({ day, value: 100 + noise(day) + above(day) }));

describe('upward drift of a sensor', () => {
  it('FS-05: a steady sensor does not drift, one that rises for good is noticed within weeks', () => {
    expect(upwardDrift(series(400, () => 0))).toBeUndefined();
    const noticed = upwardDrift(series(400, (day) => (day < 300 ? 0 : (day - 300) / 5))) ?? 0;
    expect(noticed).toBeGreaterThan(300);
    expect(noticed).toBeLessThan(328);
  });

  it('FS-20: a rise that goes back to where it came from was none', () => {
    expect(upwardDrift(series(400, (day) => (day >= 200 && day < 215 ? 6 : 0)))).toBeUndefined();
  });

  it('FS-05: the day noticed does not hang on where the readings begin', () => {
    const whole = series(500, (day) => (day < 400 ? 0 : (day - 400) / 5));
    const noticed = Array.from({ length: 30 }, (_, from) => upwardDrift(whole.slice(from)) ?? 0);
    expect(Math.max(...noticed) - Math.min(...noticed)).toBeLessThanOrEqual(5);
  });
});
