import { describe, expect, it } from 'vitest';
import { day, hour, LiveDevice, noFacts, reportsFrom, start } from '../../test/conditions.ts';
import { dayOf, judged, reporting } from '../../test/judged.ts';

describe('supplies by days', () => {
  const left = (value: number, lower: number, upper: number, level = 20) => ({
    black: {
      daysLeft: {
        state: 'judged' as const,
        value: { value, lower, upper },
        basis: {
          rule: 'toner',
          readings: 30,
          neededReadings: 14,
          from: null,
          to: null,
          inputs: { kind: 'tonerDays' as const, level, rounding: 1, perDay: 1, shorter: 1, longer: 1, age: 0 },
        },
      },
      averagePixelCount: null,
    },
  });

  it('WL-08: opens when the earliest day lies within the lead time and two working days', () => {
    // Monday: seven working days later is Wednesday of next week, nine days.
    const device = reporting();
    expect(device.evaluate(start, judged(start, { toner: left(15, 10, 22) })).conditions).toEqual([]);
    expect(device.evaluate(start + hour, judged(start + hour, { toner: left(14, 9, 20) })).conditions).toMatchObject([
      { kind: 'supply', subject: 'black', source: 'judgement', facts: { days: 14, range: { lower: 9, upper: 20 } } },
    ]);
  });

  it('WL-08: a longer forecast does not clear it, a replacement does', () => {
    const device = reporting();
    device.evaluate(start, judged(start, { toner: left(10, 8, 12) }));
    device.evaluate(start + day, judged(start + day, { toner: left(40, 30, 60) }));
    expect(device.condition('supply').work).toBe('open');
    const replacements = [
      { item: 'toner.black', day: dayOf(start) + 2, origin: 'seen' as const, counter: null, averagePixelCount: null },
    ];
    device.evaluate(start + 2 * day, judged(start + 2 * day, { toner: left(90, 80, 99, 98), replacements }));
    expect(device.condition('supply')).toMatchObject({ work: 'resolved', resolution: 'device' });
  });

  it('WL-08 XC-01: what the device reports empty is reported, whatever days a judgement gives it', () => {
    const device = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:low:4']));
    device.evaluate(start, judged(start, { toner: left(2, 1, 4, 4) }));
    expect(device.condition('supply')).toMatchObject({ source: 'judgement', facts: { urgency: 'low', days: 2 } });
    device.deliver(reportsFrom(start + hour, start + day, hour, ['supply:black:empty:0']));
    const at = start + day;
    const { conditions } = device.evaluate(at, judged(at, { toner: left(0, 0, 0, 0) }));
    expect(conditions).toMatchObject([{ source: 'device', cost: { points: 8, chance: 1 } }]);
    expect(conditions[0]?.facts).toEqual({ item: 'black', urgency: 'empty', percent: 0 });
  });

  it('WL-08 WL-49: low as reported before the days left were known costs by them once they are', () => {
    const device = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:low:9']));
    device.evaluate(start);
    expect(device.condition('supply')).toMatchObject({ source: 'device', cost: { chance: 0.1 } });
    device.deliver(reportsFrom(start + hour, start + day, hour, ['supply:black:low:9']));
    device.evaluate(start + day, judged(start + day, { toner: left(73, 60, 90, 9) }));
    expect(device.condition('supply')).toMatchObject({
      work: 'open',
      source: 'judgement',
      facts: { urgency: 'low', percent: 9, days: 73, range: { lower: 60, upper: 90 } },
    });
    expect(device.condition('supply').cost?.chance).toBeLessThan(0.01);
  });

  it('WL-49 WL-52 GE-10: a class that rests on "low" alone is corrected as soon as the days are known', () => {
    const busy = { pagesAMonth: 4000, weight: 2 };
    const device = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:low:9']));
    expect(device.evaluate(start, { ...noFacts, ...busy }).row).toMatchObject({
      cost: 6.4,
      priority: 'P1',
      unknown: 1,
    });
    const known = device.evaluate(start + hour, { ...judged(start + hour, { toner: left(73, 60, 90, 9) }), ...busy });
    expect(known.row).toMatchObject({ priority: 'P4', unknown: 0 });
    // From then on it is held as any other class.
    device.evaluate(start + 2 * hour, { ...judged(start + 2 * hour, { toner: left(2, 1, 3, 9) }), ...busy });
    const fell = device.evaluate(start + 3 * hour, {
      ...judged(start + 3 * hour, { toner: left(73, 60, 90, 9) }),
      ...busy,
    });
    expect(fell.row).toMatchObject({ priority: 'P1', cost: expect.toSatisfy((cost: number) => cost < 0.3) as number });
  });

  it('WL-49 WL-53: days that are no longer known go on counting from the judgement that knew them', () => {
    const device = reporting();
    device.evaluate(start, judged(start, { toner: left(14, 9, 20) }));
    const chanceAfter = (days: number) => {
      const at = start + days * day;
      return device.evaluate(at, judged(at)).conditions[0]?.cost?.chance ?? 0;
    };
    const chances = [1, 4, 8].map(chanceAfter);
    expect(chances).toEqual(chances.toSorted((a, b) => a - b));
    expect(chances[2]).toBe(0.2);
    expect(device.condition('supply').facts).toMatchObject({ days: 14, asOf: '2026-11-02' });
  });

  it('WL-08: low as reported counts only while no range is known; empty always', () => {
    const low = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:low:9']));
    expect(low.evaluate(start, judged(start - 2 * day, { toner: left(60, 50, 70) })).conditions).toEqual([]);
    const empty = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:empty:9']));
    expect(empty.evaluate(start, judged(start - 2 * day, { toner: left(60, 50, 70) })).conditions).toMatchObject([
      { kind: 'supply', facts: { urgency: 'empty' }, cost: { points: 8 } },
    ]);
  });
});
