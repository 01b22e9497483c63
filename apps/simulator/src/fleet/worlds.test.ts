import { describe, expect, it } from 'vitest';
import { simulateDevice } from './device.ts';
import { toSpec } from './device-spec.ts';
import type { TruthEvent } from './truth.ts';
import { type WorldName, worlds } from './worlds.ts';

const window = { from: 20_300, to: 21_200 };
/** Busy machines, so that parts of theirs fail; the first has the clock of the world with wrong clocks. */
const devices = [
  3,
  ...Array.from({ length: 60 }, (_, index) => index).filter((index) => toSpec('w', index).pagesPerDay > 500),
].slice(0, 4);
/** Parts with a life of their own: drum, developer, second transfer, fuser. */
const wearing = /^(625[0-3]|627[4-7]|6321|634[02])$/;

const lived = new Map<WorldName, ReturnType<typeof live>>();
function live(name: WorldName) {
  const days = devices.map((index) => [...simulateDevice('w', index, window, worlds[name])]);
  const all = days.flat();
  return {
    days,
    reports: all.flatMap(({ reports }) => reports.map(({ report }) => report)),
    parts: all
      .flatMap(({ truth }) => truth)
      .filter((event): event is Extract<TruthEvent, { kind: 'part' }> => event.kind === 'part'),
  };
}
const of = (name: WorldName) => {
  const found = lived.get(name) ?? live(name);
  lived.set(name, found);
  return found;
};
const failed = (name: WorldName) => of(name).parts.filter((part) => wearing.test(part.part) && part.failed !== null);
const logged = (name: WorldName) =>
  of(name)
    .reports.flatMap(({ errors }) => errors ?? [])
    .filter(({ code }) => /^C(36|37|39|44)/.test(code));

/** Days on which a counter of a part fell although the truth knows of no replacement in the days around. */
function unexplainedFalls(name: WorldName): number {
  let falls = 0;
  for (const device of of(name).days) {
    const ends = new Set(
      device.flatMap(({ truth }) =>
        truth.flatMap((one) => (one.kind === 'part' && one.replaced !== null ? [`${one.part} ${one.replaced}`] : [])),
      ),
    );
    const last = new Map<string, number>();
    for (const { reports } of device)
      for (const { report } of reports)
        for (const { partsCode, pages } of report.parts ?? []) {
          const value = pages?.state === 'measured' ? pages.value : undefined;
          if (value === undefined || !wearing.test(partsCode)) continue;
          const near = [0, 1, 2, 3, 4, 5].some((back) =>
            ends.has(
              `${partsCode} ${new Date(Date.parse(report.observedAt) - back * 86_400_000).toISOString().slice(0, 10)}`,
            ),
          );
          if (value < (last.get(partsCode) ?? 0) && !near) falls++;
          last.set(partsCode, value);
        }
  }
  return falls;
}

describe('worlds of the simulator', () => {
  it('the usual world changes nothing', () => {
    expect(of('usual').days[0]).toEqual([...simulateDevice('w', 3, window)]);
    expect(toSpec('w', 3, worlds.usual)).toEqual(toSpec('w', 3));
  });

  it('parts that can fail run to failure where no visit replaces them by plan', () => {
    expect(of('run-to-failure').parts.some((part) => wearing.test(part.part) && part.preventive)).toBe(false);
    expect(failed('run-to-failure').length).toBeGreaterThan(3);
  });

  it('failures without an error are logged by none', () => {
    expect(logged('run-to-failure').length).toBeGreaterThan(3);
    expect(logged('no-errors')).toEqual([]);
  });

  it('short lots and sudden failures make more parts fail', () => {
    for (const name of ['short-lot', 'sudden-failures', 'bad-lot'] as const)
      expect({ name, more: failed(name).length > failed('run-to-failure').length }).toEqual({ name, more: true });
  });

  it('two weeks of six are silent', () => {
    const share = of('silence').reports.length / of('run-to-failure').reports.length;
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.72);
  });

  it('counters fall without a replacement, or go on after one', () => {
    expect(unexplainedFalls('falling-counters')).toBeGreaterThan(unexplainedFalls('run-to-failure'));
    expect(unexplainedFalls('reset-alone')).toBeGreaterThan(unexplainedFalls('run-to-failure'));
    const reported = (name: WorldName) =>
      new Set(
        of(name).reports.flatMap(({ identity, parts }) =>
          (parts ?? []).flatMap(({ partsCode, replacedAt }) =>
            replacedAt === undefined ? [] : [`${JSON.stringify(identity.serial)} ${partsCode} ${replacedAt}`],
          ),
        ),
      ).size;
    expect(reported('counters-kept')).toBeLessThan(reported('run-to-failure'));
  });

  it('a clock that is behind dates errors 400 days ago, and leaves the report its day', () => {
    const report = of('wrong-clock')
      .days[0]?.flatMap(({ reports }) => reports)
      .find(({ report: { errors } }) => (errors ?? []).length > 0)?.report;
    const days =
      (Date.parse(report?.observedAt ?? '') - Date.parse(report?.errors?.[0]?.occurredAt ?? '')) / 86_400_000;
    expect(days).toBeGreaterThan(399);
  });

  it('sensors that scatter or follow use tell something else of the same parts', () => {
    const volts = (name: WorldName) =>
      of(name)
        .reports.slice(0, 300)
        .flatMap(({ sensors }) =>
          (sensors ?? []).flatMap(({ name: sensor, color, reading }) =>
            sensor === 'chargingVoltage' && color === 'black' && reading.state === 'measured' ? [reading.value] : [],
          ),
        );
    const steps = (values: readonly number[]) =>
      values.slice(1).reduce((sum, value, at) => sum + Math.abs(value - (values[at] ?? value)), 0) / values.length;
    expect(steps(volts('noisy-sensors'))).toBeGreaterThan(3 * steps(volts('run-to-failure')));
    expect(volts('blind-sensors')).not.toEqual(volts('run-to-failure'));
    expect(failed('blind-sensors').length).toBe(failed('run-to-failure').length);
  });
});
