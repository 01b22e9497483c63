import { describe, expect, it } from 'vitest';
import type { Day } from './calendar.ts';
import type { DayLog } from './component.ts';
import { type DeviceSpec, toSpec } from './device-spec.ts';
import type { TruthEvent } from './truth.ts';
import { Visits } from './visits.ts';
import type { World } from './world.ts';
import { type WorldName, worlds } from './worlds.ts';
import { WornPart } from './worn-part.ts';

type PartTruth = Extract<TruthEvent, { kind: 'part' }>;
const law = { shape: 5, scale: 1000 };
const dayOf = (date: string): Day => Date.parse(date) / 86_400_000;

/** One drum after the other at the place of one device, worn by 10 and 100 pages a day. */
function live(name: WorldName, lives: number, index = 3, changed: Partial<World> = {}) {
  const spec: DeviceSpec = toSpec('w', index, { ...worlds[name], ...changed });
  const visits = new Visits();
  const errors: { day: Day; code: string }[] = [];
  const ended: PartTruth[] = [];
  const counted: { day: Day; pages: number; true: number; shown: number }[] = [];
  const stops = new Set<Day>();
  let day = spec.setUp;
  const log: DayLog = {
    jamsToday: 0,
    visits,
    error(code) {
      errors.push({ day, code });
    },
    truth(event) {
      if (event.kind === 'part') ended.push(event);
    },
  };
  const plan = { code: '6250', law, nominal: 820, failure: 'C3A0', disturbs: true, patience: 6 };
  const part = new WornPart(spec, plan);
  for (; ended.length < lives; day++) {
    const isStopped = visits.isStopped(day);
    if (isStopped) stops.add(day);
    part.step(day, isStopped ? 0 : 10, isStopped ? 0 : 100, log);
    counted.push({ day, pages: part.counted.pages, true: part.pages, shown: part.shown });
  }
  return { spec, errors, ended, counted, stops };
}

const failures = ({ ended }: { ended: readonly PartTruth[] }) =>
  ended.flatMap((one) => (one.failed === null ? [] : [{ ...one, failed: dayOf(one.failed) }]));
const wearAtFailure = (ended: readonly PartTruth[]) =>
  failures({ ended }).map(({ failed, installed }) => (failed - dayOf(installed)) * 10);
const share = (values: readonly number[], below: number) =>
  values.filter((value) => value < below).length / values.length;
const near = (value: number, wanted: number, off: number) => {
  expect(value).toBeGreaterThan(wanted - off);
  expect(value).toBeLessThan(wanted + off);
};

describe('lives', () => {
  it('of their own law never end early and have a long tail, which a Weibull law has the other way round', () => {
    const wear = wearAtFailure(live('own-wear', 1500).ended);
    expect(Math.min(...wear)).toBeGreaterThan(540);
    const sorted = wear.toSorted((one, other) => one - other);
    const at = (quantile: number) => sorted[Math.floor(quantile * sorted.length)] ?? Number.NaN;
    expect(at(0.9) - at(0.5)).toBeGreaterThan(1.4 * (at(0.5) - at(0.1)));
  });

  it('are short for a third of the pieces, wide, or cut off at any age', () => {
    const base = wearAtFailure(live('own-wear', 600).ended);
    expect(share(base, 540)).toBe(0);
    expect(share(wearAtFailure(live('short-lot', 600).ended), 540)).toBeGreaterThan(0.05);
    expect(share(wearAtFailure(live('wide-lives', 600).ended), 540)).toBeGreaterThan(0.05);
    const sudden = live('sudden-failures', 600);
    near(failures(sudden).filter((one) => one.sudden).length / 600, 1 / 3, 0.07);
    expect(share(wearAtFailure(sudden.ended), 300)).toBeGreaterThan(0.06);
  });

  it('are 1.5 times shorter in the months of a bad lot, at the families that have one', () => {
    const bad = { share: 1, from: 22_000, to: 22_000, days: 5000 };
    const { ended } = live('own-wear', 200, 3, { badLots: bad });
    const inLot = ({ installed }: PartTruth) => dayOf(installed) >= 22_000 && dayOf(installed) < 27_000;
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    near(mean(wearAtFailure(ended.filter((one) => !inLot(one)))) / mean(wearAtFailure(ended.filter(inLot))), 1.5, 0.15);
    // The same pieces as without bad lots, but for those of a lot.
    const indexes = Array.from({ length: 40 }, (_, index) => index);
    const hit = indexes.filter(
      (index) =>
        String(wearAtFailure(live('bad-lots', 12, index).ended)) !==
        String(wearAtFailure(live('own-wear', 12, index).ended)),
    );
    expect(hit.length).toBeGreaterThan(3);
    expect(hit.length).toBeLessThan(37);
  });
});

describe('failures', () => {
  it('are logged with a code, by some, or by none, and the truth says which', () => {
    for (const [name, wanted] of [
      ['own-wear', 1],
      ['no-errors', 0],
      ['field', 0.35],
    ] as const) {
      const one = live(name, 400, 3, { runsToFailure: true });
      const coded = failures(one).filter(({ code }) => code !== null).length / failures(one).length;
      near(coded, wanted, 0.08);
      const logged = new Set(one.errors.filter(({ code }) => code === 'C3A0').map(({ day }) => day));
      for (const { failed, code } of failures(one).filter(({ failed: day }) => !one.stops.has(day)))
        expect(logged.has(failed)).toBe(code !== null);
    }
  });

  it('stop or jam the machine at times, which a replacement by plan does not', () => {
    const { errors, ended, stops } = live('field', 900);
    const failed = failures({ ended }).filter(({ sudden }) => !sudden);
    const planned = ended.filter(({ why }) => why === 'planned');
    expect(failed.length).toBeGreaterThan(100);
    expect(planned.length).toBeGreaterThan(100);
    const jams = errors.filter(({ code }) => code.startsWith('E'));
    const around = (days: readonly Day[]) =>
      days.filter((day) => jams.some((jam) => jam.day > day - 10 && jam.day <= day)).length / days.length;
    expect(around(failed.map(({ replaced }) => dayOf(replaced ?? '')))).toBeGreaterThan(0.1);
    expect(around(planned.map(({ replaced }) => dayOf(replaced ?? '')))).toBeLessThan(0.1);
    near(failed.filter(({ failed: day }) => stops.has(day + 1)).length / failed.length, 0.28, 0.12);
    expect(ended.every(({ preventive, why, failed: day }) => preventive === (day === null) && why !== null)).toBe(true);
  });

  it('bring somebody who takes along what is near its end', () => {
    const spec = toSpec('w', 3, { ...worlds.field, takenAlong: 1, runsToFailure: true });
    const truth: TruthEvent[] = [];
    const visits = new Visits();
    const log: DayLog = { jamsToday: 0, visits, error() {}, truth: (event) => truth.push(event) };
    const part = new WornPart(spec, { code: '6250', law, nominal: 100, patience: 6 });
    for (let day = 20_000; day < 20_030; day++) part.step(day, 3.2, 100, log);
    visits.announce(20_030);
    part.step(20_030, 1, 100, log);
    expect(truth).toMatchObject([{ why: 'along', preventive: true, failed: null, replaced: '2024-11-03' }]);
    expect(visits.take()).toEqual(['plan']);
  });
});

describe('counters of parts', () => {
  const reporting = Array.from({ length: 20 }, (_, index) => index).find(
    (index) => index % 3 === 0 && toSpec('w', index).reportsReplacements,
  );
  const falls = (name: WorldName, index: number) => {
    const { counted, ended } = live(name, 30, index);
    const ends = new Set(ended.map(({ replaced }) => dayOf(replaced ?? '')));
    return counted.filter(({ day, pages }, at) => pages < (counted[at - 1]?.pages ?? 0) && !ends.has(day)).length;
  };

  it('are reset with the piece and reported, if nothing else is asked for', () => {
    const { ended } = live('own-wear', 30, reporting);
    expect(ended.every(({ counterReset, reported }) => counterReset && reported)).toBe(true);
    expect(falls('own-wear', 3)).toBe(0);
  });

  it('go on after a replacement that is not reported, or are reset without one', () => {
    const { ended } = live('counters-kept', 400, reporting);
    near(ended.filter(({ counterReset }) => !counterReset).length / 400, 0.3, 0.07);
    expect(ended.every(({ counterReset, reported }) => counterReset === reported)).toBe(true);
    expect(live('unreported', 30, reporting).ended.some(({ reported }) => reported)).toBe(false);
    expect(falls('reset-alone', 3)).toBeGreaterThan(1);
  });

  it('fall back or leap by some weeks of use once, on every third device', () => {
    const most = (name: WorldName, index: number) => {
      const { counted } = live(name, 30, index);
      const off = counted.map(({ pages, true: really }) => pages - really);
      return [Math.min(...off), Math.max(...off)];
    };
    const [fallen] = most('falling-counters', 3);
    expect(fallen).toBeLessThan(-1000);
    expect(most('falling-counters', 4)).toEqual([0, 0]);
    const [, leapt] = most('leaping-counters', 4);
    expect(leapt).toBeGreaterThan(1000);
    expect(most('leaping-counters', 5)).toEqual([0, 0]);
  });
});

describe('sensors', () => {
  it('show the life of the piece, its use alone, or nothing', () => {
    const ends = (name: WorldName) => {
      const { counted, ended } = live(name, 40);
      const failed = new Set(failures({ ended }).map((one) => one.failed));
      return counted.filter(({ day }) => failed.has(day)).map(({ shown }) => shown);
    };
    for (const shown of ends('own-wear')) near(shown, 1, 0.04);
    const byUse = ends('blind-sensors');
    expect(Math.max(...byUse) - Math.min(...byUse)).toBeGreaterThan(0.2);
    expect(new Set(ends('mute-sensors')).size).toBe(1);
  });
});
