// oxlint-disable vitest/no-conditional-expect, vitest/expect-expect -- a property asserts for the drawn cases
// it applies to
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DayState, replayUrgency } from './urgency.ts';

const risk = 0.1;
/** A part that fails within `end` days as likely as the limit says. */
const state = (day: number, end: number, isDue = false): DayState => ({
  day,
  isDue,
  riskWithin: (days) => Math.min(1, risk * (days / end) ** 3),
});
const replay = (...days: readonly DayState[]) => replayUrgency(days.length, (nth) => days[nth], risk);
const after = (...ends: readonly number[]) => replay(...ends.map((end, day) => state(day, end)));

describe('urgency of a part', () => {
  it('FS-19 FS-20 OQ-105: warned at the limit, released 5 percent on the safe side after 14 days in a row', () => {
    const days = (end: number, count: number) => Array.from({ length: count }, () => end);
    expect(after(28.1)).toBe('watch');
    expect(after(27.9)).toBe('nextVisit');
    expect(after(27.9, ...days(29.3, 40))).toBe('nextVisit');
    expect(after(27.9, ...days(29.5, 13))).toBe('nextVisit');
    expect(after(27.9, ...days(29.5, 14))).toBe('watch');
    expect(after(27.9, ...days(29.5, 14), 29.3)).toBe('watch');
    expect(after(27.9, ...days(29.5, 10), 27.9, ...days(29.5, 13))).toBe('nextVisit');
    expect(after(56.1)).toBe('none');
    expect(after(55.9, ...days(58.7, 40))).toBe('watch');
    expect(after(55.9, ...days(58.9, 13))).toBe('watch');
    expect(after(55.9, ...days(58.9, 14))).toBe('none');
  });

  it('FS-20: whatever a figure does, its sign is released at most once in 14 days', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 5, max: 200, noNaN: true }), { maxLength: 60 }), (ends) => {
        const grades = ['none', 'watch', 'nextVisit', 'now'];
        const graded = ends.map((_, at) => grades.indexOf(after(...ends.slice(0, at + 1))));
        const released = graded.flatMap((one, at) => (one < (graded[at - 1] ?? 0) ? [at] : []));
        for (const [at, day] of released.entries())
          if (graded[day - 1] === graded[(released[at - 1] ?? day) - 1])
            expect(day - (released[at - 1] ?? -14)).toBeGreaterThanOrEqual(14);
      }),
    );
  });

  it('OQ-105: a sign that was not open begins only on a day that asks for it itself, and stays once it is open', () => {
    const past = [27.9, ...Array.from({ length: 5 }, () => 35)].map((end, day) => state(day, end));
    const replayed = (days: readonly DayState[], wasOpen?: boolean) =>
      replayUrgency(days.length, (nth) => days[nth], risk, wasOpen);
    expect(replayed(past)).toBe('nextVisit');
    expect(replayed(past, true)).toBe('nextVisit');
    expect(replayed(past, false)).toBe('watch');
    expect(replayed([...past, state(6, 27.9)], false)).toBe('nextVisit');
    expect(replayed([...past, state(6, 500, true)], false)).toBe('now');
    expect(replayed([state(1, 500)], false)).toBe('none');
  });

  it('FS-19: the less a part may risk, the sooner a visit is asked for', () => {
    const asked = (limit: number) => replayUrgency(1, () => state(1, 40), limit);
    expect([0.02, 0.05, 0.2, 0.9].map(asked)).toEqual(['nextVisit', 'watch', 'watch', 'none']);
  });

  it('FS-19: a part that has failed is due now, and a part that is far from its end says nothing', () => {
    expect(replay(state(1, 500), state(2, 500, true))).toBe('now');
    expect(after(500)).toBe('none');
    expect(replay()).toBe('none');
  });

  it('a figure that sways by less than 5 percent switches at most once', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 10, max: 200, noNaN: true }),
        fc.array(fc.double({ min: 0.98, max: 1.02, noNaN: true }), { minLength: 2, maxLength: 60 }),
        (middle, sways) => {
          const graded = sways.map((_, at) => after(...sways.slice(0, at + 1).map((sway) => middle * sway)));
          expect(graded.filter((one, at) => at > 0 && one !== graded[at - 1]).length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
