import { dayMs } from '@platen/contract/constants';
import { describe, expect, it } from 'vitest';
import type { DeviceHistory } from '../history/day-reading.ts';
import { decideStatus } from '../status.ts';
import { judgeDevice } from './judge-device.ts';
import { decideVerdict } from './part-verdict.ts';
import { toOverdueParts, toRepeatedCalls } from './reasons.ts';

const today = 20_500;
const empty: DeviceHistory = { family: null, model: null, firmware: null, days: [], errors: [], replacements: [] };
const call = (daysAgo: number, code = 'C391', category: 'serviceCall' | 'jamPrint' = 'serviceCall') => ({
  at: (today - daysAgo) * dayMs + 36_000_000,
  code,
  category,
  counter: null,
  conditions: {},
});
const calls = (...errors: DeviceHistory['errors']): DeviceHistory => ({
  ...empty,
  errors: errors.toSorted((a, b) => a.at - b.at),
});
/** Fine by its own report, so that only what is judged decides. */
const statusOf = (history: DeviceHistory) => {
  const { reasons } = judgeDevice(history, { today, model: undefined, thresholds: [], codes: [] });
  return decideStatus({ status: { hrDeviceStatus: 'running', detectedErrors: [] }, signs: reasons });
};
/** Parts in percent of their rated life, reported every day for three weeks. */
const counting = (...lives: readonly number[]): DeviceHistory => ({
  ...empty,
  days: Array.from({ length: 21 }, (_, at) => ({
    day: today - 20 + at,
    values: new Map(lives.map((life, part) => [`part.69${String(part).padStart(2, '0')}.life`, life])),
  })),
});

describe('repeated service calls', () => {
  it('OQ-30: three calls of one code in 7 days make a warning that names code, number and first call', () => {
    const { status, reasons } = statusOf(calls(call(6), call(3), call(0), call(9), call(1, 'C447')));
    expect(status).toBe('warning');
    expect(reasons).toEqual([
      {
        source: 'serviceCalls',
        code: 'C391',
        severity: 'warning',
        count: 3,
        since: new Date(call(6).at).toISOString(),
      },
    ]);
  });

  it('OQ-30: two of a code, or a third one 8 days ago, or jams, do not', () => {
    expect(statusOf(calls(call(7), call(3), call(0))).status).toBe('normal');
    expect(
      statusOf(calls(call(2, 'E010', 'jamPrint'), call(1, 'E010', 'jamPrint'), call(0, 'E010', 'jamPrint'))).status,
    ).toBe('normal');
  });

  it('OQ-30: eleven calls in 14 days are never normal, whatever their codes', () => {
    const many = calls(...Array.from({ length: 11 }, (_, at) => call(at, `C${400 + at}`)));
    expect(statusOf(many)).toMatchObject({
      status: 'warning',
      reasons: [{ source: 'serviceCalls', code: '', count: 11 }],
    });
  });

  it('OQ-30: calls before a part was replaced are answered by that visit', () => {
    const history = calls(call(4), call(3), call(2), call(0));
    const replacements = [{ item: 'part.6342', day: today - 1 }];
    expect(toRepeatedCalls({ ...history, replacements }, today)).toEqual([]);
    expect(toRepeatedCalls(history, today)).toHaveLength(1);
  });
});

describe('maintenance overdue', () => {
  it('OQ-30 OQ-71: parts past their rated life whose condition is not judged make a warning with their number', () => {
    expect(statusOf(counting(...Array.from({ length: 8 }, () => 138))).reasons).toEqual([
      { source: 'maintenance', code: '', severity: 'warning', count: 8 },
    ]);
    expect(statusOf(counting(100, 60))).toMatchObject({ status: 'warning', reasons: [{ count: 1 }] });
    expect(statusOf(counting(99.9, 60)).status).toBe('normal');
  });

  it('OQ-30: parts in good condition past their rated life count from three on', () => {
    const part = (partsCode: string) => ({
      partsCode,
      lifeNow: 80,
      life1Week: null,
      life2Weeks: null,
      life4Weeks: null,
      counter: null,
      consumedLife: 120,
      verdict: decideVerdict(
        { consumed: 120, after2Weeks: null, after4Weeks: null, threshold: 100 },
        { urgency: 'none', exhaustion: 80 },
      ),
    });
    const overdue = (...codes: string[]) => toOverdueParts({ threshold: 100, parts: codes.map(part) });
    expect(overdue('6250', '6251')).toEqual([]);
    expect(overdue('6250', '6251', '6252')).toMatchObject([{ source: 'maintenance', count: 3 }]);
    expect(toOverdueParts(null)).toEqual([]);
  });
});
