import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { day, hour, start } from '../../test/conditions.ts';
import { asOfDay, factsAt } from './due-facts.ts';

const facts = { item: 'black', days: 3, range: { lower: 1, upper: 6 }, asOf: asOfDay(start) };

it('WL-56 WL-59: days count from the present day, whatever the day of the judgement', () => {
  expect(factsAt(facts, start + 3 * hour)).toEqual(facts);
  expect(factsAt(facts, start + 2 * day)).toEqual({
    item: 'black',
    days: 1,
    range: { lower: -1, upper: 4 },
    asOf: asOfDay(start + 2 * day),
  });
});

it('WL-56: facts without days, or without a day from which they count, stay as they are', () => {
  const low = { urgency: 'low' as const, days: 3 };
  expect(factsAt(low, start + 9 * day)).toEqual(low);
});

it('WL-56: the expected day stays the same, however often the days are counted again', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 5 }), (steps) => {
      const later = steps
        .toSorted((a, b) => a - b)
        .reduce<typeof facts>((known, days) => factsAt(known, start + days * day), facts);
      expect(Date.parse(later.asOf) / day + later.days).toBe(Date.parse(facts.asOf) / day + facts.days);
    }),
    { seed: 7310 },
  );
});
