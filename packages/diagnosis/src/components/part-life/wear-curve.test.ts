import { describe, expect, it } from 'vitest';
import { chance } from '../../../test/chance.ts';
import { totalLife } from './total-life.ts';
import { fitWearCurve, moveAt, type WornTrack } from './wear-curve.ts';

const truth = (share: number) => 600 + 70 * share ** 1.6;
const offsetSd = 6;

/** Parts that failed, each seen over some stretch of its life. */
function drawTracks(seed: number, count: number): WornTrack[] {
  const { uniform, normal } = chance(seed);
  return Array.from({ length: count }, () => {
    const offset = offsetSd * normal();
    const from = 0.8 * uniform();
    const points = Array.from({ length: 16 }, (_, at) => from + ((1 - from) * (at + 1)) / 16);
    return { points: points.map((share) => ({ share, value: truth(share) + offset + 2 * normal() })) };
  });
}

describe('curve of a sensor over the life of a part', () => {
  it('FS-02: the curve of the fleet and the spread of the devices come back from parts seen over different stretches', () => {
    const curve = fitWearCurve(drawTracks(5, 60), undefined);
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 1])
      expect(Math.abs((curve?.start ?? 0) + moveAt(curve?.moves ?? [], share) - truth(share))).toBeLessThan(4);
    expect(Math.abs((curve?.startSd ?? 0) - offsetSd)).toBeLessThan(2);
    expect(Math.abs((curve?.noise ?? 0) - 2)).toBeLessThan(0.5);
  });

  it('with fewer than three failed parts what is common stands, and nothing where nothing is', () => {
    const common = fitWearCurve(drawTracks(5, 30), undefined);
    expect(fitWearCurve(drawTracks(6, 2), common)).toBe(common);
    expect(fitWearCurve(drawTracks(6, 2), undefined)).toBeUndefined();
  });

  it('a sensor narrows down how long a part will last, whatever the offset of its device', () => {
    const curve = fitWearCurve(drawTracks(5, 60), undefined);
    const law = { shape: 4, scale: 1000 };
    const { normal, weibull } = chance(9);
    let [inside, count, width, blind] = [0, 0, 0, 0];
    while (count < 150) {
      const life = weibull(4, 1000);
      const age = 0.75 * life;
      const offset = offsetSd * normal();
      const track = Array.from({ length: 26 }, (_, week) => {
        const wear = (age * (week + 10)) / 35;
        return { day: week * 7, wear, value: truth(wear / life) + offset + 2 * normal(), count: 5 };
      });
      const reported = totalLife({ law, curve, failures: 40, astray: 0 }, age, track);
      const alone = totalLife({ law, failures: 40 }, age, []);
      count++;
      width += reported.upper - reported.lower;
      blind += alone.upper - alone.lower;
      if (reported.lower <= life && life <= reported.upper) inside++;
    }
    expect(inside / count).toBeGreaterThan(0.72);
    expect(inside / count).toBeLessThan(0.97);
    expect(width).toBeLessThan(blind * 0.6);
  });

  it('FS-03: where parts end at a limit, the offset of a device does not move the end', () => {
    // Readings fall from 2,700 and the offset of the device to 1,700 at the end of the life, by the power
    // 1.5.
    const readingAt = (share: number, offset: number) => 1700 + (1000 + offset) * (1 - share ** 1.5);
    const { normal } = chance(4);
    const tracks = Array.from({ length: 30 }, () => {
      const offset = 60 * normal();
      return {
        points: Array.from({ length: 18 }, (_, at) => ({
          share: (at + 1) / 18,
          value: readingAt((at + 1) / 18, offset) + 6 * normal(),
        })),
      };
    });
    const law = { shape: 6, scale: 1000 };
    const limit = 1700;
    const errorOf = (model: Parameters<typeof totalLife>[0], offset: number) => {
      const track = Array.from({ length: 26 }, (_, week) => {
        const wear = 250 + 25 * week;
        return { day: week * 7, wear, value: readingAt(wear / 1000, offset), count: 5 };
      });
      return Math.abs(totalLife(model, 875, track).median - 1000);
    };
    const [ended, free] = [fitWearCurve(tracks, undefined, limit), fitWearCurve(tracks, undefined)];
    for (const offset of [-100, 100]) {
      expect(errorOf({ law, curve: ended, failures: 30, limit }, offset)).toBeLessThan(15);
      expect(errorOf({ law, curve: free, failures: 30 }, offset)).toBeGreaterThan(15);
    }
  });
});
