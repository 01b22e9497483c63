import { describe, expect, it } from 'vitest';
import type { DeviceHistory } from '../../history/day-reading.ts';
import { upwardDrift } from './drift.ts';
import { failureDay, seemedFailed } from './failure-day.ts';
import type { LifeModel } from './life-model.ts';
import type { PartKind } from './part-kind.ts';
import { toLives } from './part-lives.ts';
import { summariseLives } from './summarise-lives.ts';

const kind = { dated: 'drum', code: '6250', measure: 'rotations', failureCodes: /^C361$/ } as const;

/** A drum counter from day 100 on, and errors by day. */
function history(values: readonly number[], errors: readonly (readonly [day: number, code: string])[]) {
  return {
    family: null,
    model: null,
    firmware: null,
    replacements: [],
    days: values.map((value, at) => ({ day: 100 + at, values: new Map([['part.6250.rotations', value]]) })),
    errors: errors.map(([day, code]) => ({
      at: (day + 0.5) * 86_400_000,
      code,
      category: 'serviceCall' as const,
      counter: null,
      conditions: {},
    })),
  };
}
const failures = (one: DeviceHistory) =>
  toLives(one, kind.code, kind.measure).map((life) => failureDay(one, kind, life, []));

describe('whether a part failed', () => {
  it('a replacement after an error of the part was a failure, one without was made by plan', () => {
    expect(failures(history([50, 60, 70, 3, 9], [[101, 'C361']]))).toEqual([101, undefined]);
    expect(failures(history([50, 60, 70, 3, 9], [[101, 'C362']]))).toEqual([undefined, undefined]);
    expect(summariseLives(history([50, 60, 70, 3, 9], [[101, 'C361']]), kind)).toEqual([
      { entry: 50, end: 60, failed: true, replaced: true, ending: ['code', 'cured', 'alone'], track: [] },
      { entry: 3, end: 9, failed: false, track: [] },
    ]);
  });

  it('an error of the day of the replacement is the old piece, not the new one', () => {
    expect(failures(history([50, 60, 70, 3, 9], [[103, 'C361']]))).toEqual([103, undefined]);
    expect(failures(history([50, 60, 70, 3, 9], [[104, 'C361']]))).toEqual([undefined, 104]);
  });

  it('an error long before the replacement belongs to something else', () => {
    const values = Array.from({ length: 80 }, (_, at) => at * 10);
    expect(failures(history([...values, 3], [[110, 'C361']]))[0]).toBeUndefined();
    expect(failures(history([...values, 3], [[150, 'C361']]))[0]).toBe(150);
  });

  it('VE-09: a part that was found good did not fail before, whatever error or sensor showed it', () => {
    const seen = history([50, 60, 70, 80, 90], [[101, 'C361']]);
    expect(failures(seen)).toEqual([101]);
    const good = { ...seen, foundGood: [{ item: 'part.6250', day: 102 }] };
    expect(failures(good)).toEqual([undefined]);
    expect(summariseLives(good, kind)).toMatchObject([{ entry: 50, end: 90, failed: false }]);
    // Of another part, and of the piece before this one, it means nothing.
    expect(failures({ ...seen, foundGood: [{ item: 'part.6251', day: 102 }] })).toEqual([101]);
    const next = history([50, 3, 9, 12], [[102, 'C361']]);
    expect(failures({ ...next, foundGood: [{ item: 'part.6250', day: 100 }] })).toEqual([undefined, 102]);
    // What fails after it was found good has failed.
    expect(failures({ ...history([50, 60, 70, 80], [[103, 'C361']]), foundGood: good.foundGood })).toEqual([103]);
  });

  it('VE-09: a sensor that showed a failure of a piece that was found good is known to mislead', () => {
    const low = { ...kind, sensor: 'sensor.charge', lowerLimit: 300 };
    const days = Array.from({ length: 40 }, (_, at) => ({
      day: 100 + at,
      values: new Map([
        ['part.6250.rotations', 10 * at + 10],
        ['sensor.charge', at < 20 ? 400 : 200],
      ]),
    }));
    const sensor = days.map(({ day, values }) => ({ day, value: values.get('sensor.charge') ?? 0 }));
    const seen = { ...history([], []), days };
    const shown = (one: typeof seen & { foundGood?: readonly { item: string; day: number }[] }) =>
      toLives(one, low.code, low.measure).map((life) => failureDay(one, low, life, sensor));
    expect(shown(seen)[0]).toBeGreaterThanOrEqual(120);
    const good = { ...seen, foundGood: [{ item: 'part.6250', day: 135 }] };
    expect(shown(good)).toEqual([undefined]);
    expect(summariseLives(good, low)[0]).toMatchObject({ cleared: true, failed: false });
    expect(summariseLives(seen, low)[0]).not.toHaveProperty('cleared');
  });

  it('a drift up is noticed within days, a wild reading or a fall is none', () => {
    const flat = Array.from({ length: 60 }, (_, at) => ({ day: at, value: 2.4 + (at % 3) * 0.02 }));
    const from = (start: number, change: (days: number) => number) =>
      flat.map(({ day, value }) => ({ day, value: day < start ? value : value + change(day - start) }));
    expect(upwardDrift(flat)).toBeUndefined();
    expect(upwardDrift(from(40, (days) => (days === 0 ? 5 : 0)))).toBeUndefined();
    expect(upwardDrift(from(40, (days) => -0.05 * days))).toBeUndefined();
    const noticed = upwardDrift(from(40, (days) => 0.05 * days)) ?? 0;
    expect(noticed).toBeGreaterThanOrEqual(40);
    expect(noticed).toBeLessThan(50);
    expect(upwardDrift(flat.slice(0, 15))).toBeUndefined();
  });

  it('FS-02: a limit is crossed by a week of three readings, not by the first two of a running week', () => {
    const transfer = { ...kind, dated: 'secondTransfer', measure: 'hours', lowerLimit: 1700 } as const;
    const below = (readings: number) => {
      const days = Array.from({ length: readings }, (_, at) => 20_002 + at);
      const life = { since: null, until: undefined, readings: days.map((day) => ({ day, wear: day - 20_000 })) };
      const sensor = days.map((day) => ({ day, value: 1690 }));
      return failureDay({ errors: [] }, transfer, life, sensor);
    };
    expect(below(2)).toBeUndefined();
    expect(below(3)).toBe(20_004);
    // A piece that works on for a quarter of a year had not failed.
    expect(below(90)).toBe(20_005);
    expect(below(100)).toBeUndefined();
  });

  it('OQ-105: days on which a running week lay below the limit stay known when its next readings take that back', () => {
    const transfer = { ...kind, dated: 'secondTransfer', measure: 'hours', lowerLimit: 1700 } as const;
    const sensor = [1690, 1690, 1690, 1710, 1720, 1730, 1740].map((value, at) => ({ day: 20_006 + at, value }));
    const readings = sensor.map(({ day }) => ({ day, wear: day - 20_000 }));
    const life = { since: null, until: undefined, readings };
    expect(failureDay({ errors: [] }, transfer, life, sensor)).toBeUndefined();
    expect([...seemedFailed({}, transfer, life, sensor)]).toEqual([20_008, 20_009, 20_010]);
    expect([...seemedFailed({}, transfer, life, sensor, { sensorFails: 0.5 })]).toEqual([]);
    const foundGood = [{ item: 'part.6250', day: 20_012 }];
    expect([...seemedFailed({ foundGood }, transfer, life, sensor)]).toEqual([]);
    expect([...seemedFailed({}, kind, life, sensor)]).toEqual([]);
  });

  it('FS-05: a drift of a kind of which nothing was seen to fail is no failure, once anything is learned', () => {
    const drifting: PartKind = { ...kind, dated: 'developer', measure: 'hours', driftsUp: true };
    const days = Array.from({ length: 60 }, (_, at) => 20_000 + at);
    const life = { since: null, until: undefined, readings: days.map((day) => ({ day, wear: day - 20_000 })) };
    const sensor = days.map((day, at) => ({ day, value: 2.4 + (at % 3) * 0.02 + 0.05 * Math.max(0, at - 40) }));
    const shownBy = (known?: Pick<LifeModel, 'sensorFails'>) =>
      failureDay({ errors: [] }, drifting, life, sensor, known);
    expect(shownBy()).toBeGreaterThan(20_039);
    expect(shownBy({})).toBeUndefined();
    expect(shownBy({ sensorFails: 0.6 })).toBeUndefined();
    expect(shownBy({ sensorFails: 0.8 })).toBe(shownBy());
  });
});
