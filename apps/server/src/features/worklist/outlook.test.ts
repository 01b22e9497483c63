import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { describe, expect, it } from 'vitest';
import { toSettings } from '../../worklist/organisation.ts';
import { type OutlookFacts, toOutlook } from './outlook.ts';

const now = Date.parse('2026-11-26T08:00:00Z');
const basis = { rule: 'r', readings: 20, neededReadings: 14, from: null, to: null };
const part = (partsCode: string, lifeNow: number | null, life4Weeks: number | null) => ({
  partsCode,
  lifeNow,
  life4Weeks,
  life1Week: null,
  life2Weeks: null,
  counter: null,
  consumedLife: lifeNow,
  basis,
});
const pmParts = {
  threshold: 100,
  parts: [part('6254', 228, 240), part('6251', 90, 100), part('6342', 50, 52)],
} satisfies DeviceJudgement['pmParts'];
const facts: OutlookFacts = {
  device: { judgedAt: new Date(now), toner: null, pmParts, signs: [], bring: ['6254'] },
  conditions: [
    { conditionId: 'a', kind: 'supply', subject: 'waste', facts: { item: 'waste', urgency: 'full' }, work: 'open' },
    { conditionId: 'b', kind: 'part', subject: 'part.6254', facts: { item: 'part.6254' }, work: 'planned' },
    { conditionId: 'c', kind: 'supply', subject: 'cyan', facts: { item: 'cyan' }, work: 'resolved' },
  ],
  numbers: new Map([['supply.waste', { ownNumber: 'W-1', makerNumber: null, name: null, pieces: 2 }]]),
  settings: toSettings({}),
  now,
};

describe('what to bring and what is due', () => {
  it('WL-59 VP-08: open conditions ask for their parts and supplies, a waste box too, as in the pack of a visit', () => {
    const { bring } = toOutlook(facts);
    expect(bring).toEqual([
      { item: 'supply.waste', pieces: 2, conditionId: 'a', why: { item: 'waste', urgency: 'full' } },
      { item: '6254', pieces: 1, conditionId: 'b', why: { item: 'part.6254' } },
      { item: '6251', pieces: 1, conditionId: null, why: {} },
    ]);
  });

  it('WL-59 VP-13: the next 8 weeks name parts whose life is over or ends, not only supplies', () => {
    expect(toOutlook(facts).forecast).toEqual([
      { item: '6254', day: '2026-11-26', range: { lower: '2026-11-26', upper: '2026-11-26' } },
      { item: '6251', day: '2026-12-24', range: { lower: '2026-12-24', upper: '2026-12-24' } },
    ]);
  });

  it('WL-59: a sign of failure without a day stands once, with its urgency', () => {
    const signs = [
      { component: 'fuser' as const, messageId: '10101002', predictionFailureDate: '2027-01' },
      { component: 'hdd' as const, messageId: '70804102' },
    ];
    const { forecast } = toOutlook({ ...facts, device: { ...facts.device, signs } });
    expect(forecast.slice(2)).toEqual([
      { item: 'fuser', day: null, range: null, urgency: 'nextVisit' },
      { item: 'hdd', day: null, range: null, urgency: expect.any(String) },
    ]);
  });

  it('GE-10: nothing is forecast of a device that was never judged', () => {
    const device = { judgedAt: null, toner: null, pmParts: null, signs: null, bring: null };
    expect(toOutlook({ ...facts, device, conditions: [] })).toEqual({ bring: [], forecast: [] });
  });
});
