import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawDevice, firstDay, knownOn, type TruePart, trueParts } from '../../test/worn-parts.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { fitDrum, judgeDrums, summariseDrum } from './drum.ts';
import { fitFuser, judgeFuser, summariseFuser } from './fuser.ts';
import { fitSecondTransfer, judgeSecondTransfer, summariseSecondTransfer } from './second-transfer.ts';

const days = 300;
const fleetOf = (part: TruePart) => Array.from({ length: 30 }, (_, at) => drawDevice(at + 1, part, days).history);
const models = {
  drum: fitDrum(
    fleetOf(trueParts.drum).flatMap((history) => summariseDrum(history) ?? []),
    undefined,
  ),
  fuser: fitFuser(
    fleetOf(trueParts.fuser).flatMap((history) => summariseFuser(history) ?? []),
    undefined,
  ),
  secondTransfer: fitSecondTransfer(
    fleetOf(trueParts.secondTransfer).flatMap((history) => summariseSecondTransfer(history) ?? []),
    undefined,
  ),
};

interface Predicted {
  readonly date: string | null;
  readonly range: { readonly lower: string; readonly upper: string } | null | undefined;
  readonly limit: number | null;
  readonly forecast: readonly {
    readonly date: string;
    readonly value: number | null;
    readonly lower?: number | undefined;
    readonly upper?: number | undefined;
  }[];
}

/**
 * A device, how far its sensor lies off its family, up to which day it is known, and for how long it has been
 * silent since.
 */
const anyCase = fc.record({
  seed: fc.integer({ min: 31, max: 400 }),
  off: fc.constantFrom(0, 0, 60, 150, 400),
  known: fc.integer({ min: 20, max: days }),
  silent: fc.constantFrom(0, 0, 3, 40, 120),
});
const drawn = (part: TruePart, { seed, off, known }: { seed: number; off: number; known: number }): DeviceHistory => {
  const history = knownOn(drawDevice(seed, part, days).history, firstDay + known);
  const moved = history.days.map(({ day, values }) => ({
    day,
    values: new Map([...values, [part.sensor, (values.get(part.sensor) ?? 0) + off]]),
  }));
  return { ...history, days: moved };
};

/**
 * Contradictions between a forecast and its date; `digits` of a date are given: 7 for a month, 10 for a day.
 */
function contradictions({ date, range, limit, forecast }: Predicted, digits: number): string[] {
  const last = forecast.at(-1);
  if (last === undefined || limit === null) return [];
  const shorten = (day: string) => day.slice(0, digits);
  // How far a value is over the limit, from whichever side the limit is approached.
  const fallsDown = (forecast[0]?.value ?? 0) > limit;
  const over = (value: number | null | undefined) => (fallsDown ? limit - (value ?? 0) : (value ?? 0) - limit);
  const points = forecast.map((point) => ({
    day: point.date,
    middle: over(point.value),
    sooner: over(fallsDown ? point.lower : point.upper),
    later: over(fallsDown ? point.upper : point.lower),
  }));
  const found: string[] = [];
  const claim = (holds: boolean, text: string) => {
    if (!holds) found.push(text);
  };
  claim(
    points.every(({ later, middle, sooner }) => later <= middle && middle <= sooner),
    'band holds its middle',
  );
  claim(
    points.every(({ middle }) => middle <= 0),
    'nothing beyond the limit',
  );
  if (date === null) return found;
  claim(shorten(last.date) === date && last.value === limit, 'at the limit on the predicted day');
  claim(
    points.slice(0, -1).every(({ middle, day }) => middle < 0 || shorten(day) === date || rounded(middle)),
    'not before',
  );
  const first = points.find(({ sooner }) => sooner >= 0)?.day ?? '';
  const met = points.find(({ day, sooner }) => shorten(day) === range?.lower && rounded(sooner));
  claim(met !== undefined && shorten(first) <= shorten(met.day), 'early bound at the limit where the range begins');
  const late = points.at(-1)?.later ?? 0;
  claim(late <= 0 && ((range?.upper ?? '') > shorten(last.date) || digits === 7 || rounded(late)), 'late bound');
  return found;
}
/** At the limit, within one decimal. */
const rounded = (over: number): boolean => Math.abs(over) < 0.06;

const ofLife = (answer: ReturnType<typeof judgeFuser>['answer']): Predicted | undefined =>
  answer === null
    ? undefined
    : {
        date: answer.replacementPart.predictionFailureDate,
        range: answer.replacementPart.predictionFailureRange,
        limit: answer.threshold,
        forecast: answer.forecast,
      };
type Case = { readonly seed: number; readonly off: number; readonly known: number; readonly silent: number };
const context = (one: Case) => ({ today: firstDay + one.known + one.silent });
const drumOf = (one: Case) =>
  ofLife(judgeDrums(drawn(trueParts.drum, one), { ...context(one), model: models.drum }).answer);
const fuserOf = (one: Case) =>
  ofLife(judgeFuser(drawn(trueParts.fuser, one), { ...context(one), model: models.fuser }).answer);
const secondTransferOf = (one: Case): Predicted | undefined => {
  const answer = judgeSecondTransfer(drawn(trueParts.secondTransfer, one), {
    ...context(one),
    model: models.secondTransfer,
  }).answer;
  if (answer === null) return undefined;
  const { predictionFailureMonth: date, predictionFailureRange: range } = answer.replacementPart;
  return { date, range, limit: answer.lowerThreshold, forecast: answer.forecast };
};
const runs = { numRuns: 200 };

describe('a predicted day and its drawn forecast', () => {
  it('FS-02 FS-03: the voltage of the second transfer meets its limit in the predicted month, its bounds do at the ends of the range', () => {
    let dated = 0;
    const agrees = fc.property(anyCase, (one) => {
      const answer = secondTransferOf(one);
      if (answer?.date && answer.forecast.length > 3) dated++;
      return answer === undefined || contradictions(answer, 7).length === 0;
    });
    expect(fc.check(agrees, runs)).toMatchObject({ failed: false, counterexample: null });
    expect(dated).toBeGreaterThan(20);
  });

  it('FS-07 FS-08: the exhaustion of a drum meets its threshold on the predicted day, its bounds do at the ends of the range', () => {
    let dated = 0;
    const agrees = fc.property(anyCase, (one) => {
      const answer = drumOf(one);
      if (answer?.date && answer.forecast.length > 3) dated++;
      return answer === undefined || contradictions(answer, 10).length === 0;
    });
    expect(fc.check(agrees, runs)).toMatchObject({ failed: false, counterexample: null });
    expect(dated).toBeGreaterThan(20);
  });

  it('FS-01: the exhaustion of a fuser belt meets its threshold on the predicted day, its bounds do at the ends of the range', () => {
    let dated = 0;
    const agrees = fc.property(anyCase, (one) => {
      const answer = fuserOf(one);
      if (answer?.date && answer.forecast.length > 3) dated++;
      return answer === undefined || contradictions(answer, 10).length === 0;
    });
    expect(fc.check(agrees, runs)).toMatchObject({ failed: false, counterexample: null });
    expect(dated).toBeGreaterThan(20);
  });

  it('FS-03: a roller whose voltage lies 400 V over its family meets the limit all the same', () => {
    const answer = secondTransferOf({ seed: 31, off: 400, known: 200, silent: 0 });
    expect(answer?.forecast.at(-1)?.value).toBe(answer?.limit);
  });
});
