import { expect, test } from 'vitest';
import { simulateDevice } from '../fleet/device.ts';
import { FleetLives } from './fill-fleet.ts';

test('a fleet simulated day by day reports the same as one simulated at once', () => {
  const [from, to] = [20_500, 20_540];
  const lives = new FleetLives();
  const first = [0, 1].flatMap((index) => {
    lives.add('live', index, from);
    return [...lives.advance(20_520, 'newest')];
  });
  const later = [];
  for (let day = 20_521; day <= to; day++) later.push(...lives.advance(day, 'all'));
  const reports = (days: readonly { reports: readonly unknown[] }[]) => days.flatMap((day) => day.reports).length;
  const atOnce = [0, 1].flatMap((index) => [...simulateDevice('live', index, { from, to })]);
  expect(reports(first)).toBeGreaterThan(20);
  expect([...first, ...later].flatMap((day) => day.reports)).toHaveLength(reports(atOnce));
  expect(
    new Set([...first, ...later].flatMap((day) => day.reports.map(({ report }) => JSON.stringify(report)))),
  ).toEqual(new Set(atOnce.flatMap((day) => day.reports.map(({ report }) => JSON.stringify(report)))));
});
