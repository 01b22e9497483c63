import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addCases, readCases } from '../src/diagnosis/case-file.ts';
import { type PartCases, type RangeCase, together } from '../src/diagnosis/range-cases.ts';

const dated = (predicted: number, actual: number | undefined): RangeCase => ({
  kind: 'drum',
  predicted,
  lower: 5,
  upper: 50,
  actual,
});
/** Cases of a fleet: its dates, and a chance for each. */
const fleet = (...dates: readonly RangeCase[]): PartCases => ({
  dates,
  chances: dates.map(({ kind, actual }) => ({ kind, chance: 0.25, came: actual !== undefined && actual <= 28 })),
});

describe('file of the dates of several runs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cases-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('fleets of several runs are counted together, a fleet that is measured again once', () => {
    const file = join(folder, 'dates.jsonl');
    expect(readCases(file)).toEqual({ dates: [], chances: [] });
    addCases(file, 'field 1', fleet(dated(10, 12), { ...dated(20, undefined), lasted: 30 }));
    addCases(file, 'field 2', fleet(dated(30, 31)));
    addCases(file, 'field 1', fleet(dated(11, 12)));
    expect(readCases(file)).toEqual(together([fleet(dated(30, 31)), fleet(dated(11, 12))]));
  });

  it('another file is refused by its name', () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '{"seed":1}\n');
    expect(() => readCases(file)).toThrow('other.json');
  });
});
