import { describe, expect, it } from 'vitest';
import { fitNeeds, hazardOf, kindOf, type NeedsSummary, type PieceSummary, policyOf } from './needs-model.ts';

const inForce = (end: number): PieceSummary => [0, end, 0];
const replaced = (end: number): PieceSummary => [0, end, 1];
const failed = (end: number): PieceSummary => [0, end, 2];
const of = (pieces: NeedsSummary['pieces']): NeedsSummary => ({ pieces });

/** Chance that a piece of this use is replaced before it has done so much more. */
const chance = (summaries: readonly NeedsSummary[], item: string, from: number, to: number, policy = 'plan' as const) =>
  1 - Math.exp(-hazardOf(fitNeeds(summaries, undefined), item, policy)(from, to));

describe('when pieces are replaced, learned from the fleet (issue 14.9)', () => {
  const planned = Array.from({ length: 60 }, (_, at) =>
    of({ 'part.6342': [replaced(0.9 + (at % 8) / 100), inForce(0.3)], 'part.6250': [replaced(0.95), inForce(0.1)] }),
  );
  const worn = Array.from({ length: 20 }, (_, at) =>
    of({ 'part.6342': [inForce(1.2 + at / 20)], 'part.6250': [inForce(1.3)] }),
  );

  it('a piece is replaced about where those before it were, and not before', () => {
    expect(chance(planned, 'part.6342', 0, 0.8)).toBeLessThan(0.1);
    expect(chance(planned, 'part.6342', 0.86, 1.02)).toBeGreaterThan(0.9);
  });

  it('a device that lets its parts run on is not taken for one that replaces them by plan', () => {
    const fleet = [...planned, ...worn];
    const model = fitNeeds(fleet, undefined);
    const within = (policy: 'plan' | 'wear') => 1 - Math.exp(-hazardOf(model, 'part.6342', policy)(0.86, 1.02));
    expect(within('plan')).toBeGreaterThan(within('wear') + 0.4);
    expect(planned.map(policyOf)).toEqual(planned.map(() => 'plan'));
    expect(worn.map(policyOf)).toEqual(worn.map(() => 'wear'));
    expect(policyOf(of({ 'part.6342': [inForce(0.4)] }))).toBe('unknown');
  });

  it('a failed piece counts for its date, not for the plan', () => {
    const failing = Array.from({ length: 60 }, () => of({ 'part.6342': [failed(0.5), inForce(0.3)] }));
    expect(chance(failing, 'part.6342', 0.3, 0.6)).toBeLessThan(0.2);
  });

  it('a few devices of a family are drawn towards all, many are not', () => {
    const common = fitNeeds(planned, undefined);
    const early = (count: number) =>
      Array.from({ length: count }, () => of({ 'part.6342': [replaced(0.6), inForce(0.2)] }));
    const within = (count: number) =>
      1 - Math.exp(-hazardOf(fitNeeds(early(count), common), 'part.6342', 'unknown')(0.5, 0.7));
    expect(within(2)).toBeLessThan(within(200));
    expect(within(200)).toBeGreaterThan(0.75);
    expect(fitNeeds([], common)).toEqual(common);
    expect(fitNeeds([], undefined)).toBeUndefined();
  });

  it('before anything is learned pieces are needed about the end of the named life', () => {
    expect(hazardOf(undefined, 'part.6342', 'unknown')(0, 0.7)).toBeLessThan(0.1);
    expect(hazardOf(undefined, 'part.6342', 'unknown')(0.9, 1.3)).toBeGreaterThan(0.8);
    expect(hazardOf(undefined, 'years:part.9999', 'unknown')(0, 0.25)).toBeCloseTo(0.025);
  });

  it('colours and paper sources of a kind learn together', () => {
    expect(kindOf('part.6250')).toBe(kindOf('part.6253'));
    expect(kindOf('part.6410')).toBe(kindOf('part.6430'));
    expect(kindOf('part.6410')).not.toBe(kindOf('part.6411'));
    expect(kindOf('toner.black')).toBe(kindOf('toner.cyan'));
    expect(kindOf('years:part.6250')).not.toBe(kindOf('part.6250'));
  });
});
