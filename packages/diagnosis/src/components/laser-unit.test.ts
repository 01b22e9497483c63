import { describe, expect, it } from 'vitest';
import type { ErrorEvent } from '../history/day-reading.ts';
import { judgeLaserUnit } from './polygonal-motor.ts';

const today = 20_000;
const errorsOn = (code: string, ...days: number[]): { errors: ErrorEvent[] } => ({
  errors: days.map((day) => ({
    at: (today - day) * 86_400_000 + 3_600_000,
    code,
    category: 'serviceCall',
    counter: null,
    conditions: {},
  })),
});

describe('checks of the laser unit', () => {
  it.each([
    ['no error', errorsOn('CA10'), null],
    ['one day', errorsOn('CA10', 3), '62101001'],
    ['several errors of one day', errorsOn('CA20', 3, 3, 3), '62101001'],
    ['two days of a month', errorsOn('CAF2', 3, 28), '62101002'],
    ['two days, one of them long ago', errorsOn('CA10', 3, 30), '62101001'],
    ['four days of a fortnight', errorsOn('CA10', 0, 3, 9, 13), '62101003'],
    ['four days of a month', errorsOn('CA10', 0, 3, 9, 14), '62101002'],
    ['errors of other units', errorsOn('CB10', 1, 2, 3, 4), null],
  ])('FS-29: %s', (_, history, expected) => {
    expect(judgeLaserUnit(history, today)).toBe(expected);
  });
});
