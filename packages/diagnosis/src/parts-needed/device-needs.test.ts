import { describe, expect, it } from 'vitest';
import type { DayReading, DeviceHistory } from '../history/day-reading.ts';
import { judgeDevice } from '../judge/judge-device.ts';
import type { FamilyModel } from '../judge/models.ts';
import { judgeNeeds, summariseNeeds } from './device-needs.ts';

const today = 20_500;
const days = 120;

/** A device that reports these values each day until some days ago; `at` counts its days from 0. */
function toHistory(toValues: (at: number) => Readonly<Record<string, number>>, silentFor = 0): DeviceHistory {
  const list = Array.from({ length: days }, (_, at): DayReading => {
    const values = { 'pages.total': 100_000 + 300 * at, ...toValues(at) };
    return { day: today - days + 1 + at - silentFor, values: new Map(Object.entries(values)) };
  });
  return { family: null, model: null, firmware: null, days: list, errors: [], replacements: [] };
}
function needsOf(history: DeviceHistory, model?: FamilyModel) {
  const judgement = judgeDevice(history, { today, model, thresholds: [], codes: [] });
  return judgeNeeds(history, judgement, { today, model });
}
const roller = (pages: number) => (at: number) => ({
  'part.6410.pages': pages + 300 * at,
  'part.6410.lifePages': 100_000,
});

describe('what a device needs within 91 days (issue 14.9)', () => {
  it('a part whose named life ends within them is needed, one that is new is not', () => {
    const [old] = needsOf(toHistory(roller(60_000)));
    const [fresh] = needsOf(toHistory(roller(1000)));
    expect(old).toMatchObject({ item: 'part.6410', basis: 'life' });
    expect(old?.mean).toBeGreaterThan(0.5);
    expect(fresh?.mean).toBeLessThan(0.05);
  });

  it('a cartridge that lasts a month is needed three times', () => {
    const [need] = needsOf(toHistory((at) => ({ 'toner.black': 100 - (at % 30) * 3.3 })));
    expect(need?.item).toBe('toner.black');
    expect(need?.mean).toBeGreaterThan(2.2);
    expect(need?.mean).toBeLessThan(3.6);
    expect(need?.variance).toBeLessThan(need?.mean ?? 0);
  });

  it('a part of unknown life is needed as often as such parts are replaced', () => {
    const [need] = needsOf(toHistory((at) => ({ 'part.9999.pages': 300 * at })));
    expect(need?.mean).toBeCloseTo(0.025, 2);
  });

  it('a fuser belt near its expected end is needed by its date', () => {
    const history = toHistory((at) => ({ 'part.6342.pages': 150_000 + 300 * at, 'sensor.fuserWarmUp': 20 }));
    const model: FamilyModel = { devices: 40, fuser: { law: { shape: 8, scale: 195_000 }, failures: 40 } };
    const [need] = needsOf(history, model);
    expect(need).toMatchObject({ item: 'part.6342', basis: 'date' });
    expect(need?.mean).toBeGreaterThan(0.4);
    const longer = { ...model, fuser: { law: { shape: 8, scale: 600_000 }, failures: 40 } };
    expect(needsOf(history, longer)[0]?.mean).toBeLessThan(0.2);
  });

  it('parts of a paper source that feeds badly are needed as likely as they have failed (0435)', () => {
    const history = toHistory((at) => ({
      'source.CST1': 200 * at,
      'part.6411.pages': 200 * at,
      'sensor.feedRetries.CST1': at < 60 ? Math.floor(at / 5) : 12 + Math.floor(((at - 60) * 2) / 5),
    }));
    const rates = { paper: { events: 10, exposure: 20_000, size: 5 } };
    const model: FamilyModel = { devices: 40, feedRoller: { rates, lives: {} } };
    const judgement = judgeDevice(history, { today, model, thresholds: [], codes: [] });
    const at = (within28Days: number) =>
      judgeNeeds(
        history,
        {
          ...judgement,
          risk: judgement.risk && {
            ...judgement.risk,
            causes: [{ item: 'feedRoller.CST1', within7Days: 0, within14Days: 0, within28Days }],
          },
        },
        { today, model },
      ).find(({ item }) => item === 'part.6411')?.mean ?? 0;
    const means = [0, 25, 50, 75, 100].map(at);
    expect(means).toEqual(means.toSorted((one, other) => one - other));
    expect(at(100) - at(0)).toBeGreaterThan(0.8);
  });

  it('a device that has been silent for four weeks needs nothing that is known', () => {
    expect(needsOf(toHistory(roller(60_000), 27)).length).toBe(1);
    expect(needsOf(toHistory(roller(60_000), 28))).toEqual([]);
  });

  it('later days and the order of the days change nothing', () => {
    const history = toHistory(roller(60_000));
    const later = { day: today + 5, values: new Map([['part.6410.pages', 99_999]]) };
    const turned = { ...history, days: [later, ...history.days.toReversed()] };
    expect(needsOf(turned)).toEqual(needsOf(history));
  });

  it('the pieces it adds to the fleet end where a new one took their place', () => {
    const history = toHistory((at) => ({
      'part.6410.pages': at < 60 ? 60_000 + 300 * at : 300 * (at - 60),
      'part.6410.lifePages': 100_000,
    }));
    expect(summariseNeeds(history)?.pieces['part.6410']).toEqual([
      [0.6, 0.777, 1],
      [0, 0.177, 0],
    ]);
    expect(summariseNeeds({ ...history, days: [] })).toBeUndefined();
  });
});
