import { describe, expect, test } from 'vitest';
import { toColorPercent, toLevelPercent, toLifePercent, toWholeDays } from './figures.ts';

describe('one rounding for each kind of figure', () => {
  test.each([
    // value, life, level, days, color
    [0, 0, 0, 0, 0],
    [0.4, 0, 0, 0, 0.4],
    [0.5, 0, 1, 1, 0.5],
    [38.64, 38, 39, 39, 38.6],
    [38.65, 38, 39, 39, 38.7],
    [99.4, 99, 99, 99, 99.4],
    [99.96, 99, 100, 100, 100],
    [100, 100, 100, 100, 100],
    [102.9, 102, 103, 103, 102.9],
  ])('%s', (value, life, level, days, color) => {
    expect([toLifePercent(value), toLevelPercent(value), toWholeDays(value), toColorPercent(value)]).toEqual([
      life,
      level,
      days,
      color,
    ]);
  });

  test.each([99.9, 99.96, 99.999, 100, 100.01])(
    'PM-02: a life of %s percent is shown as 100 exactly where its threshold is reached',
    (life) => expect(toLifePercent(life) >= 100).toBe(life >= 100),
  );
});
