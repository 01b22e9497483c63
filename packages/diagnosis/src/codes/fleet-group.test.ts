import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulateFalseAlarms } from '../../test/code-fleet.ts';
import { addTable, type FleetTally, startFleetTally } from './fleet-codes.ts';
import {
  addGroup,
  addPart,
  closeGroup,
  type FleetGroup,
  finishLevels,
  finishUsual,
  startFleetGroup,
} from './fleet-group.ts';
import { levelBy, toLevelRules, toUsualCodes } from './stored-codes.ts';

const key = '1.0';
interface Device {
  readonly value: string;
  readonly dealer: string;
}
function tallyOf(devices: readonly Device[]): FleetTally {
  const tally = startFleetTally();
  for (const { value, dealer } of devices) addTable(tally, new Map([[key, value]]), dealer);
  return tally;
}
function groupOf(parts: readonly (readonly Device[])[]): FleetGroup {
  const group = startFleetGroup();
  for (const part of parts) addPart(group, tallyOf(part));
  closeGroup(group);
  return group;
}
const devices = (count: number, value: string, dealers = 3): Device[] =>
  Array.from({ length: count }, (_, i) => ({ value, dealer: `D-${i % dealers}` }));

describe('values of codes over a family and over related families', () => {
  it('M1 CD-07 CD-08: parts with too few devices are compared together, where together they have 20 of 3 dealers', () => {
    const group = groupOf([devices(8, '5'), devices(8, '5'), devices(8, '8')]);
    expect(toUsualCodes(finishUsual(group))).toEqual({ [key]: ['5', '6'] });
    expect(toUsualCodes(finishUsual(groupOf([devices(8, '5'), devices(8, '5')])))).toEqual({});
    expect(toUsualCodes(finishUsual(groupOf([devices(8, '5', 2), devices(18, '5', 2)])))).toEqual({});
  });

  it('M1: a part too small to be shown is not in the family either, where the difference of both would show it', () => {
    // 21 and 20 devices are shown as parts; one device of another model would be the difference to the
    // family.
    const shown = [devices(21, '10'), devices(20, '20')];
    const secret = [{ value: '4711', dealer: 'D-9' }];
    const group = groupOf([...shown, secret]);
    expect(toUsualCodes(finishUsual(group))).toEqual(toUsualCodes(finishUsual(groupOf(shown))));
    // Once it is one of 20 devices of 3 dealers, it counts.
    const enough = groupOf([...shown, [...secret, ...devices(19, '10')]]);
    expect(toUsualCodes(finishUsual(enough))[key]?.[1]).not.toBe(toUsualCodes(finishUsual(group))[key]?.[1]);
  });

  it('M1: the devices of any published group, and of the difference to any narrower one, are at least 20 of 3 dealers', () => {
    const part = fc.tuple(fc.nat(45), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 6 }), { minLength: 1, maxLength: 4 }), (families) => {
        const wider = startFleetGroup();
        const narrower: FleetGroup[] = [];
        for (const [f, parts] of families.entries()) {
          // Each part has a value of its own, so that the values tell whose devices are in a group.
          const group = groupOf(parts.map(([count, dealers], p) => devices(count, `${f}${p}`, dealers)));
          addGroup(wider, group);
          narrower.push(group);
        }
        closeGroup(wider);
        const countsOf = (group: FleetGroup) => group.shared.tally.codes.get(key)?.counts ?? new Map<string, number>();
        const isEnough = (values: readonly string[]) => {
          const members = values.flatMap((value) => {
            const [count, dealers] = families[Number(value[0])]?.[Number(value[1])] ?? [0, 1];
            return devices(count, value, dealers);
          });
          return members.length >= 20 && new Set(members.map(({ dealer }) => dealer)).size >= 3;
        };
        const all = [...countsOf(wider).keys()];
        expect(all.length === 0 || isEnough(all)).toBe(true);
        for (const group of narrower) {
          const inside = [...countsOf(group).keys()];
          expect(inside.length === 0 || isEnough(inside)).toBe(true);
          expect(inside.every((value) => all.includes(value))).toBe(true);
          const outside = all.filter((value) => !inside.includes(value));
          expect(outside.length === 0 || isEnough(outside)).toBe(true);
        }
      }),
    );
  });

  it('CD-09: where versions differ in their usual value, or fewer than three are known, no rare value is judged', () => {
    const levelOf7 = (...parts: Device[][]) => levelBy('7', toLevelRules(finishLevels(groupOf(parts)))[key]);
    expect(levelOf7(devices(300, '5'), devices(20, '5'), devices(20, '5'))).toBe(2);
    expect(levelOf7(devices(300, '5'), devices(20, '5'), devices(20, '6'))).toBeNull();
    expect(levelOf7(devices(300, '5'), devices(20, '5'), devices(6, '5'))).toBeNull();
    expect(levelOf7(devices(9, '5'), devices(9, '5'), devices(9, '5'))).toBeNull();
  });

  it('CD-09: the limit of a number is as much wider as the versions lie apart', () => {
    const around = (centre: number) =>
      Array.from({ length: 30 }, (_, i) => ({ value: String(centre + (i % 11) - 5), dealer: `D-${i % 3}` }));
    const rulesOf = (...centres: number[]) => toLevelRules(finishLevels(groupOf(centres.map(around))));
    expect(levelBy('125', rulesOf(100, 100, 100)[key])).toBeGreaterThan(0);
    expect(levelBy('125', rulesOf(100, 100, 120)[key])).toBe(0);
  });
});

describe('false alarms of the levels', () => {
  it('OQ-75 CD-09: at most 1 % of the values of sound devices are above level 0, in large lines, small ones and all between', () => {
    const { bySize, rare } = simulateFalseAlarms(11);
    for (const [size, { flagged, judged }] of bySize) {
      expect({ size, enough: judged > 3000, few: flagged / judged < 0.01 }).toEqual({ size, enough: true, few: true });
    }
    // What is far off is found in each of them.
    expect(rare.found / rare.all).toBeGreaterThan(0.9);
  });
});
