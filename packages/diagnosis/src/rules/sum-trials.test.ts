import { dayMs } from '@platen/contract/constants';
import type { RuleTest } from '@platen/contract/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumTrials, type TriedDevice, toCoverage, toOtherForms } from './sum-trials.ts';
import type { Firing } from './try-rule.ts';

const to = 20_600;
const span = { from: to - 29, to, now: (to + 1) * dayMs - 1 };
const low: RuleTest = { metric: 'supplyPercent', comparison: 'below', subject: 'black', value: 20, clear: 25 };

const at = (day: number) => (span.from + day) * dayMs;
const device = (
  deviceId: string,
  firings: readonly (readonly [from: number, to: number | null])[],
  more = {},
): TriedDevice => ({
  deviceId,
  serial: deviceId,
  customerName: 'Haldane',
  trial: {
    firings: firings.map(
      ([from, until]): Firing => ({ subject: '', from: at(from), to: until === null ? null : at(until) }),
    ),
    daysWith: 30,
    daysWithout: 0,
    firstDay: span.from,
    nearMisses: 1,
  },
  otherOpenings: [],
  ...more,
});

test('BT-01, BT-07: a trial says how often, where, how long and how many together', () => {
  const devices = [
    device('a', [
      [0, 2],
      [5, null],
    ]),
    device('b', [[1, 6]], { customerName: null }),
    device('c', []),
  ];
  const sum = sumTrials(devices, { tests: [low] }, span);
  expect(sum).toMatchObject({
    times: 3,
    devices: 2,
    firingNow: 1,
    mostTogether: 2,
    nearMisses: 3,
    isByDay: true,
    crowdedDays: 0,
  });
  expect(sum).toMatchObject({ lastedMedianDays: 5, lastedLongestDays: 25 });
  expect(sum.worst.map(({ deviceId, times }) => [deviceId, times])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(sum.customers).toEqual([
    { name: 'Haldane', times: 2, devices: 1 },
    { name: null, times: 1, devices: 1 },
  ]);
  expect(sum.byDay.slice(0, 3).map(({ opened, open }) => [opened, open])).toEqual([
    [1, 1],
    [1, 2],
    [0, 2],
  ]);
});

test('BT-01: days on which more than ten opened are counted', () => {
  const devices = Array.from({ length: 11 }, (_, index) => device(String(index), [[3, 4]]));
  expect(sumTrials(devices, { tests: [low] }, span).crowdedDays).toBe(1);
  expect(sumTrials(devices.slice(1), { tests: [low] }, span).crowdedDays).toBe(0);
});

test('BT-03: coverage counts devices that know the value apart from those in scope', () => {
  const unknown = device('b', []);
  const devices = [
    device('a', []),
    { ...unknown, trial: { ...unknown.trial, daysWith: 0, daysWithout: 30, firstDay: null } },
  ];
  expect(toCoverage(devices, 5)).toMatchObject({ inScope: 5, tried: 2, reporting: 1, daysWith: 30, daysWithout: 30 });
  expect(toCoverage([], 0)).toMatchObject({ reporting: 0, firstDay: null });
});

test('BT-09: a firing overlaps with a condition of another cause within seven days', () => {
  const near = device('a', [[10, 12]], { otherOpenings: [at(16)] });
  const far = device('b', [[10, 12]], { otherOpenings: [at(18)] });
  expect(sumTrials([near, far], { tests: [low] }, span).overlap).toBe(1);
});

test('BT-01: at most as many are open together as were counted at any instant', () => {
  const firing = fc.tuple(fc.integer({ min: 0, max: 28 }), fc.integer({ min: 1, max: 10 }));
  fc.assert(
    fc.property(fc.array(firing, { maxLength: 20 }), (list) => {
      const spans = list.map(([from, length]) => [from, from + length] as const);
      const { mostTogether } = sumTrials([device('a', spans)], { tests: [low] }, span);
      const together = spans.map(([from]) => spans.filter((one) => one[0] <= from && one[1] > from).length);
      expect(mostTogether).toBe(Math.max(0, ...together));
    }),
  );
});

test('BT-12: other forms differ in one number, keep a safe distance and hold the present form', () => {
  const forms = toOtherForms({ tests: [low], openDelayMinutes: 0, clearDelayMinutes: 0 });
  expect(forms.value.map(([value]) => value)).toContain(20);
  for (const [value, form] of forms.value) expect(form.tests[0]).toMatchObject({ value, clear: value + 5 });
  expect(forms.clear.map(([clear]) => clear)).toEqual([23, 25, 30]);
  expect(forms.openDelayMinutes.map(([delay]) => delay)).toEqual([0, 1440, 4320]);
  expect(forms.windowHours).toEqual([]);
});
