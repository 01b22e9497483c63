import type { DeviceRecord } from '@platen/contract/visit-records';
import { describe, expect, it } from 'vitest';
import { doubtCounter } from './check-counter.ts';
import { checkRecord } from './check-record.ts';
import { suggestOutcome } from './suggest-outcome.ts';
import { whatItDoes, withMissing } from './what-it-does.ts';

const id = (n: number) => `00000000-0000-7000-8000-00000000000${String(n)}`;
const record = (more: Partial<DeviceRecord> = {}): DeviceRecord => ({
  deviceId: id(0),
  arrivedAt: '2026-11-26T12:06:00Z',
  leftAt: '2026-11-26T12:38:00Z',
  result: 'worksForNow',
  done: [],
  parts: [],
  counters: [],
  conditions: [],
  ...more,
});
const now = Date.parse('2026-11-26T12:40:00Z');

describe('what a record does', () => {
  it('VR-02 VR-04 VR-06 VR-07 VR-08 VE-07: it follows from the answers, missing parts whatever the result', () => {
    const effects = whatItDoes(
      record({
        done: [{ done: 'exchanged', what: 'board' }],
        parts: [
          { item: 'feedRoller.CST1', answer: 'replaced' },
          { item: 'toner.magenta', answer: 'replaced', serial: 'S1' },
          { item: 'supply.waste', answer: 'replaced' },
          { item: '6251', answer: 'lookedAtGood' },
          { item: 'drum.black', answer: 'notDone', isMissing: true, pieces: 2 },
          { item: 'secondTransfer', answer: 'notDone', isUnused: true },
        ],
        conditions: [
          { conditionId: id(1), outcome: 'fixed' },
          { conditionId: id(2), outcome: 'notFixed', reason: 'part missing' },
          { conditionId: id(3), outcome: 'nothing' },
        ],
      }),
    );
    expect(effects).toEqual({
      fixed: [id(1)],
      nothing: [id(3)],
      stay: [{ conditionId: id(2), reason: 'part missing' }],
      replaced: [
        ...['part.6410', 'part.6411', 'part.6412'].map((item) => ({ item, serial: null })),
        { item: 'toner.magenta', serial: 'S1' },
      ],
      partsReplaced: ['feedRoller.CST1', 'toner.magenta'],
      partsNoted: ['supply.waste'],
      partsGood: ['6251'],
      foundGood: ['part.6251'],
      missing: [{ item: 'drum.black', pieces: 2 }],
      unused: 1,
      exchanged: 'boardExchanged',
      codesSet: 0,
      effectAfter: 30,
    });
    expect(whatItDoes(record({ done: [{ done: 'trainedUser' }] })).effectAfter).toBeNull();
    expect(
      withMissing(
        [{ item: 'a', pieces: 1 }],
        [
          { item: 'b', pieces: 1 },
          { item: 'a', pieces: 3 },
        ],
      ),
    ).toEqual([
      { item: 'b', pieces: 1 },
      { item: 'a', pieces: 3 },
    ]);
  });

  it('VR-01 VR-07: contradictions are refused with the field', () => {
    const wrong = record({
      leftAt: '2026-11-26T12:00:00Z',
      conditions: [{ conditionId: id(1), outcome: 'notFixed' }],
      parts: [{ item: 'fuser', answer: 'replaced', isMissing: true }],
    });
    expect(checkRecord(wrong, now).map((line) => line.split(':')[0])).toEqual([
      'leftAt',
      'conditions.0.reason',
      'parts.0.isMissing',
    ]);
    expect(checkRecord(record(), now)).toEqual([]);
    expect(
      checkRecord(record({ arrivedAt: '2026-11-26T13:00:00Z', leftAt: '2026-11-26T13:01:00Z' }), now),
    ).toHaveLength(1);
    expect(checkRecord({ deviceId: id(0), notDone: 'other' }, now)).toHaveLength(1);
  });

  it('VR-01: conditions fill themselves from the parts', () => {
    const drum = { kind: 'part', subject: 'drum.black' };
    expect(suggestOutcome(drum, [{ item: '6250', answer: 'replaced' }])).toEqual({ outcome: 'fixed', from: '6250' });
    expect(suggestOutcome(drum, [{ item: 'drum.black', answer: 'notDone', isMissing: true }])?.outcome).toBe(
      'notFixed',
    );
    expect(suggestOutcome(drum, [{ item: 'drum.black', answer: 'lookedAtGood' }])?.outcome).toBe('nothing');
    expect(
      suggestOutcome({ kind: 'down', subject: 'C447' }, [
        { item: 'drum.black', answer: 'lookedAtGood' },
        { item: '6342', answer: 'replaced' },
      ]),
    ).toEqual({
      outcome: 'fixed',
      from: '6342',
    });
    expect(suggestOutcome(drum, [{ item: 'fuser', answer: 'replaced' }])).toBeNull();
    for (const [subject, item] of [
      ['waste', 'supply.waste'],
      ['cyan', 'toner.cyan'],
    ] as const) {
      const supply = { kind: 'supply', subject };
      expect(suggestOutcome(supply, [{ item, answer: 'replaced' }])).toEqual({ outcome: 'fixed', from: item });
      expect(suggestOutcome(supply, [{ item: 'toner.black', answer: 'replaced' }])).toBeNull();
    }
  });

  it('VR-05: a typed total is doubted below the last one, and above what the device prints', () => {
    const reported = { value: 271_163, at: '2026-11-26T12:31:00Z' };
    expect(doubtCounter(271_240, reported, now, 300)).toBeNull();
    expect(doubtCounter(271_100, reported, now, 300)).toBe('belowReported');
    expect(doubtCounter(281_240, reported, now, null)).toBe('tooHigh');
    expect(doubtCounter(272_000, { ...reported, at: '2026-11-25T12:31:00Z' }, now, 100)).toBe('tooHigh');
    expect(doubtCounter(99, null, now, null)).toBeNull();
  });
});
