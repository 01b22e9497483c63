import { compareSeverity, signSeverityOf } from '@platen/contract/advice';
import { allAdvice } from '@platen/contract/advice-ids';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, firstDay } from '../../test/histories.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { judgeNeeds } from '../parts-needed/device-needs.ts';
import { compareReasons } from '../status/finding.ts';
import { fitFamily, summariseDevice } from './fit-family.ts';
import { judgeDevice } from './judge-device.ts';
import type { DeviceJudgement } from './judgement.ts';
import type { JudgeContext } from './models.ts';

const context = (today: number, model?: JudgeContext['model']): JudgeContext => ({
  today,
  model,
  thresholds: [],
  codes: [],
});
const empty: DeviceHistory = { family: null, model: null, firmware: null, days: [], errors: [], replacements: [] };
const known = new Set(allAdvice().keys());

/** Every advice id in the judgement, wherever it is, and every number. */
function collect(value: unknown, ids: string[], numbers: number[], key = ''): void {
  if (typeof value === 'number') numbers.push(value);
  if (typeof value === 'string' && /messageId$|MessageId$|^errorMessage$/.test(key)) ids.push(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) collect(inner, ids, numbers, name);
}

const everyPrediction = (judgement: DeviceJudgement) => Object.values(judgement.predictions);

describe('judging a device', () => {
  it('FS-13 PR-09: a device that measures nothing has nine components without data, no sign and nothing to bring', () => {
    const judgement = judgeDevice(empty, context(firstDay));
    expect(Object.keys(judgement.predictions)).toHaveLength(9);
    expect(everyPrediction(judgement).every((one) => one === null)).toBe(true);
    expect(judgement).toMatchObject({ toner: {}, pmParts: null, signs: [], bring: [], reasons: [], replacements: [] });
  });

  it('OQ-82 OQ-83: whatever is reported, it is judged, with ids that have a text, finite figures and reasons in order', () => {
    fc.assert(
      fc.property(anyHistory(120), fc.integer({ min: 0, max: 130 }), (history, later) => {
        const judgement = judgeDevice(history, context(firstDay + later));
        const ids: string[] = [];
        const numbers: number[] = [];
        collect(judgement, ids, numbers);
        for (const id of ids) expect(known).toContain(id);
        for (const number of numbers) expect(number).toSatisfy(Number.isFinite);
        expect(judgement.reasons).toEqual(judgement.reasons.toSorted(compareReasons));
        const signs = judgement.signs.map(({ messageId }) => messageId);
        expect(signs.map(signSeverityOf)).not.toContain(undefined);
        expect(signs).toEqual(signs.toSorted(compareSeverity));
        expect(new Set(judgement.signs.map(({ component }) => component)).size).toBe(judgement.signs.length);
      }),
      { numRuns: 150 },
    );
  });

  it('OQ-85: with fewer than 14 days of readings nothing is dated', () => {
    fc.assert(
      fc.property(anyHistory(13), (history) => {
        const { toner, predictions } = judgeDevice(history, context(firstDay + 13));
        for (const cartridge of Object.values(toner)) expect(cartridge.daysLeft.state).toBe('withheld');
        for (const part of [
          predictions.fuser?.replacementPart,
          predictions.drum?.replacementPart,
          ...(predictions.feedRoller?.predictionFeedRollers ?? []).map((one) => one.replacementPart),
          ...(predictions.developer?.predictionDevelopers ?? []).map((one) => one.replacementPart),
        ])
          expect(part?.predictionFailureDate ?? null).toBeNull();
        expect(predictions.secondTransfer?.replacementPart.predictionFailureMonth ?? null).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  it('OQ-105: nothing but the readings decides: given in another order they are judged alike, and twice the same', () => {
    const shuffled = anyHistory(60).chain((history) =>
      fc.tuple(
        fc.constant(history),
        fc
          .tuple(
            fc.shuffledSubarray([...history.days], { minLength: history.days.length }),
            fc.shuffledSubarray([...history.replacements], { minLength: history.replacements.length }),
          )
          .map(([days, replacements]) => ({ ...history, days, replacements })),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([ordered, mixed]) => {
        const judgement = judgeDevice(ordered, context(firstDay + 60));
        expect(judgeDevice(mixed, context(firstDay + 60))).toEqual(judgement);
        expect(judgeDevice(ordered, context(firstDay + 60))).toEqual(judgement);
      }),
      { numRuns: 60 },
    );
  });

  it('OQ-105: what was worked out of a history before changes nothing of its judgement and its needs', () => {
    fc.assert(
      fc.property(anyHistory(100), fc.integer({ min: 0, max: 40 }), (history, earlier) => {
        const today = firstDay + 100;
        const judgeAll = (one: DeviceHistory) => {
          const judgement = judgeDevice(one, context(today));
          return [judgement, judgeNeeds(one, judgement, { today, model: undefined }), summariseDevice(one)];
        };
        const fresh = { ...history, days: history.days.map(({ day, values }) => ({ day, values: new Map(values) })) };
        summariseDevice(history);
        judgeDevice(history, context(today - earlier, fitFamily([summariseDevice(history)], undefined)));
        expect(judgeAll(history)).toEqual(judgeAll(fresh));
      }),
      { numRuns: 60 },
    );
  });

  it('what is reported for later days does not change the judgement of a day', () => {
    fc.assert(
      fc.property(anyHistory(80), fc.integer({ min: 0, max: 79 }), (history, later) => {
        const today = firstDay + later;
        const then: DeviceHistory = {
          ...history,
          days: history.days.filter(({ day }) => day <= today),
          errors: history.errors.filter(({ at }) => at < (today + 1) * 86_400_000),
          replacements: history.replacements.filter(({ day }) => day <= today),
        };
        expect(judgeDevice(history, context(today))).toEqual(judgeDevice(then, context(today)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the model of a family', () => {
  it('summaries and models survive the store as JSON, and devices of any past can be judged with them', () => {
    fc.assert(
      fc.property(fc.array(anyHistory(50), { minLength: 1, maxLength: 6 }), (histories) => {
        const summaries = histories.map((history) => summariseDevice(history));
        expect(JSON.parse(JSON.stringify(summaries))).toEqual(summaries);
        const common = fitFamily(summaries, undefined);
        const model = fitFamily(summaries.slice(0, 2), common);
        expect(JSON.parse(JSON.stringify(model))).toEqual(model);
        for (const history of histories)
          expect(() => judgeDevice(history, context(firstDay + 50, model))).not.toThrow();
      }),
      { numRuns: 40 },
    );
  });

  it('a family without devices has a model too', () => {
    expect(fitFamily([], undefined).devices).toBe(0);
  });
});
