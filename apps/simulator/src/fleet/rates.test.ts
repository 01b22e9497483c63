import { expect, test } from 'vitest';
import { toDay } from './calendar.ts';
import { toSpec } from './device-spec.ts';
import { toRates } from './rates.ts';

const to = toDay(Date.UTC(2026, 10, 20));

test('a fleet fails, jams and is served about as often as published figures of the field say', () => {
  const rates = toRates('rates', 80, { from: to - 364, to });
  const expectBetween = (value: number, low: number, high: number) => {
    expect(value).toBeGreaterThan(low);
    expect(value).toBeLessThan(high);
  };
  expectBetween(rates.pagesAMonth, 3000, 9000);
  expectBetween(rates.jams, 1, 5);
  expectBetween(rates.partsFailed, 0.2, 1.2);
  expectBetween(rates.partsByPlan, 0.8, 4);
  expectBetween(rates.cartridges, 1.5, 6);
  expectBetween(rates.visits, 1.5, 5);
  expectBetween(rates.pagesBetweenVisits, 9000, 32_000);
  expectBetween(rates.down, 0.001, 0.05);
  expectBetween(rates.tonerLow, 0.05, 0.35);
}, 60_000);

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
