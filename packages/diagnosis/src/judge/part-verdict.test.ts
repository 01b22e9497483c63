import { describe, expect, it } from 'vitest';
import { asksForVisit, decideVerdict, type JudgedCondition, type RatedLife, verdictOf } from './part-verdict.ts';

const rated = (consumed: number, after2Weeks: number | null = null, after4Weeks = after2Weeks): RatedLife => ({
  consumed,
  after2Weeks,
  after4Weeks,
  threshold: 100,
});
const condition = (urgency: JudgedCondition['urgency'], exhaustion: number | null = 60): JudgedCondition => ({
  urgency,
  exhaustion,
});

describe('the verdict on a part', () => {
  it.each([
    ['failed or at its limit', rated(50), condition('now'), 'due', 'conditionFirst'],
    [
      'fails within four weeks at a risk that asks for a visit',
      rated(50),
      condition('nextVisit'),
      'nextVisit',
      'conditionFirst',
    ],
    ['the same with its rated life consumed', rated(100), condition('nextVisit'), 'nextVisit', null],
    ['in good condition at the end of its rated life', rated(132), condition('none', 88.3), 'watch', 'ratedReached'],
    ['watched, at the end of its rated life', rated(132), condition('watch'), 'watch', 'ratedReached'],
    ['in good condition at the end of its expected life', rated(80), condition('none', 100), 'watch', null],
    ['in good condition', rated(80), condition('none'), 'sound', null],
    ['judged, of unknown rated life', null, condition('nextVisit'), 'nextVisit', null],
  ] as const)('PM-09 FS-15: %s: the judged condition counts', (_case, life, judged, verdict, differs) => {
    expect(decideVerdict(life, judged)).toMatchObject({ verdict, differs, speaks: 'condition' });
  });

  it.each([
    [100, null, 'due'],
    [99.9, null, 'sound'],
    [80, rated(80, 100), 'nextVisit'],
    [80, rated(80, 99.9, 100), 'watch'],
    [80, rated(80, 90, 99.9), 'sound'],
  ])('PM-01 OQ-71: without a judged condition the rated life of %s %% decides', (consumed, forecast, verdict) => {
    expect(decideVerdict(forecast ?? rated(consumed), null)).toMatchObject({ verdict, speaks: 'rated', differs: null });
  });

  it('PM-09: of a part of which neither is known nothing is claimed', () => {
    expect(decideVerdict(null, null)).toEqual({
      verdict: 'unknown',
      speaks: null,
      rated: null,
      exhaustion: null,
      differs: null,
    });
  });

  it('PM-09: a judgement of an earlier version is read by the life it lists, at its own threshold', () => {
    const part = { lifeNow: 90, life2Weeks: null, life4Weeks: null, consumedLife: 90 };
    expect(verdictOf(part, 90).verdict).toBe('due');
    expect(verdictOf(part, 100).verdict).toBe('sound');
  });

  it('PR-16: parts that are due and parts for the next visit ask for a visit, others do not', () => {
    expect((['due', 'nextVisit', 'watch', 'sound', 'unknown'] as const).filter(asksForVisit)).toEqual([
      'due',
      'nextVisit',
    ]);
  });
});
