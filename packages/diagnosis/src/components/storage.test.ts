import { predictHdd } from '@platen/contract/predictions';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reproduce } from '../figures/reproduce.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { toRelativeScore } from './storage/drive-score.ts';
import { fitStorage, judgeStorage, summariseStorage } from './storage.ts';

const today = 20_000;
const historyOf = (days: readonly Record<string, number>[]): DeviceHistory => ({
  family: null,
  model: null,
  firmware: null,
  days: days.map((values, at) => ({ day: today - days.length + 1 + at, values: new Map(Object.entries(values)) })),
  errors: [],
  replacements: [],
});
const judge = (days: readonly Record<string, number>[], level: number | null = null) =>
  judgeStorage(historyOf(days), { today, model: { drives: 1000, level } });
const smart = (counts: Record<number, number>, port = 0) =>
  Object.fromEntries([5, 187, 188, 197, 198].map((id) => [`smart.${port}.${id}`, counts[id] ?? 0]));
const healthy = Array.from({ length: 60 }, () => ({ 'drive.0': 1, ...smart({}) }));
/** Sectors that cannot be read appear and become more day by day. */
const failing = Array.from({ length: 20 }, (_, i) => ({
  'drive.0': 1,
  ...smart({ 5: 40 * i, 187: 3 * i, 197: 8 * i, 198: 8 * i }),
}));
const ssd = (...wear: number[]) => wear.map((percent) => ({ 'drive.1': 2, 'wear.1': percent }));

describe('health of the storage', () => {
  it('FS-09 ST-02 ST-04: a drive whose counts stay 0 has no problem', () => {
    expect(judge(healthy)).toEqual({
      messageId: null,
      predictionStorages: [
        {
          sataPort: 0,
          type: 'HDD',
          state: 0,
          messageId: null,
          basis: {
            rule: 'storageScore',
            readings: 60,
            neededReadings: 1,
            from: '2024-08-06',
            to: '2024-10-04',
            inputs: { kind: 'driveState', score: -2.0826, wear: null, before: 0, isSelfTesting: false },
          },
        },
      ],
    });
  });

  it('FS-09 ST-01 ST-06: a drive with more unreadable sectors every day is in danger and is replaced now', () => {
    const answer = judge([...healthy, ...failing]);
    expect(answer?.predictionStorages[0]?.state).toBe(9);
    expect(answer?.messageId).toBe('70804103');
  });

  it('ST-05: a few errors that all came on one day call for a backup at most', () => {
    for (const id of [5, 187, 188, 197, 198]) {
      const once = [...healthy, ...healthy.slice(0, 20).map((one) => ({ ...one, ...smart({ [id]: 2 }) }))];
      expect([0, 2]).toContain(judge(once)?.predictionStorages[0]?.state);
    }
    expect(judge([...healthy, { 'drive.0': 1, ...smart({ 187: 2 }) }])?.predictionStorages[0]).toMatchObject({
      state: 2,
      messageId: '70804101',
    });
  });

  it('OQ-104 ST-05: states come in the order of their severity while the counts rise', () => {
    const states = failing.map(
      (_, n) => judge([...healthy, ...failing.slice(0, n)])?.predictionStorages[0]?.state ?? 0,
    );
    expect(states[0]).toBe(0);
    expect(states).toEqual(states.toSorted((a, b) => a - b));
  });

  it('OQ-105 ST-01: a drive whose errors asked for its replacement stays so for 90 days without such errors', () => {
    const rising = [1, 4].map((errors) => ({ 'drive.0': 1, ...smart({ 187: errors }) }));
    const judged = (days: number) =>
      judge([...healthy, ...rising, ...Array.from({ length: days }, () => rising.at(-1) ?? {})])?.predictionStorages[0];
    expect([0, 30, 60, 89].map((days) => judged(days)?.state)).toEqual([3, 3, 3, 3]);
    expect([110, 150].map((days) => judged(days)?.state)).toEqual([0, 0]);
    const held = judged(60)?.basis?.inputs;
    expect(held).toMatchObject({ kind: 'driveState', isHeld: true });
    expect(held?.kind === 'driveState' ? reproduce('driveState', held) : null).toBe(3);
    expect(judged(60)?.messageId).toBe(judged(0)?.messageId);
  });

  it('ST-07: a running self test shows where there is no problem, and does not hide one', () => {
    const tested = (days: Record<string, number>[]) =>
      judge(days.map((one, at) => (at === days.length - 1 ? { ...one, 'selfTest.0': 1 } : one)))?.predictionStorages[0]
        ?.state;
    expect(tested(healthy)).toBe(1);
    expect(tested([...healthy, ...failing])).toBe(9);
  });

  it('ST-03 OQ-105: an SSD goes by its wear and is released 5 percent on the safe side', () => {
    const state = (...wear: number[]) => judge(ssd(...wear))?.predictionStorages[0]?.state;
    expect([10, 85, 95, 100].map((wear) => state(wear))).toEqual([0, 2, 3, 9]);
    expect(state(96, 92)).toBe(3);
    expect(state(96, 90)).toBe(2);
    expect(state(96, 80)).toBe(0);
    expect(judge(ssd(100))?.messageId).toBe('70814203');
  });

  it('a drive that says nothing of its health has state null, a device without drives no answer', () => {
    expect(judge([{ 'drive.0': 1 }])?.predictionStorages).toMatchObject([{ state: null, messageId: null }]);
    expect(judge([{ 'pages.total': 5 }])).toBeNull();
  });

  it('counts that fall are those of another drive', () => {
    expect(judge([...healthy, ...failing, ...healthy.slice(0, 3)])?.predictionStorages[0]?.state).toBe(0);
  });

  it('a fleet learns which score 2 % of its drives exceed, from 500 drives on', () => {
    const [good, bad] = [summariseStorage(historyOf(healthy)), summariseStorage(historyOf([...healthy, ...failing]))];
    if (good === undefined || bad === undefined) throw new Error('no summary');
    const fleet = (drives: number, nth = 45) => Array.from({ length: drives }, (_, i) => (i % nth === 0 ? bad : good));
    expect(fitStorage(fleet(499), { drives: 9000, level: -4 })).toEqual({ drives: 499, level: -4 });
    expect(fitStorage(fleet(500)).level).toBe(bad.tops[0]);
    expect(fitStorage(fleet(500, 50)).level).toBe(good.tops[0]);
    expect(summariseStorage(historyOf(ssd(50)))).toBeUndefined();
  });

  it('FS-09: what alarms in a calm fleet does not in one where such scores are usual, and the distance decides', () => {
    const once = [...healthy, { 'drive.0': 1, ...smart({ 187: 2 }) }];
    expect([-5.5, -2.6].map((level) => judge(once, level)?.predictionStorages[0]?.state)).toEqual([2, 0]);
    fc.assert(
      fc.property(
        fc.double({ min: -8, max: 4, noNaN: true }),
        fc.double({ min: 0, max: 3.3, noNaN: true }),
        (score, rise) => {
          expect(toRelativeScore(score + rise, -5.8 + rise)).toBeCloseTo(toRelativeScore(score, -5.8), 8);
        },
      ),
    );
  });

  it('any readings give a state of the five or null', () => {
    const value = fc.oneof(fc.nat(70_000), fc.double(), fc.integer());
    const key = fc.constantFrom(
      'smart.0.5',
      'smart.0.187',
      'smart.0.188',
      'smart.0.197',
      'smart.0.198',
      'wear.0',
      'selfTest.0',
      'drive.0',
    );
    fc.assert(
      fc.property(fc.array(fc.dictionary(key, value), { maxLength: 15 }), (days) => {
        for (const { state } of judge(days)?.predictionStorages ?? []) expect([null, 0, 1, 2, 3, 9]).toContain(state);
      }),
    );
  });

  it('FS-09: the answer has the shape of the call', () => {
    const answer = judge([...healthy, ...failing]);
    expect(predictHdd.answer.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
  });
});
