import { describe, expect, it } from 'vitest';
import { type AnsweredBreak, continueTotal } from './continued-total.ts';

const fell = (cause: AnsweredBreak['cause'], day = '2026-08-10', before = 40_000, after = 20): AnsweredBreak => ({
  day,
  before,
  after,
  cause,
});

describe('a counter continued over its breaks', () => {
  it.each(['boardExchanged', 'memoryCleared', 'counterSet'] as const)(
    'CT-04 PR-10: the machine went on after %s: the step is added back',
    (cause) => expect(continueTotal(2360, [fell(cause)])).toEqual({ value: 42_340, isAssumed: false }),
  );

  it('CT-04: an exchanged device starts from its own counter, whatever was before it', () => {
    expect(continueTotal(2360, [fell('deviceExchanged')])).toBeUndefined();
    const later = fell('boardExchanged', '2026-09-01', 5000, 0);
    const breaks = [later, fell('deviceExchanged'), fell('boardExchanged', '2026-01-01')];
    expect(continueTotal(2360, breaks)).toEqual({ value: 7360, isAssumed: false });
  });

  it('CT-04: a misread value stepped away and back and changes nothing', () => {
    const back = fell('misread', '2026-08-11', 20, 40_010);
    expect(continueTotal(40_050, [fell('misread'), back])).toBeUndefined();
  });

  it('CT-04: a break without a stated cause is continued and marked as assumed; its answer changes the figure', () => {
    expect(continueTotal(2360, [fell(null)])).toEqual({ value: 42_340, isAssumed: true });
    expect(continueTotal(2360, [])).toBeUndefined();
  });
});
