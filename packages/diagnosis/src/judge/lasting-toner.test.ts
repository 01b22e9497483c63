import { describe, expect, it } from 'vitest';
import { decideStatus } from '../status.ts';
import type { DeviceJudgement } from './judgement.ts';
import { toLastingToner } from './reasons.ts';

const historyAt = (level: number) => ({
  family: null,
  model: null,
  firmware: null,
  days: [{ day: 20_000, values: new Map([['toner.black', level]]) }],
  errors: [],
  replacements: [],
});
const basis = { rule: 'tonerTrend', readings: 60, neededReadings: 14, from: null, to: null };
const tonerOf = (lower: number): DeviceJudgement['toner'] => ({
  black: {
    daysLeft: { state: 'judged', value: { value: lower + 5, lower, upper: lower + 20 }, basis },
    averagePixelCount: null,
  },
});
const hint = { source: 'supply', code: 'black', severity: 'info', condition: 'low' } as const;
const black = (percent: number) => ({
  index: '1.1',
  class: 'supplyThatIsConsumed' as const,
  type: 'toner',
  tonerColor: 'black' as const,
  percent: { state: 'measured' as const, value: percent },
});
const idle = { detectedErrors: [], hrDeviceStatus: 'running' as const };

describe('low toner that lasts', () => {
  it('OQ-30: a colour is named that is low, or nearly, and lasts more than two weeks by the lower end of its range', () => {
    expect(toLastingToner(historyAt(9), tonerOf(15))).toEqual([hint]);
    expect(toLastingToner(historyAt(9), tonerOf(14))).toEqual([]);
    expect(toLastingToner(historyAt(60), tonerOf(90))).toEqual([]);
    expect(toLastingToner(historyAt(9), {})).toEqual([]);
    const withheld: DeviceJudgement['toner'] = {
      black: { daysLeft: { state: 'withheld', basis }, averagePixelCount: null },
    };
    expect(toLastingToner(historyAt(9), withheld)).toEqual([]);
  });

  it('OQ-30: it is a hint and the device is normal; without the forecast it is a warning', () => {
    const state = { status: idle, supplies: [black(9)] };
    expect(decideStatus({ ...state, signs: [hint] })).toMatchObject({ status: 'normal', reasons: [hint] });
    expect(decideStatus(state)).toMatchObject({ status: 'warning', reasons: [{ ...hint, severity: 'warning' }] });
    const reported = { ...idle, detectedErrors: ['lowToner' as const], hrDeviceStatus: 'warning' as const };
    expect(decideStatus({ status: reported, supplies: [black(4)], signs: [hint] }).status).toBe('normal');
  });

  it('OQ-30: empty toner, another colour and toner that is not low are as without the hint', () => {
    const other = { ...hint, code: 'cyan' };
    expect(decideStatus({ status: idle, supplies: [black(9)], signs: [other] }).status).toBe('warning');
    expect(decideStatus({ status: idle, supplies: [black(0)], signs: [hint] }).status).toBe('warning');
    expect(decideStatus({ status: idle, supplies: [black(60)], signs: [hint] })).toMatchObject({
      status: 'normal',
      reasons: [],
    });
    const jam = { ...idle, detectedErrors: ['jammed' as const] };
    expect(decideStatus({ status: jam, supplies: [black(9)], signs: [hint] })).toMatchObject({
      status: 'error',
      reasons: [{ code: 'jammed' }, { severity: 'info' }],
    });
  });
});
