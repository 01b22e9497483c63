import { describe, expect, test } from 'vitest';
import { type Costs, toNeeds, toSizingRows } from '../src/disk/sizing.ts';

const costs: Costs = {
  ingestMs: 1.5,
  judgeMs: 38.5,
  unchangedMs: 4.5,
  yearBytes: 1_080_000,
  reportYearBytes: { full: 120_000, thin: 120_000 },
  deviceBytes: 100_000,
  walBytes: 10_000,
  sentBytes: 3000,
};

describe('needs of a fleet by calculation', () => {
  test('are those of the formula: 86,400 devices once a day are one report a second', () => {
    const needs = toNeeds(86_400, 1, costs);
    expect(needs.reportsASecond).toBe(1);
    // 40 ms of each second, with as much left free.
    expect(needs.cores).toBeCloseTo(0.08);
    expect(needs.memoryGb).toBeCloseTo(1 + 8.64);
    // 13 months of readings and the rows of the device, with reserve, and what the database itself takes.
    expect(needs.diskGb).toBeCloseTo(4 + 86_400 * 1.4e6 * 1.3 * 1e-9);
    expect(needs.walGbADay).toBeCloseTo(0.864);
    expect(needs.readsASecond).toBe(400);
    expect(needs.mbits).toBeCloseTo(0.024);
  });

  test('count two and a half months of full reports, and thinned ones for the others', () => {
    const thinned = { ...costs, reportYearBytes: { full: 4_000_000, thin: 200_000 } };
    const perDevice = (1_080_000 * 13 + 4_000_000 * 2.5 + 200_000 * 10.5) / 12 + 100_000;
    expect(toNeeds(1000, 24, thinned).diskGb).toBeCloseTo(4 + 1000 * perDevice * 1.3 * 1e-9);
  });

  test('grow in proportion to reports, where they depend on reports', () => {
    const [daily, hourly] = [toNeeds(1_000_000, 1, costs), toNeeds(1_000_000, 24, costs)];
    expect(hourly.readsASecond / daily.readsASecond).toBeCloseTo(24);
    expect(hourly.memoryGb).toBe(daily.memoryGb);
  });

  test('0800: of 24 reports a day half of all but the first bring nothing new', () => {
    // A report a second: 12.5 of 24 are judged in 38.5 ms, the others in 4.5, and each is taken in.
    const { cores } = toNeeds(3600, 24, costs);
    expect(cores).toBeCloseTo((2 * (1.5 + (12.5 * 38.5 + 11.5 * 4.5) / 24)) / 1000);
  });

  test('name the resource that a large machine runs out of first', () => {
    expect(toNeeds(1_000_000, 24, { ...costs, unchangedMs: 38.5 }).first.resource).toBe('cores');
    expect(toNeeds(1_000_000, 24, { ...costs, judgeMs: 1, unchangedMs: 1 }).first.resource).toBe('random reads');
    expect(toNeeds(1_000_000, 1, { ...costs, deviceBytes: 1_000_000 }).first.resource).toBe('memory');
  });

  test('are listed for four sizes, never with less than one core', () => {
    const rows = toSizingRows(1, costs);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^\| 1,000 \| daily \| 0\.01 \| 1 \|/);
  });
});
