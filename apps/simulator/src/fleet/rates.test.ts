import { families } from '@platen/catalogue/families/families';
import { expect, test } from 'vitest';
import { toDay } from './calendar.ts';
import { toSpec } from './device-spec.ts';
import { toOwnWear } from './own-wear.ts';
import { type Law, toPhysics } from './physics.ts';
import { Random } from './random.ts';
import { toRates } from './rates.ts';
import { worlds } from './worlds.ts';

const to = toDay(Date.UTC(2026, 10, 20));

type Bounds = Readonly<Record<string, readonly [low: number, high: number]>>;
/** Figures that lie outside their bounds, by name. */
const outside = (figures: Readonly<Record<string, number>>, bounds: Bounds) =>
  Object.entries(bounds).flatMap(([name, [low, high]]) => {
    const value = figures[name] ?? Number.NaN;
    return value > low && value < high ? [] : [{ name, value, low, high }];
  });

// Sources of the figures: docs/decisions/0291.
test('a fleet of the field fails, jams and is served as often as is published', () => {
  const rates = toRates('rates', 80, { from: to - 364, to }, worlds.field);
  const bounds = {
    pagesAMonth: [3000, 9000],
    jams: [1, 5],
    partsFailed: [0.4, 1.6],
    partsByPlan: [0.8, 4],
    cartridges: [1.5, 6],
    visits: [3, 6.5],
    unplannedVisits: [1.8, 4.5],
    pagesBetweenVisits: [10_000, 15_500],
    tonerLow: [0.05, 0.35],
    mostDown: [0.001, 0.05],
    dueSoon: [0.15, 0.35],
  } as const;
  expect(outside({ ...rates }, bounds)).toEqual([]);
}, 60_000);

test('parts last as long as makers say, in the mean of every family', () => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const lives: Record<'rollers' | 'drums' | 'transfers' | 'developers' | 'belts', number[]> = {
    rollers: [],
    drums: [],
    transfers: [],
    developers: [],
    belts: [],
  };
  const random = new Random('lives');
  for (const { code } of families) {
    const physics = toPhysics('rates', code);
    const { life } = toOwnWear('rates', code);
    const draw = (law: Law) => mean(Array.from({ length: 200 }, () => life(random, law)));
    // Jobs of five pages; a job turns the rollers for three pages more (part-state.ts).
    const pagesAnHour = (physics.pagesPerMinute * 60) / (1 + 3 / 5);
    lives.rollers.push(draw(physics.rollerSheets));
    lives.drums.push(draw(physics.drumTurns) / (physics.turnsPerPage + physics.turnsPerJob / 5));
    lives.transfers.push(draw(physics.transferHours) * pagesAnHour);
    lives.developers.push(draw(physics.developerHours) * pagesAnHour);
    lives.belts.push(draw(physics.fuserPages));
  }
  const means = Object.fromEntries(Object.entries(lives).map(([part, values]) => [part, mean(values)]));
  const bounds = {
    rollers: [100_000, 180_000],
    drums: [60_000, 200_000],
    transfers: [100_000, 220_000],
    developers: [240_000, 600_000],
    belts: [100_000, 300_000],
  } as const;
  expect(outside(means, bounds)).toEqual([]);
  for (const values of Object.values(lives))
    for (const value of values) expect(Math.abs(Math.log(value / mean(values)))).toBeLessThan(1.05);
});

test('a dealer sells six models, a customer has 1 to 40 devices, and some families have enough devices to be compared', () => {
  const specs = Array.from({ length: 600 }, (_, index) => toSpec('concentration', index));
  const groupBy = (keyOf: (spec: (typeof specs)[number]) => string) => {
    const groups = new Map<string, (typeof specs)[number][]>();
    for (const spec of specs) groups.set(keyOf(spec), [...(groups.get(keyOf(spec)) ?? []), spec]);
    return groups;
  };
  for (const [, sold] of groupBy(({ customer }) => customer.dealerNumber))
    expect(new Set(sold.map(({ model }) => model)).size).toBeLessThanOrEqual(6);
  const customers = [...groupBy(({ customer }) => customer.customerNumber).values()].map(({ length }) => length);
  expect(Math.max(...customers)).toBeLessThanOrEqual(60);
  expect(Math.max(...customers)).toBeGreaterThan(15);
  expect(customers.filter((size) => size <= 4).length / customers.length).toBeGreaterThan(0.4);
  const families = [...groupBy(({ family }) => family.code).values()];
  const large = families.filter(
    (members) => members.length >= 20 && new Set(members.map(({ customer }) => customer.dealerNumber)).size >= 3,
  );
  expect(large.flat().length / specs.length).toBeGreaterThan(0.5);
});
