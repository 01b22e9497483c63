import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCalendar, toWorkTime } from './calendar.ts';
import { type ChanceContext, chanceBy, chanceOfPart, chanceOfSupply } from './chances.ts';
import { toRankDays } from './rank.ts';

const time = toWorkTime(defaultCalendar);
const contextOn = (date: string, calendar = time): ChanceContext => ({
  ...toRankDays(calendar, Date.parse(`${date}T10:00:00Z`), 5, null),
  now: Date.parse(`${date}T10:00:00Z`),
});
const monday = contextOn('2026-11-02');
const risk = (within7Days: number, within28Days = within7Days) => ({
  within7Days,
  within14Days: within7Days,
  within28Days,
});

describe('the chance of failing or running out', () => {
  it('WL-49: 0 today, 0.1, 0.5 and 0.9 at the range, 1 beyond it', () => {
    const forecast = { lower: 10, days: 20, upper: 40 };
    expect([0, 5, 10, 15, 20, 30, 40, 55, 70, 90].map((by) => chanceBy(by, forecast))).toEqual(
      [0, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 1, 1].map((chance) => expect.closeTo(chance, 9) as number),
    );
  });

  it('WL-49: never falls with time and lies between 0 and 1, whatever the range', () => {
    const days = fc.integer({ min: -50, max: 400 });
    fc.assert(
      fc.property(days, fc.nat(100), fc.nat(100), fc.integer({ min: 0, max: 500 }), (lower, more, most, by) => {
        const forecast = { lower, days: lower + more, upper: lower + more + most };
        const [now, next] = [chanceBy(by, forecast), chanceBy(by + 1, forecast)];
        expect(now).toBeGreaterThanOrEqual(0);
        expect(next).toBeGreaterThanOrEqual(now);
        expect(next).toBeLessThanOrEqual(1);
      }),
      { seed: 9504 },
    );
  });

  it('WL-49 WL-53: the risk of a part, where it is judged, counts before the range of its day', () => {
    const range = { days: 0, range: { lower: -3, upper: 5 } };
    expect(chanceOfPart(range, monday)).toEqual({ chance: 0.2, from: 'range' });
    expect(chanceOfPart({ ...range, risk: risk(5, 20) }, monday)).toEqual({
      chance: expect.closeTo(1 - 0.95 ** (1 / 5), 9) as number,
      from: 'risk',
    });
    expect(chanceOfPart({ urgency: 'now' }, monday)).toEqual({ chance: 0.02, from: 'urgency' });
  });

  it('WL-49: five working days bear the risk of a week, and a Friday as much of it as a Monday', () => {
    const facts = { risk: risk(30, 60) };
    const { chance } = chanceOfPart(facts, monday);
    expect((1 - chance) ** 5).toBeCloseTo(0.7, 9);
    expect(chanceOfPart(facts, contextOn('2026-11-06'))).toEqual({ chance, from: 'risk' });
    const shorter = toWorkTime({ ...defaultCalendar, holidays: ['2026-11-03', '2026-11-04'] });
    expect((1 - chanceOfPart(facts, contextOn('2026-11-02', shorter)).chance) ** 4.5).toBeCloseTo(0.7, 9);
  });

  it('WL-49: one more day never raises the chance by more than 0.2', () => {
    expect(chanceOfPart({ risk: risk(99, 99.9) }, monday).chance).toBe(0.2);
    expect(chanceOfPart({ risk: risk(0) }, monday).chance).toBe(0);
  });

  it('WL-49: of a supply the chance is gained by ordering a day later; an empty one is no forecast', () => {
    expect(chanceOfSupply({ urgency: 'empty' }, monday)).toEqual({ chance: 1 });
    expect(chanceOfSupply({ urgency: 'low' }, monday)).toEqual({ chance: 0.1, from: 'urgency' });
    expect(chanceOfSupply({ days: 3, range: { lower: 2, upper: 4 } }, monday)).toEqual({ chance: 0.2, from: 'range' });
    // Ordered today it arrives in 7 days, by when the chance is 0.1; ordered tomorrow in 8.
    expect(chanceOfSupply({ days: 27, range: { lower: 7, upper: 47 } }, monday).chance).toBeCloseTo(0.02, 9);
  });

  it('WL-49: without any working day the week is one day, and nothing divides by zero', () => {
    const idle = toWorkTime({ ...defaultCalendar, week: [] });
    expect(chanceOfPart({ risk: risk(10, 20) }, contextOn('2026-11-02', idle)).chance).toBeCloseTo(0.1, 9);
  });
});
