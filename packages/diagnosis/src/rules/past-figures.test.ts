import type { RuleMetric } from '@platen/contract/rule-metrics';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory, firstDay } from '../../test/histories.ts';
import { keysOf } from '../history/day-reading.ts';
import { judgeDevice } from '../judge/judge-device.ts';
import type { JudgedFigures } from './inputs.ts';
import { toJudgedFigures } from './judged-figures.ts';
import { areJudgedAlone, judgePast } from './past-figures.ts';

/** The figure that each judged metric looks at. */
const looksAt = {
  supplyDays: 'supplyDays',
  partLifeSoon: 'lifeSoon',
  failureSign: 'signs',
  storage: 'drives',
} as const satisfies Partial<Record<RuleMetric, keyof JudgedFigures>>;
const metrics = ['supplyDays', 'partLifeSoon', 'failureSign', 'storage'] as const;

/** A device that prints, uses toner and wears its drum for 60 days, whatever else it reports. */
const used = anyHistory(60).map((history) => ({
  ...history,
  days: Array.from({ length: 60 }, (_, at) => {
    const others = history.days.find(({ day }) => day === firstDay + at)?.values ?? [];
    const steady = {
      'pages.total': 80_000 + 900 * at,
      'part.6250.rotations': 220_000 + 4000 * at,
      'part.6250.life': 55 + at,
      'toner.black': 99 - ((2 * at) % 90),
    };
    return { day: firstDay + at, values: new Map([...others, ...Object.entries(steady)]) };
  }),
}));

test('BT-06: judged afterwards, figures are those of the whole judgement, whatever else the rule asks for', () => {
  const found = { supplyDays: 0, lifeSoon: 0, signs: 0, drives: 0 };
  fc.assert(
    fc.property(
      used,
      fc.integer({ min: 14, max: 60 }),
      fc.subarray([...metrics], { minLength: 1 }),
      fc.boolean(),
      (history, later, asked, isRead) => {
        const [today, at] = [firstDay + later, (firstDay + later) * 86_400_000];
        // The series of a history that was loaded are known before it is judged.
        if (isRead) [...keysOf(history)].join('');
        const past = judgePast(history, { today, model: undefined, metrics: asked, at });
        const context = { today, model: undefined, thresholds: [], codes: [] };
        const whole = toJudgedFigures(judgeDevice({ ...history, days: [...history.days] }, context), at);
        expect(past.at).toBe(at);
        for (const metric of asked) {
          const name = looksAt[metric];
          expect(past[name]).toEqual(whole[name]);
          found[name] += Object.keys(whole[name]).length;
        }
      },
    ),
    { numRuns: 200 },
  );
  for (const [name, count] of Object.entries(found)) expect([name, count > 0]).toEqual([name, true]);
});

test('BT-06: a rule on supplies and drives alone needs no whole judgement', () => {
  expect(areJudgedAlone(['supplyDays', 'storage'])).toBe(true);
  expect(areJudgedAlone(['supplyDays', 'failureSign'])).toBe(false);
});
