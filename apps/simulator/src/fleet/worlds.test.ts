import { describe, expect, it } from 'vitest';
import { type DeviceDay, simulateDevice } from './device.ts';
import { toSpec } from './device-spec.ts';
import { toCounterShift } from './part-counter.ts';
import type { World } from './world.ts';
import { type WorldName, worlds } from './worlds.ts';

/** From before the days on which counters fall or leap until after them. */
const window = { from: 20_500, to: 20_740 };
const busy = Array.from({ length: 60 }, (_, index) => index).filter((index) => toSpec('w', index).pagesPerDay > 500);

const live = (name: WorldName, index: number, { from, to } = window): readonly DeviceDay[] => [
  ...simulateDevice('w', index, { from, to }, worlds[name]),
];
const reportsOf = (days: readonly DeviceDay[]) => days.flatMap(({ reports }) => reports.map(({ report }) => report));
const totals = (name: WorldName, index: number) =>
  reportsOf(live(name, index)).flatMap(({ counters }) =>
    counters?.total?.reading.state === 'measured' ? [counters.total.reading.value] : [],
  );

describe('worlds of the simulator', () => {
  it('the usual world is what is simulated without a name', () => {
    const short = { from: 20_500, to: 20_520 };
    expect(live('usual', 3, short)).toEqual([...simulateDevice('w', 3, short)]);
    expect({ ...toSpec('w', 3, worlds.usual), wear: null }).toEqual({ ...toSpec('w', 3), wear: null });
  });

  it('every world but the first two has laws of its own, and field has all that the others have', () => {
    const all = Object.entries(worlds).slice(2);
    expect(all.every(([, { ownWear }]) => ownWear)).toBe(true);
    const { field, usual } = worlds;
    const changed = (world: object) =>
      Object.entries(world).flatMap(([key, value]) =>
        Object.entries(usual).some(([k, v]) => k === key && v === value) ? [] : [key],
      );
    const asked = new Set(all.flatMap(([, world]) => changed(world)));
    asked.delete('runsToFailure');
    // The demonstration takes away from the field, and adds nothing.
    asked.delete('countersShifted');
    expect(new Set(changed(field))).toEqual(asked);
  });

  it('two weeks of six are silent', () => {
    const share = reportsOf(live('silence', 3)).length / reportsOf(live('own-wear', 3)).length;
    expect(share).toBeGreaterThan(0.58);
    expect(share).toBeLessThan(0.74);
  });

  it('in the demonstration the counters of few devices fall or leap, on the days on which those of the field do', () => {
    const shifts = (world: World) =>
      Array.from({ length: 300 }, (_, index) => toCounterShift(toSpec('demonstration 5', index, world)));
    const [all, few] = [shifts(worlds.field), shifts(worlds.demonstration)];
    expect(all.filter((one) => one !== undefined)).toHaveLength(200);
    const count = few.filter((one) => one !== undefined).length;
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThanOrEqual(18);
    expect(few.filter((one) => one !== undefined)).toEqual(all.filter((_, index) => few[index] !== undefined));
  });

  it('page counters fall back, or leap, once with those of the parts', () => {
    const off = (name: WorldName, index: number) => {
      const right = totals('own-wear', index);
      const values = totals(name, index).map((total, at) => total - (right[at] ?? total));
      expect(values).toHaveLength(right.length);
      return [Math.min(...values), Math.max(...values)];
    };
    const [third, next] = [busy.find((index) => index % 3 === 0) ?? 0, busy.find((index) => index % 3 === 1) ?? 1];
    const [fallen, none] = off('falling-counters', third);
    expect(fallen).toBeLessThan(-5000);
    expect(none).toBe(0);
    const [zero, leapt] = off('leaping-counters', next);
    expect(zero).toBe(0);
    expect(leapt).toBeGreaterThan(5000);
  });

  it('some reports read the counters of parts as nothing or as half, and the next is right', () => {
    const drums = (name: WorldName) =>
      reportsOf(live(name, 3)).flatMap(({ parts }) =>
        (parts ?? []).flatMap(({ partsCode, rotations }) =>
          partsCode === '6250' && rotations?.state === 'measured' ? [rotations.value] : [],
        ),
      );
    const dips = (values: readonly number[]) =>
      values.filter((value, at) => value < 0.6 * (values[at - 1] ?? 0) && (values[at + 1] ?? 0) > 1.5 * value).length;
    expect(dips(drums('own-wear'))).toBe(0);
    expect(dips(drums('misread-counters'))).toBeGreaterThan(0);
  });

  it('a clock that is behind dates errors 400 days ago, and leaves the report its day', () => {
    const report = reportsOf(live('wrong-clock', 3)).find(({ errors }) => (errors ?? []).length > 0);
    const days =
      (Date.parse(report?.observedAt ?? '') - Date.parse(report?.errors?.[0]?.occurredAt ?? '')) / 86_400_000;
    expect(days).toBeGreaterThan(399);
  });

  it('sensors scatter four times as much, and not from day to day alone', () => {
    const volts = (name: WorldName) =>
      reportsOf(live(name, 3)).flatMap(({ sensors }) =>
        (sensors ?? []).flatMap(({ name: sensor, color, reading }) =>
          sensor === 'chargingVoltage' && color === 'black' && reading.state === 'measured' ? [reading.value] : [],
        ),
      );
    const steps = (values: readonly number[]) =>
      values.slice(1).reduce((sum, value, at) => sum + Math.abs(value - (values[at] ?? value)), 0) / values.length;
    expect(steps(volts('noisy-sensors'))).toBeGreaterThan(3 * steps(volts('own-wear')));
  });

  it('no family, or few families, count the retries of feed rollers', () => {
    const counting = (name: WorldName) =>
      Array.from({ length: 80 }, (_, index) => toSpec('w', index, worlds[name])).filter((spec) => spec.countsRetries);
    expect(counting('own-wear')).toHaveLength(80);
    expect(counting('no-retries')).toEqual([]);
    const sensors = new Set(
      reportsOf(live('no-retries', 3)).flatMap((one) => (one.sensors ?? []).map(({ name }) => name)),
    );
    expect([...sensors].some((name) => name.startsWith('feedRetries'))).toBe(false);
  });

  it('nothing in a report says whether a replacement was planned, or whether somebody came', () => {
    const days = busy.slice(0, 3).flatMap((index) => live('planned-visits', index, { from: 20_000, to: 20_740 }));
    const reasons = days.flatMap(({ truth }) => truth.flatMap((one) => (one.kind === 'visit' ? one.reasons : [])));
    expect(new Set(reasons)).toEqual(new Set(['failure', 'plan', 'fault', 'call']));
    const keys = new Set(reportsOf(days).flatMap(({ parts }) => (parts ?? []).flatMap((part) => Object.keys(part))));
    for (const key of keys)
      expect(['partsCode', 'pages', 'rotations', 'driveHours', 'lifePages', 'consumedLife', 'replacedAt']).toContain(
        key,
      );
  });
});
