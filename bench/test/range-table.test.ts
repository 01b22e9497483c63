import { describe, expect, it } from 'vitest';
import type { RangeCase } from '../src/diagnosis/range-cases.ts';
import { holdsPromise, toRangeTable } from '../src/diagnosis/range-table.ts';

/** Dates of drums, 10 days ahead and between 8 and 13 days, by what came of them. */
const cases = (...actuals: readonly (number | undefined)[]): RangeCase[] =>
  actuals.map((actual) => ({ kind: 'drum', predicted: 10, lower: 8, upper: 13, actual }));

describe('table of what 80 % ranges hold', () => {
  it('FS-17: a row says which share of the truth lies inside, before and after the ranges', () => {
    const [all, span] = toRangeTable(cases(7, 8, 9, 10, 11, 12, 13, 13, 14, 20));
    expect(all).toMatchObject({ kind: 'drum', span: 'all', cases: 10, width: 5 });
    expect(all?.before).toBeCloseTo(0.1);
    expect(all?.after).toBeCloseTo(0.2);
    expect(all?.covered).toBeCloseTo(0.7);
    expect(span).toMatchObject({ span: '7-14', cases: 10 });
  });

  it('FS-17: the parts with a life are counted together as well, without toner and feed rollers', () => {
    const of = (kind: RangeCase['kind'], ...actuals: readonly number[]) =>
      cases(...actuals).map((one) => ({ ...one, kind }));
    const table = toRangeTable([
      ...of('drum', 9, 20),
      ...of('developer', 9),
      ...of('toner', 9),
      ...of('feedRoller', 9),
    ]);
    expect(table.filter(({ kind }) => kind === 'parts')).toMatchObject([
      { span: 'all', cases: 3, after: expect.closeTo(1 / 3) },
      { span: '7-14', cases: 3 },
    ]);
    expect(toRangeTable(of('toner', 9)).some(({ kind }) => kind === 'parts')).toBe(false);
  });

  it('FS-17: pieces replaced before they failed are counted apart', () => {
    expect(toRangeTable(cases(9, undefined, undefined))[0]).toMatchObject({ cases: 1, covered: 1, unknown: 2 });
  });

  it('FS-17: a piece replaced by plan is known to have lasted so long, and takes nothing from the late side', () => {
    const lasted = (...days: readonly number[]) =>
      cases(...days.map(() => undefined)).map((one, at) => ({ ...one, lasted: days[at] }));
    // Of ten pieces half are replaced on day 9; the others fail in the range (4) and after it (1).
    const [row] = toRangeTable([...cases(10, 11, 12, 13, 20), ...lasted(9, 9, 9, 9, 9)]);
    expect(row).toMatchObject({ cases: 5, unknown: 5, before: 0 });
    expect(row?.after).toBeCloseTo(0.2);
    // One that was in force beyond the range lay after it, whatever ended it.
    expect(toRangeTable([...cases(9, 10, 11, 12), ...lasted(20)])[0]?.after).toBeCloseTo(0.2);
    // Failures before the range weigh more where others were taken out before them.
    expect(toRangeTable([...cases(7, 10), ...lasted(6, 6)])[0]?.before).toBeCloseTo(0.5);
  });

  it('FS-17: the error is of any sign, the lateness is of the dates that were too late', () => {
    expect(toRangeTable(cases(4, 5, 13))[0]).toMatchObject({ error: 5, late: 5 });
    expect(toRangeTable(cases(12, 13, 14))[0]).toMatchObject({ error: 3, late: -3 });
  });

  it('FS-17: a row of fewer than 100 dates says nothing of the promise, a larger one is held to both tails', () => {
    const row = (before: number, inside: number, after: number) =>
      toRangeTable(
        cases(
          ...[[7, before] as const, [10, inside] as const, [14, after] as const].flatMap(([actual, count]) =>
            Array.from({ length: count }, () => actual),
          ),
        ),
      )[0];
    const held = (...counts: readonly [number, number, number]) => {
      const found = row(...counts);
      return found && holdsPromise(found);
    };
    expect(held(9, 80, 10)).toBeUndefined();
    expect(held(10, 80, 10)).toBe(true);
    expect(held(12, 76, 12)).toBe(false);
    expect(held(8, 84, 8)).toBe(false);
    expect(held(5, 80, 15)).toBe(false);
    expect(held(15, 80, 5)).toBe(false);
  });
});
