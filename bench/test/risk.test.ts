import { expect, test } from 'vitest';
import { toBestTenth, toReliability } from '../src/diagnosis/risk.ts';
import type { RiskCase } from '../src/diagnosis/risk-cases.ts';

const look = (device: number, chance: number, more: Partial<RiskCase> = {}): RiskCase => ({
  fleet: 'usual 1',
  device,
  day: 20_000,
  chances: [chance, chance, chance],
  plain: chance,
  causes: [],
  signRisk: null,
  isWarned: false,
  fails: Infinity,
  isOpen: false,
  ...more,
});
/**
 * Ten devices a list: the first tenth is one. The riskiest fails in ten days, the next has failed already.
 */
const fleet = [
  look(0, 0.9, { fails: 10 }),
  look(1, 0.8, { isOpen: true, isWarned: true }),
  look(2, 0.1, { fails: 15 }),
  ...[3, 4, 5, 6, 7, 8, 9].map((device) => look(device, 0)),
];
const byRisk = ({ chances }: RiskCase) => chances?.[1] ?? 0;

test('the first tenth of a list counts failures within 14 days and those that are there already', () => {
  expect(toBestTenth(fleet, byRisk, false)).toEqual({ listed: 1, right: 1, oracle: 1, failing: 2 });
  expect(toBestTenth(fleet, ({ isWarned }) => Number(isWarned), false).right).toBe(1);
  expect(toBestTenth(fleet, (one) => -byRisk(one), false).right).toBe(0);
});

test('ahead, a device that has failed already is on no list; each day of each fleet is a list of its own', () => {
  const other = fleet.map((one) => ({ ...one, fleet: 'usual 2', fails: Infinity }));
  expect(toBestTenth([...fleet, ...other], byRisk, true)).toEqual({ listed: 2, right: 1, oracle: 1, failing: 1 });
});

test('reliability holds each forecast against what came, by tenth', () => {
  const tenths = toReliability(fleet);
  expect(tenths.map(({ cases }) => cases)).toEqual([7, 1, 0, 0, 0, 0, 0, 0, 1, 1]);
  expect(tenths[9]).toEqual({ cases: 1, forecast: 0.9, came: 1 });
  expect(tenths[1]?.came).toBe(0);
});
