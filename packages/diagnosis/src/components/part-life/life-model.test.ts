import { describe, expect, it } from 'vitest';
import { fitLifeModel, type LifeSummary } from './life-model.ts';

const life = (end: number, given: Partial<LifeSummary> = {}): LifeSummary => ({
  entry: 0,
  end,
  failed: false,
  track: [],
  ...given,
});
const replaced = (end: number) => life(end, { replaced: true });
const ends = [880, 930, 1000, 1040, 1090, 1150];

describe('lives of a kind of part', () => {
  it('FS-17: where no device reports a failure, lives are learned from replacements, by each family as well', () => {
    const common = fitLifeModel([...ends.map(replaced), life(400)], undefined);
    expect(common?.failures).toBe(ends.length);
    expect(common?.law.scale).toBeGreaterThan(900);
    expect(common?.law.scale).toBeLessThan(1300);
    const family = fitLifeModel(
      ends.map((end) => replaced(end / 2)),
      common,
    );
    expect(family?.failures).toBe(ends.length);
    expect(family?.law.scale).toBeLessThan(800);
  });

  it('FS-17: a failure that is reported makes every other replacement one by plan', () => {
    const common = fitLifeModel([...ends.map(replaced), life(1500, { failed: true, replaced: true })], undefined);
    expect(common).toMatchObject({ failures: 1 });
    expect(common?.byReplacement).toBeUndefined();
    expect(common?.law.scale).toBeGreaterThan(1300);
  });

  it('OQ-85: a few replacements alone teach nothing', () => {
    expect(fitLifeModel([replaced(900), replaced(1000), life(400)], undefined)).toBeUndefined();
  });
});
