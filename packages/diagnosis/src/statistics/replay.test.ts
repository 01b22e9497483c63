import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replayLast } from './replay.ts';

const states = ['none', 'watch', 'now'] as const;
type State = (typeof states)[number];

describe('replay of states that hold on', () => {
  it('OQ-105: the last state is that of going through all days from the first, and none is asked for twice', () => {
    const table = fc.array(fc.tuple(...states.map(() => fc.constantFrom(...states))), { maxLength: 30 });
    fc.assert(
      fc.property(table, fc.constantFrom(...states), (days, start) => {
        const next = (before: State, day: (typeof days)[number]) => day[states.indexOf(before)] ?? before;
        const asked: number[] = [];
        const dayAt = (nth: number) => {
          asked.push(nth);
          return days[nth] ?? [...states];
        };
        expect(replayLast(days.length, dayAt, next, start, states)).toBe(days.reduce(next, start));
        expect(new Set(asked).size).toBe(asked.length);
      }),
    );
  });

  it('days before one on which all states meet are not asked for', () => {
    const asked: number[] = [];
    const last = replayLast(
      1000,
      (nth) => asked.push(nth),
      () => 'none',
      'now',
      states,
    );
    expect(last).toBe('none');
    expect(asked).toEqual([999]);
  });
});
