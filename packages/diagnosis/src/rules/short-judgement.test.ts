import { tonerColors } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeviceJudgement } from '../judge/judgement.ts';
import { toJudgedFigures } from './judged-figures.ts';
import { decodeJudgement, encodeJudgement, mostShortBytes } from './short-judgement.ts';

type Judged = Pick<DeviceJudgement, 'toner' | 'pmParts' | 'reasons' | 'predictions'>;

const life = fc.option(fc.double({ min: 0, max: 400, noNaN: true }), { nil: null });
const toner = fc.array(
  fc.tuple(fc.constantFrom(...tonerColors), fc.option(fc.integer({ min: 0, max: 365 }), { nil: null })),
);
const parts = (maxLength: number) =>
  fc.uniqueArray(fc.tuple(fc.integer({ min: 1000, max: 9999 }), life, life), { maxLength, selector: ([code]) => code });
const signs = fc.subarray(['04010002', '02010001', '03010003', '01010001']);
const drives = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.constantFrom(0, 1, 2, 3, 9)), { maxLength: 4 });

/** The parts of a judgement that rules look at; others are not read. */
const judgement = (mostParts: number) =>
  fc.tuple(toner, parts(mostParts), signs, drives).map(
    ([colours, lives, codes, ports]): Judged =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      ({
        toner: Object.fromEntries(
          colours.map(([colour, days]) => [
            colour,
            {
              daysLeft:
                days === null
                  ? { state: 'unknown' }
                  : { state: 'judged', value: { lower: days, value: days + 3, upper: days + 9 } },
            },
          ]),
        ),
        pmParts: {
          parts: lives.map(([code, lifeNow, life2Weeks]) => ({ partsCode: String(code), lifeNow, life2Weeks })),
        },
        reasons: codes.map((code) => ({ source: 'sign', code, severity: 'warning' })),
        predictions: { hdd: { predictionStorages: ports.map(([sataPort, state]) => ({ sataPort, state })) } },
      }) as unknown as Judged,
  );

test('BT-06: the short form of a day has at most 600 bytes, whatever was judged', () => {
  fc.assert(
    fc.property(judgement(200), (one) => {
      expect(Buffer.byteLength(encodeJudgement(one))).toBeLessThanOrEqual(mostShortBytes);
    }),
    { numRuns: 60 },
  );
});

test('BT-06: a test of a rule finds in the short form what it finds in the judgement', () => {
  fc.assert(
    fc.property(judgement(40), fc.integer({ min: 0, max: 400 }), (one, limit) => {
      const [short, whole] = [decodeJudgement(encodeJudgement(one), 7), toJudgedFigures(one, 7)];
      expect({ ...short, lifeSoon: {} }).toEqual({ ...whole, lifeSoon: {} });
      expect(Object.keys(short.lifeSoon).toSorted()).toEqual(Object.keys(whole.lifeSoon).toSorted());
      for (const [part, soon] of Object.entries(whole.lifeSoon)) {
        expect((short.lifeSoon[part] ?? Number.NaN) > limit).toBe(soon > limit);
        expect((short.lifeSoon[part] ?? Number.NaN) <= limit).toBe(soon <= limit);
      }
    }),
    { numRuns: 100 },
  );
});
