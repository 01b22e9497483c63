import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condition, id, nothing } from '../../test/pack-facts.ts';
import { toBring } from './bring.ts';

const days = (value: number, lower: number, upper: number) => ({
  days: { value, lower, upper },
  day: '2026-12-01',
  range: { lower: '2026-12-01', upper: '2026-12-02' },
});
const lookout = (item: string, more: object) => ({
  item,
  percent: 90,
  days: null,
  day: null,
  range: null,
  reason: null,
  readings: null,
  needed: null,
  ...more,
});
describe('what to bring', () => {
  it('VP-08 VP-19: conditions first, then lives that end within 8 weeks, then what is empty within the lead time, nothing twice', () => {
    const list = toBring({
      ...nothing,
      conditions: [condition(1, 'part', 'fuser', { partCode: '6342' }), condition(2, 'supply', 'magenta')],
      judged: ['6250', '6342', 'toner.magenta'],
      lookouts: [
        lookout('6251', days(50, 40, 70)),
        lookout('6252', days(80, 60, 90)),
        lookout('6250', days(3, 0, 9)),
        lookout('toner.cyan', days(16, 13, 20)),
        lookout('toner.black', days(30, 15, 40)),
      ],
    });
    expect(list.map(({ group, item, conditionId }) => [group, item, conditionId])).toEqual([
      ['asked', '6342', id(1)],
      ['asked', 'toner.magenta', id(2)],
      ['lookAt', '6250', null],
      ['lookAt', '6251', null],
      ['supply', 'toner.cyan', null],
    ]);
  });

  it('XC-04: a part that only the judgement asks for is never among what the conditions of the visit ask for', () => {
    fc.assert(
      fc.property(fc.subarray(['6250', '6342', '6321', 'toner.black', 'toner.cyan']), (judged) => {
        const list = toBring({ ...nothing, judged, conditions: [condition(1, 'down', 'C447')] });
        expect(list.filter(({ group }) => group === 'asked')).toEqual([]);
        expect(list.map(({ item }) => item).toSorted()).toEqual(judged.toSorted());
      }),
    );
  });

  it('VP-08: a consumable is brought where it may be empty before an ordered one arrives', () => {
    const lookouts = [lookout('toner.cyan', days(9, 7, 12)), lookout('toner.black', days(9, 8, 12))];
    expect(toBring({ ...nothing, lookouts, leadDays: 7 }).map(({ item }) => item)).toEqual(['toner.cyan']);
  });

  it('VP-08 VP-20: a part carries the numbers of the organisation, and none where they are not known', () => {
    const numbers = new Map([['6342', { ownNumber: '4409-F', makerNumber: '6LK', name: 'Belt', pieces: 2 }]]);
    const list = toBring({ ...nothing, judged: ['6342', '6250'], numbers });
    expect(list).toMatchObject([
      { item: '6342', ownNumber: '4409-F', pieces: 2 },
      { item: '6250', ownNumber: null, pieces: 1 },
    ]);
  });

  it('VR-08: what was missing at the visit before stands on top with its pieces', () => {
    const entered = [{ item: '6250', pieces: 3 }];
    expect(toBring({ ...nothing, entered, judged: ['6250', '6342'] })).toMatchObject([
      { item: '6250', pieces: 3, group: 'asked' },
      { item: '6342', group: 'lookAt' },
    ]);
  });
});
