import { dayMs } from '@platen/contract/constants';
import { trialResult } from '@platen/contract/rule-trials';
import type { RuleTest } from '@platen/contract/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toOtherForms } from './other-forms.ts';
import { emptyPart, joinParts, type TriedDevice, toPart, toResult } from './sum-trials.ts';
import type { Firing } from './try-rule.ts';
import { concernsOf, type KnownEvent } from './what-followed.ts';

const to = 20_600;
const span = { from: to - 29, to, now: (to + 1) * dayMs - 1 };
const low: RuleTest = { metric: 'supplyPercent', comparison: 'below', subject: 'black', value: 20, clear: 25 };
const form = { tests: [low], openDelayMinutes: 0, clearDelayMinutes: 0 };
const nothingElse = { value: [], windowHours: [], openDelayMinutes: [], clear: [] };

const at = (day: number) => (span.from + day) * dayMs;
const device = (
  deviceId: string,
  firings: readonly (readonly [from: number, to: number | null])[],
  more: Partial<TriedDevice> = {},
): TriedDevice => ({
  deviceId,
  trial: {
    firings: firings.map(
      ([from, until]): Firing => ({ subject: '', from: at(from), to: until === null ? null : at(until) }),
    ),
    daysWith: 30,
    daysWithout: 0,
    firstDay: span.from,
    nearMisses: 1,
  },
  isSlow: false,
  others: [],
  known: [],
  otherwise: nothingElse,
  ...more,
});
const idOf = (index: number) => `0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4${String(index).padStart(3, '0')}`;
const sumOf = (devices: readonly TriedDevice[], inScope = devices.length, otherForms = toOtherForms(form)) =>
  trialResult.parse(
    toResult(
      devices.map((one) => toPart(one, span)).reduce(joinParts, emptyPart),
      { tests: [low] },
      {
        span,
        inScope,
        otherForms,
        nameOf: (deviceId) => ({ deviceId, serial: 'S', customerName: deviceId === idOf(2) ? null : 'Haldane' }),
        examples: [],
        afterwards: null,
      },
    ),
  );

test('BT-01, BT-07: a trial says how often, where, how long and how many together', () => {
  const devices = [
    device(idOf(1), [
      [0, 2],
      [5, null],
    ]),
    device(idOf(2), [[1, 6]]),
    device(idOf(3), []),
  ];
  const sum = sumOf(devices);
  expect(sum).toMatchObject({
    canBeTried: true,
    times: 3,
    devices: 2,
    firingNow: 1,
    mostTogether: 2,
    nearMisses: 3,
    isByDay: true,
    crowdedDays: 0,
    sample: null,
  });
  expect(sum).toMatchObject({ lastedMedianDays: 5, lastedLongestDays: 25 });
  expect(sum.worst.map(({ deviceId, times, days }) => [deviceId, times, days])).toEqual([
    [idOf(1), 2, 27],
    [idOf(2), 1, 5],
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
  const devices = Array.from({ length: 11 }, (_, index) => device(idOf(index), [[3, 4]]));
  expect(sumOf(devices).crowdedDays).toBe(1);
  expect(sumOf(devices.slice(1)).crowdedDays).toBe(0);
});

test('BT-03: without a device that has the value it cannot be tried, which is not "would not fire"', () => {
  const unknown = device(idOf(2), []);
  const silent = { ...unknown, trial: { ...unknown.trial, daysWith: 0, daysWithout: 30, firstDay: null } };
  expect(sumOf([device(idOf(1), []), silent], 5)).toMatchObject({
    canBeTried: true,
    coverage: { inScope: 5, tried: 2, reporting: 1, daysWith: 30, daysWithout: 30 },
  });
  expect(sumOf([silent])).toMatchObject({
    canBeTried: false,
    followed: null,
    coverage: { reporting: 0, firstDay: null },
  });
  expect(sumOf([])).toMatchObject({ canBeTried: false, coverage: { inScope: 0 } });
});

test('BT-08: firings are compared with what followed, and events with what came before them', () => {
  const known = (day: number, item: string): KnownEvent => ({
    day: span.from + day,
    kind: item.startsWith('C') ? 'serviceCall' : 'replacement',
    item,
  });
  const devices = [
    device(idOf(1), [[16, 18]], { known: [known(20, 'toner.black')] }),
    device(idOf(2), [], { known: [known(25, 'toner.black'), known(2, 'toner.black')] }),
  ];
  expect(sumOf(devices).followed).toMatchObject({
    firings: 1,
    replacements: 1,
    visits: null,
    events: 2,
    missed: 1,
    missedOn: [{ deviceId: idOf(2), kind: 'replacement' }],
  });
  const areConcerned = (tests: readonly RuleTest[], items: readonly string[]) =>
    items.map((item) => concernsOf(tests)?.(known(1, item)));
  expect(areConcerned([low], ['toner.black', 'toner.cyan', 'C371'])).toEqual([true, false, false]);
  const jams: RuleTest = { metric: 'jamRate', comparison: 'above', subject: 'CST1', value: 4, windowHours: 24 };
  expect(areConcerned([jams], ['part.6411', 'part.6421', 'C371'])).toEqual([true, false, true]);
  const life: RuleTest = { metric: 'partLife', comparison: 'above', value: 90, clear: 80 };
  expect(areConcerned([life], ['part.6250', 'toner.black', 'C371'])).toEqual([true, false, true]);
  // Nothing that is repaired belongs to silence.
  expect(concernsOf([{ metric: 'silence', comparison: 'atLeast', value: 4 }])).toBeUndefined();
});

test('BT-09: a firing overlaps with a condition of another cause within seven days, which is named', () => {
  const near = device(idOf(1), [[10, 12]], { others: [{ at: at(16), kind: 'supply' }] });
  const far = device(idOf(2), [[10, 12]], { others: [{ at: at(18), kind: 'supply' }] });
  expect(sumOf([near, far])).toMatchObject({ overlap: 1, overlapBy: [{ kind: 'supply', times: 1 }] });
});

test('BT-13: of a sample all are estimated, and the truth lies within the error that is named in 95 of 100', () => {
  let isWithin = 0;
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 200; round += 1) {
    const fleet = Array.from({ length: 400 }, (_, index) => device(idOf(index), random() < 0.2 ? [[1, 2]] : []));
    const truth = fleet.filter(({ trial }) => trial.firings.length > 0).length;
    const sample = fleet.toSorted(() => random() - 0.5).slice(0, 100);
    const { devices, devicesError } = sumOf(sample, 400).sample ?? { devices: 0, devicesError: 0 };
    if (Math.abs(devices - truth) <= devicesError) isWithin += 1;
  }
  expect(isWithin).toBeGreaterThan(180);
});

test('BT-13: parts of the devices add up, whatever the parts', () => {
  const firing = fc.tuple(fc.integer({ min: 0, max: 28 }), fc.integer({ min: 1, max: 10 }));
  fc.assert(
    fc.property(fc.array(fc.array(firing, { maxLength: 3 }), { maxLength: 8 }), fc.nat(8), (list, cut) => {
      const parts = list.map((firings, index) =>
        toPart(
          device(
            idOf(index),
            firings.map(([from, length]) => [from, from + length] as const),
          ),
          span,
        ),
      );
      const join = (some: typeof parts) => some.reduce(joinParts, emptyPart);
      expect(joinParts(join(parts.slice(0, cut)), join(parts.slice(cut)))).toEqual(join(parts));
    }),
  );
});

test('BT-01: at most as many are open together as were counted at any instant', () => {
  const firing = fc.tuple(fc.integer({ min: 0, max: 28 }), fc.integer({ min: 1, max: 10 }));
  fc.assert(
    fc.property(fc.array(firing, { maxLength: 20 }), (list) => {
      const spans = list.map(([from, length]) => [from, from + length] as const);
      const { mostTogether } = sumOf([device(idOf(1), spans)]);
      const together = spans.map(([from]) => spans.filter((one) => one[0] <= from && one[1] > from).length);
      expect(mostTogether).toBe(Math.max(0, ...together));
    }),
  );
});

test('BT-12: other forms differ in one number, keep a safe distance and hold the present form', () => {
  const forms = toOtherForms(form);
  expect(forms.value.map(([value]) => value)).toContain(20);
  for (const [value, other] of forms.value) expect(other.tests[0]).toMatchObject({ value, clear: value + 5 });
  expect(forms.clear.map(([clear]) => clear)).toEqual([23, 25, 30]);
  expect(forms.openDelayMinutes.map(([delay]) => delay)).toEqual([0, 1440, 4320]);
  expect(forms.windowHours).toEqual([]);
});
