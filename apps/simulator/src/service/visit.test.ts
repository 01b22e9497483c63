import { describe, expect, it } from 'vitest';
import { Random } from '../fleet/random.ts';
import { toRecord } from './to-record.ts';
import { decideVisit, isFixedBy, itemsOf, needsVisit } from './visit.ts';

const failed = [{ item: '6250', stops: true }];
const down = { kind: 'down', subject: 'C371' } as const;
const part = { kind: 'part', subject: 'drum.yellow' } as const;
const visits = (count: number, order: Omit<Parameters<typeof decideVisit>[0], 'bring'>) =>
  Array.from({ length: count }, (_, at) => decideVisit({ bring: [], ...order }, new Random('5210', at)));
const share = <T>(list: readonly T[], holds: (one: T) => boolean) => list.filter(holds).length / list.length;

describe('a visit of simulated service people', () => {
  it('GE-22: parts of the conditions are put in, sometimes a wrong one, sometimes none is there', () => {
    const made = visits(2000, { conditions: [part], failed: [] });
    expect(share(made, ({ putIn }) => putIn.includes('6251'))).toBeCloseTo(0.9 * 0.95, 1);
    expect(share(made, ({ recorded }) => recorded.length === 0)).toBeCloseTo(0.1, 1);
    const wrong = share(made, ({ recorded, putIn }) => recorded.length > putIn.length);
    expect(wrong).toBeGreaterThan(0.02);
    expect(wrong).toBeLessThan(0.08);
  });

  it('GE-22: the failed part is known by its code more often than by a call', () => {
    const isThere = ({ putIn }: { readonly putIn: readonly string[] }) => putIn.includes('6250');
    const byCode = share(visits(2000, { conditions: [down], failed }), isThere);
    const byCall = share(visits(2000, { conditions: [{ kind: 'person', subject: 'noise' }], failed }), isThere);
    expect(byCode).toBeGreaterThan(byCall + 0.15);
  });

  it('GE-22: what is missing is brought for certain the next time', () => {
    for (const visit of visits(200, { conditions: [down], failed, again: ['6250'] }))
      expect(visit).toMatchObject({ recorded: ['6250'], missing: [] });
  });

  it('GE-22: a part is fixed by what the record names, a stop only once the device runs', () => {
    const wrongPart = { recorded: ['6250'], isRunning: false };
    expect(isFixedBy(wrongPart, down)).toBe(false);
    expect(isFixedBy({ ...wrongPart, isRunning: true }, down)).toBe(true);
    expect(isFixedBy({ recorded: itemsOf(part), isRunning: false }, part)).toBe(true);
    expect(isFixedBy({ recorded: [], isRunning: true }, part)).toBe(false);
  });

  it('GE-22 VR-07 VE-09: the record names what people think they did, and what they looked at and left in', () => {
    const facts = { deviceId: 'd', hadFailed: true, leftAt: Date.parse('2026-11-26T10:00:00Z') };
    const conditions = [{ conditionId: 'c', ...part }];
    const visit = { putIn: [], recorded: ['6251'], foundGood: ['6274'], missing: ['6250'], isRunning: false };
    expect(toRecord(visit, { ...facts, conditions })).toMatchObject({
      arrivedAt: '2026-11-26T09:15:00.000Z',
      result: 'partsMissing',
      done: [],
      parts: [
        { item: '6251', answer: 'replaced' },
        { item: '6274', answer: 'lookedAtGood', isUnused: true },
        { item: '6250', answer: 'notDone', isMissing: true },
      ],
      conditions: [{ conditionId: 'c', outcome: 'fixed' }],
    });
    const nothing = { putIn: [], recorded: [], foundGood: [], missing: [], isRunning: true };
    expect(
      toRecord(nothing, { ...facts, hadFailed: false, conditions: [{ conditionId: 'c', ...down }] }),
    ).toMatchObject({
      result: 'noFaultFound',
      conditions: [{ outcome: 'nothing' }],
    });
    expect(toRecord({ ...nothing, isRunning: false, missing: ['6250'] }, { ...facts, conditions })).toMatchObject({
      conditions: [{ outcome: 'notFixed', reason: 'The part was not there' }],
    });
  });

  it('GE-22 VE-09: of sound parts that were asked for some are looked at and left in, of failed ones none', () => {
    const order = { conditions: [part], looks: true };
    const sound = visits(2000, { ...order, failed: [] });
    expect(share(sound, ({ foundGood }) => foundGood.includes('6251'))).toBeCloseTo(0.9 * 0.4, 1);
    const worn = visits(200, { ...order, failed: [{ item: '6251', stops: false }] });
    expect(worn.every(({ foundGood }) => foundGood.length === 0)).toBe(true);
  });

  it('GE-22: no visit is made for a cartridge or a setting', () => {
    expect((['down', 'part', 'storage', 'person'] as const).every(needsVisit)).toBe(true);
    expect((['supply', 'stopped', 'codeChanged', 'firmware'] as const).some(needsVisit)).toBe(false);
  });
});
