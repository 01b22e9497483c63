import { describe, expect, it } from 'vitest';
import { doubtOf, emptyDraft, outcomeOf, type RecordSubject, toggleDone, toRecord, toTotal } from './record-model.ts';

const part = (item: string, partNumber: string | null = null) => ({ item, partNumber, pieces: 1, isInStock: true });
const subject: RecordSubject = {
  deviceId: 'd',
  parts: [part('fuser', '4409-F'), part('drum.black'), part('drum.yellow'), part('toner.magenta')],
  conditions: [
    { conditionId: 'a', kind: 'part', subject: 'fuser' },
    { conditionId: 'b', kind: 'part', subject: 'drum.black' },
    { conditionId: 'c', kind: 'down', subject: 'C447' },
  ],
  total: { value: 271_163, at: '2026-11-26T12:31:00Z' },
  pagesADay: 300,
};
const now = Date.parse('2026-11-26T12:38:00Z');
const draft = {
  ...emptyDraft('2026-11-26T12:06:00Z'),
  result: 'worksForNow' as const,
  parts: {
    fuser: 'replaced',
    'drum.black': 'missing',
    'drum.yellow': 'lookedAtGood',
    'toner.magenta': 'notNeeded',
  } as const,
  serials: { fuser: ' F1 ' },
};

describe('the form of a record', () => {
  it('VR-01 VR-02 VR-03 VR-08 VE-07: taps on the parts of the pack are the record', () => {
    const record = toRecord(subject, { ...draft, typedTotal: '271,240' }, now, () => 'part missing');
    expect(record.parts).toEqual([
      { item: 'fuser', answer: 'replaced', pieces: 1, partNumber: '4409-F', serial: 'F1' },
      { item: 'drum.black', answer: 'notDone', pieces: 1, isMissing: true },
      { item: 'drum.yellow', answer: 'lookedAtGood', pieces: 1 },
      { item: 'toner.magenta', answer: 'notDone', pieces: 1, isUnused: true },
    ]);
    expect(record.leftAt).toBe('2026-11-26T12:38:00.000Z');
    expect(record.counters).toEqual([{ counter: 'total', reported: subject.total, typed: 271_240 }]);
  });

  it('VR-07: conditions follow from the parts, and what the person chose goes first', () => {
    const outcomes = (more = {}) =>
      toRecord(subject, { ...draft, ...more }, now, (from) => `because of ${String(from)}`).conditions;
    expect(outcomes()).toEqual([
      { conditionId: 'a', outcome: 'fixed' },
      { conditionId: 'b', outcome: 'notFixed', reason: 'because of drum.black' },
    ]);
    expect(outcomes({ outcomes: { a: 'nothing', b: 'notFixed' }, reasons: { b: 'comes on Monday' } })).toEqual([
      { conditionId: 'a', outcome: 'nothing' },
      { conditionId: 'b', outcome: 'notFixed', reason: 'comes on Monday' },
    ]);
    expect(outcomeOf({ conditionId: 'c', kind: 'down', subject: 'C447' }, subject, draft).outcome).toBeNull();
  });

  it('VR-05: a doubtful total asks once', () => {
    const typed = { ...draft, typedTotal: '270000' };
    expect(doubtOf(subject, typed, now)).toBe('belowReported');
    expect(doubtOf(subject, { ...typed, confirmedTotal: '270000' }, now)).toBeNull();
    expect(doubtOf(subject, { ...typed, typedTotal: '270001', confirmedTotal: '270000' }, now)).toBe('belowReported');
    expect([toTotal('271 240'), toTotal('271.240'), toTotal('no'), toTotal('')]).toEqual([
      271_240,
      271_240,
      null,
      null,
    ]);
  });

  it('VR-03: a second tap takes an entry back', () => {
    const once = toggleDone(draft, 'clearedPaper');
    expect(once.done).toEqual([{ done: 'clearedPaper' }]);
    expect(toggleDone(once, 'clearedPaper').done).toEqual([]);
  });
});
