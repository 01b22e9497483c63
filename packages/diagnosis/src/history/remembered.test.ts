import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, firstDay } from '../../test/histories.ts';
import { summariseDevice } from '../judge/fit-family.ts';
import { judgeDevice } from '../judge/judge-device.ts';
import { forgetRemembered, remembered, rememberedBy } from './remembered.ts';

describe('what is made once', () => {
  it('is made once for each object and its names, and again after it was forgotten', () => {
    const seen: string[] = [];
    const lengthOf = remembered(({ text }: { text: string }) => {
      seen.push(text);
      return text.length;
    });
    const partOf = rememberedBy((key: { text: string }, from: string, to: string) => {
      seen.push(`${from} ${to}`);
      return key.text.slice(Number(from), Number(to));
    });
    const [one, other] = [{ text: 'toner' }, { text: 'toner' }];
    expect([lengthOf(one), lengthOf(one), lengthOf(other)]).toEqual([5, 5, 5]);
    expect([partOf(one, '0', '2'), partOf(one, '0', '2'), partOf(one, '1', '2')]).toEqual(['to', 'to', 'o']);
    expect(seen).toEqual(['toner', 'toner', '0 2', '1 2']);
    forgetRemembered();
    expect([lengthOf(one), partOf(one, '0', '2')]).toEqual([5, 'to']);
    expect(seen).toEqual(['toner', 'toner', '0 2', '1 2', 'toner', '0 2']);
  });

  it('PR-09: forgetting between two judgements of a history changes neither them nor its summary', () => {
    fc.assert(
      fc.property(anyHistory(60), (history) => {
        const context = { today: firstDay + 60, thresholds: [], codes: [], model: undefined };
        const make = () => JSON.stringify([judgeDevice(history, context), summariseDevice(history)]);
        const first = make();
        forgetRemembered();
        expect(make()).toBe(first);
      }),
      { numRuns: 40 },
    );
  });
});
