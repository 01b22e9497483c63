import { describe, expect, it } from 'vitest';
import { learnVisitLimit, type PastPiece } from './visit-limit.ts';

const look = (days: number, risk: number) => ({ days, risk, predicted: days, place: 0, loss: 0 });
/** Pieces that fail, looked at every four weeks, with the risk that was computed at each look. */
const failing = (count: number, riskOf: (days: number) => number): PastPiece[] =>
  Array.from({ length: count }, (_, at) => ({
    failed: 1,
    forecasts: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((weeks4) => {
      const days = weeks4 * 28 - (at % 28);
      return look(days, riskOf(days));
    }),
  }));
/** Pieces that look as if they failed soon, and run on for a year. */
const lasting = (count: number, risk: number): PastPiece[] =>
  Array.from({ length: count }, () => ({ failed: 0, forecasts: [look(400, 0.01), look(370, risk), look(342, risk)] }));

describe('from which risk on a visit is planned', () => {
  it('FS-20: where the risk rises late, at a lower one: the failures are found in time', () => {
    const late = failing(60, (days) => (days > 80 ? 0.01 : days > 28 ? 0.1 : 0.5));
    expect(learnVisitLimit(late, 0.15)).toBeLessThan(0.125);
    expect(learnVisitLimit(late, 0.15)).toBeGreaterThan(0.05);
  });

  it('FS-20: where parts of a middling risk run on, at a higher one: most signs are right', () => {
    const early = failing(60, (days) => (days > 60 ? 0.02 : 0.5));
    expect(learnVisitLimit([...early, ...lasting(120, 0.16)], 0.15)).toBeGreaterThan(0.18);
  });

  it('FS-20: a few pieces change nothing', () => {
    expect(
      learnVisitLimit(
        failing(4, (days) => (days > 60 ? 0.02 : 0.06)),
        0.15,
      ),
    ).toBeCloseTo(0.15);
    expect(learnVisitLimit([], 0.15)).toBeCloseTo(0.15);
  });
});
