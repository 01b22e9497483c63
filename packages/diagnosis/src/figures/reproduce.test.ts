// oxlint-disable vitest/no-conditional-expect, vitest/expect-expect -- a property asserts for the drawn cases
// it applies to
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, firstDay } from '../../test/histories.ts';
import { drawDevice, firstDay as firstDrawn, knownOn, trueParts } from '../../test/worn-parts.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { fitFamily, summariseDevice } from '../judge/fit-family.ts';
import { judgeDevice } from '../judge/judge-device.ts';
import type { Basis, DeviceJudgement, Estimate } from '../judge/judgement.ts';
import { reproduce } from './reproduce.ts';

const kinds = [trueParts.fuser, trueParts.drum, trueParts.secondTransfer, trueParts.developer];
const model = fitFamily(
  kinds.flatMap((part) =>
    Array.from({ length: 12 }, (_, seed) => summariseDevice(drawDevice(seed + 1, part, 400).history)),
  ),
  undefined,
);
const judge = (history: DeviceHistory, today: number) =>
  judgeDevice(history, { today, model, thresholds: [], codes: [] });

/** A device with the worn part of one kind, and one that reports anything at all. */
const anyJudgement = fc.oneof(
  fc
    .record({
      kind: fc.constantFrom(...kinds),
      seed: fc.integer({ min: 100, max: 10_000 }),
      known: fc.integer({ min: 20, max: 399 }),
      later: fc.integer({ min: 0, max: 20 }),
    })
    .map(({ kind, seed, known, later }) =>
      judge(knownOn(drawDevice(seed, kind, 400).history, firstDrawn + known), firstDrawn + known + later),
    ),
  fc
    .tuple(anyHistory(120), fc.integer({ min: 0, max: 130 }))
    .map(([history, later]) => judge(history, firstDay + later)),
);

/** A device that uses `perDay` percent of a cartridge a day, reported in whole percents. */
const anyTonerJudgement = fc
  .record({
    rate: fc.double({ min: 0.2, max: 6, noNaN: true }),
    start: fc.integer({ min: 20, max: 100 }),
    known: fc.integer({ min: 10, max: 120 }),
    later: fc.integer({ min: 0, max: 16 }),
  })
  .map(({ rate, start, known, later }) => {
    const days = Array.from({ length: known }, (_, at) => ({
      day: firstDay + at,
      values: new Map([
        ['toner.black', Math.ceil((start + 1000 - rate * at) % 100)],
        ['pages.total', 1000 + 100 * at],
      ]),
    }));
    const history = { family: null, model: null, firmware: null, days, errors: [], replacements: [] };
    return judge(history, firstDay + known - 1 + later);
  });

type Life = Pick<NonNullable<DeviceJudgement['predictions']['drum']>['replacementPart'], 'exhaustionRate'> & {
  readonly predictionFailureDate: string | null;
  readonly predictionFailureRange?: { readonly lower: string; readonly upper: string } | null | undefined;
};

/** The figures of a life as they are made again; undefined where the basis has no inputs of a life. */
function lifeOf({ inputs }: Basis) {
  if (inputs?.kind === 'expectedLife') return reproduce('expectedLife', inputs);
  if (inputs?.kind === 'rollerLife') return reproduce('rollerLife', inputs);
  if (inputs?.kind === 'reportedLife') return { ...reproduce('reportedLife', inputs), failure: null };
  return inputs?.kind === 'ratedLife' ? { ...reproduce('ratedLife', inputs), failure: null } : undefined;
}

/** The basis of the prediction at a path such as `predictions.developer.black`. */
function basisAt(of: DeviceJudgement['predictions'], path = ''): Basis | undefined {
  const [, component, part] = path.split('.');
  if (component === 'fuser' || component === 'drum' || component === 'secondTransfer') return of[component]?.basis;
  if (component === 'developer') return of.developer?.predictionDevelopers.find(({ color }) => color === part)?.basis;
  return of.feedRoller?.predictionFeedRollers.find(({ paperSource }) => paperSource === part)?.basis;
}

/** One decimal as shown; a figure on the edge may be rounded either way. */
function expectPercent(shown: number | null, made: number | undefined): void {
  if (shown === null) return;
  expect(made).toBeDefined();
  expect(Math.abs(shown - (made ?? Number.NaN))).toBeLessThanOrEqual(0.1 + Math.abs(shown) * 1e-8);
}

function expectLife(part: Life, basis: Basis | undefined): void {
  const made = basis && lifeOf(basis);
  expectPercent(part.exhaustionRate, made?.now);
  if (part.exhaustionRate === null) return;
  expect(made?.failure?.date ?? null).toBe(part.predictionFailureDate);
  if (part.predictionFailureRange)
    expect(made?.failure).toMatchObject({
      lower: part.predictionFailureRange.lower,
      upper: part.predictionFailureRange.upper,
    });
}

describe('figures made again from their inputs', () => {
  it('AP-05 TN-03: days until a cartridge is empty follow from level, use a day and age of the reading', () => {
    let judged = 0;
    fc.assert(
      fc.property(fc.oneof(anyTonerJudgement, anyJudgement), ({ toner }) => {
        for (const { daysLeft } of Object.values(toner)) {
          const { inputs } = daysLeft.basis;
          if (daysLeft.state === 'withheld') expect(inputs).toBeUndefined();
          else {
            expect(inputs?.kind === 'tonerDays' && reproduce('tonerDays', inputs)).toEqual(daysLeft.value);
            judged++;
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(judged).toBeGreaterThan(20);
  });

  it('AP-05 PM-02 PM-05: lives of parts follow from wear and life, and their forecasts from the forecast use', () => {
    fc.assert(
      fc.property(anyJudgement, ({ pmParts, predictions }) => {
        for (const part of pmParts?.parts ?? []) {
          const { basis, conditionOf, consumedLife, lifeNow, life1Week, life2Weeks, life4Weeks, ranges } = part;
          const conditionBasis =
            conditionOf === undefined ? (part.conditionBasis ?? basis) : basisAt(predictions, conditionOf);
          const rated = basis && lifeOf(basis);
          const made = conditionBasis && lifeOf(conditionBasis);
          expectPercent(consumedLife, rated?.now);
          expectPercent(lifeNow, made?.now);
          const shown = { life1Week, life2Weeks, life4Weeks };
          for (const [at, week] of (['life1Week', 'life2Weeks', 'life4Weeks'] as const).entries()) {
            const forecast: Estimate | undefined = made?.after[at];
            expectPercent(shown[week], forecast?.value);
            expectPercent(ranges?.[week]?.lower ?? null, forecast?.lower);
            expectPercent(ranges?.[week]?.upper ?? null, forecast?.upper);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('AP-05 FS-01 FS-15: exhaustion and failure dates follow from wear, expected life and use a day', () => {
    let dated = 0;
    fc.assert(
      fc.property(anyJudgement, ({ predictions: { fuser, drum, developer, feedRoller, secondTransfer } }) => {
        for (const one of [fuser, drum]) if (one) expectLife(one.replacementPart, one.basis);
        for (const one of [...(developer?.predictionDevelopers ?? []), ...(feedRoller?.predictionFeedRollers ?? [])]) {
          expectLife(one.replacementPart, one.basis);
          if (one.replacementPart.predictionFailureDate !== null) dated++;
        }
        const month = secondTransfer?.replacementPart.predictionFailureMonth ?? null;
        const made = secondTransfer?.basis && lifeOf(secondTransfer.basis);
        expect(made?.failure?.date.slice(0, 7) ?? null).toBe(month);
      }),
      { numRuns: 150 },
    );
    expect(dated).toBeGreaterThan(0);
  });

  it('AP-05 FS-06 FS-09 FS-12 FS-28: counts, sensor limits and states of drives follow from their inputs', () => {
    fc.assert(
      fc.property(anyJudgement, ({ predictions }) => {
        const { imageControlError, polygonalMotor, imageQualitySensor, hdd } = predictions;
        for (const one of [imageControlError?.errorCE20, imageControlError?.errorCE40]) {
          const inputs = one?.basis?.inputs;
          if (one)
            expect(inputs?.kind === 'counterRise' ? reproduce('counterRise', inputs) : 0).toBeCloseTo(
              one.count ?? 0,
              5,
            );
        }
        for (const { count30Days, basis } of polygonalMotor?.polygonalMotorDetails ?? []) {
          const made = basis?.inputs?.kind === 'counterRise' ? reproduce('counterRise', basis.inputs) : null;
          if (count30Days === null) expect(made).toBeNull();
          else expect(made).toBeCloseTo(count30Days, 5);
        }
        for (const { threshold, actual, basis } of imageQualitySensor?.predictionSensors ?? [])
          expect(basis?.inputs?.kind === 'sensorLimit' && reproduce('sensorLimit', basis.inputs)).toEqual({
            limit: threshold,
            last: actual.at(-1)?.value ?? null,
          });
        for (const { state, basis } of hdd?.predictionStorages ?? [])
          expect(basis?.inputs?.kind === 'driveState' ? reproduce('driveState', basis.inputs) : null).toBe(state);
      }),
      { numRuns: 150 },
    );
  });
});
