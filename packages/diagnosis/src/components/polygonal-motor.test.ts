import { predictPolygonalMotor } from '@platen/contract/predictions';
import { describe, expect, it } from 'vitest';
import { historyOf, today, toNormal, toRandom } from '../../test/synthetic.ts';
import { fitPolygonal, judgePolygonal, type PolygonalModel, summarisePolygonal } from './polygonal-motor.ts';

const key = 'sensor.polygonalMotorCount.black';
/** A start for seven pages and four a day. */
const daysOf = (days: number, pages: number, factor: (day: number) => number = () => 1) => {
  let [printed, starts] = [0, 0];
  return Array.from({ length: days }, (_, day) => {
    if (day % 7 < 5) {
      printed += pages;
      starts += Math.round((pages / 7 + 4) * factor(day));
    }
    return { 'pages.total': printed, [key]: starts };
  });
};
const random = toRandom(2);
const fleet = Array.from({ length: 60 }, () => {
  const [pages, quality] = [Math.round(30 * 20 ** random()), Math.exp(0.1 * toNormal(random))];
  return historyOf(daysOf(200, pages, () => quality * (1 + 0.1 * toNormal(random))));
});
const model: PolygonalModel = fitPolygonal(fleet.flatMap((one) => summarisePolygonal(one) ?? []));
const judge = (days: number, pages: number, factor?: (day: number) => number) =>
  judgePolygonal(historyOf(daysOf(days, pages, factor)), { today, model });

describe('polygonal motors', () => {
  it('CN-22 FS-11 FS-12: the count is what was added in 30 days, and sound motors have no sign', () => {
    const answer = judge(100, 70);
    const starts = answer?.polygonalMotorDetails[0]?.count30Days ?? 0;
    expect(starts).toBeGreaterThanOrEqual(14 * 21);
    expect(starts).toBeLessThanOrEqual(14 * 22);
    expect(answer).toMatchObject({ messageId: null, polygonalMotorDetails: [{ color: 'black', messageId: null }] });
    const signs = fleet.filter((one) => judgePolygonal(one, { today, model })?.messageId !== null);
    expect(signs).toHaveLength(0);
  });

  it('FS-30 FS-11: a motor that starts again and again is a sign for its colour, whether much or little is printed', () => {
    for (const pages of [40, 500]) {
      const answer = judge(200, pages, (day) => (day < 165 ? 1 : 4));
      expect(answer?.polygonalMotorDetails[0]?.messageId).toBe('63102103');
      expect(answer?.messageId).toBe('63102103');
    }
    expect(judge(200, 200, (day) => (day < 186 ? 1 : 2))?.messageId).toBe('63102102');
  });

  it('FS-29 FS-30: without a sign of a motor, errors of the laser unit call for its check; a motor with a sign goes first', () => {
    const errors = [3, 9].map((ago) => ({
      at: (today - ago) * 86_400_000,
      code: 'CA10',
      category: 'serviceCall' as const,
      counter: null,
      conditions: {},
    }));
    const adviceOf = (days: readonly Record<string, number>[]) =>
      judgePolygonal({ ...historyOf(days), errors }, { today, model })?.messageId;
    expect(adviceOf(daysOf(100, 70))).toBe('62101002');
    expect(adviceOf([])).toBe('62101002');
    expect(adviceOf(daysOf(200, 200, (day) => (day < 165 ? 1 : 4)))).toBe('63102103');
  });

  it('a busy month is no sign', () => {
    const busy = daysOf(200, 100).map((one, day) => {
      const extra = Math.max(0, day - 170);
      return { 'pages.total': one['pages.total'] + 400 * extra, [key]: (one[key] ?? 0) + 60 * extra };
    });
    expect(judgePolygonal(historyOf(busy), { today, model })?.messageId).toBeNull();
  });

  it('the sign goes when the motor was repaired', () => {
    expect(judge(260, 200, (day) => (day >= 165 && day < 215 ? 4 : 1))?.messageId).toBeNull();
  });

  it('FS-20 OQ-105: a sign is released 5 percent below its limit and not before', () => {
    const line = { devices: 60, intercept: 4, slope: 1 / 7, deviation: 0.1 };
    // Constant use: the logarithm of the factor over the deviation is how far above the line the starts are.
    const after = (last: number) =>
      judgePolygonal(historyOf(daysOf(200, 700, (day) => Math.exp(0.1 * (day < 130 ? 6 : last)))), {
        today,
        model: { black: line },
      })?.messageId;
    expect(after(6)).toBe('63102102');
    expect(after(0.955 * 4.5)).toBe('63102102');
    expect(after(0.94 * 4.5)).toBeNull();
  });

  it('a family needs 10 devices; too few readings and a device without the count say nothing', () => {
    const few = fleet.slice(0, 9).flatMap((one) => summarisePolygonal(one) ?? []);
    expect(fitPolygonal(few)).toEqual({});
    expect(fitPolygonal(few, model)).toEqual(model);
    expect(judge(10, 70)?.polygonalMotorDetails).toMatchObject([
      { count30Days: null, messageId: null, basis: { readings: 9, neededReadings: 14 } },
    ]);
    expect(judgePolygonal(historyOf([{ 'pages.total': 9 }]), { today, model })).toBeNull();
  });

  it('a counter that starts again takes nothing away', () => {
    const reset = daysOf(100, 70).map((one, day) => ({ ...one, [key]: day < 90 ? 50_000 + day : day - 90 }));
    expect(
      judgePolygonal(historyOf(reset), { today, model })?.polygonalMotorDetails[0]?.count30Days,
    ).toBeGreaterThanOrEqual(0);
  });

  it('the order of the devices does not matter to what is learned', () => {
    expect(fitPolygonal(fleet.toReversed().flatMap((one) => summarisePolygonal(one) ?? []))).toEqual(model);
  });

  it('FS-11: the answer has the shape of the call', () => {
    const answer = judge(100, 70);
    expect(predictPolygonalMotor.answer.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
  });
});
