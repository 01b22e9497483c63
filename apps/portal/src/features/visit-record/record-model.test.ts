import type { DeviceRecord, RecordedDevice } from '@platen/contract/visit-records';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDraft, type RecordDraft } from '../../offline/record-draft.ts';
import { doubtOf, outcomeOf, problemOf, toDraft, toggleDone, toRecord, toSaved, toTotal } from './record-model.ts';
import type { RecordSubject } from './to-subject.ts';

const part = (item: string, partNumber: string | null = null) => ({
  item,
  name: null,
  partNumber,
  pieces: 1,
  isInStock: true,
});
const at = '2026-11-26T12:31:00Z';
const condition = (conditionId: string, kind: 'part' | 'down', about: string) => ({
  conditionId,
  kind,
  subject: about,
  facts: {},
  openedAt: at,
  lastSeenAt: at,
});
const setting = (proposalId: string, code: string) => ({
  proposalId,
  code,
  from: '96',
  to: '128',
  text: null,
  by: null,
});
const subject: RecordSubject = {
  deviceId: 'd',
  serial: 'S',
  model: 'M',
  description: null,
  parts: [part('fuser', '4409-F'), part('drum.black'), part('drum.yellow'), part('toner.magenta')],
  others: [],
  conditions: [
    condition('a', 'part', 'fuser'),
    condition('b', 'part', 'drum.black'),
    condition('c', 'down', 'C447'),
    condition('e', 'down', 'F100'),
  ],
  settings: [setting('p', '08-2103-0'), setting('q', '05-2114')],
  firmware: { version: '1610', target: '1650' },
  total: { value: 271_163, at },
  pagesADay: 300,
};
const now = Date.parse('2026-11-26T12:38:00Z');
const draft: RecordDraft = {
  ...emptyDraft('2026-11-26T12:06:00Z'),
  result: 'worksForNow',
  parts: {
    fuser: 'replaced',
    'drum.black': 'missing',
    'drum.yellow': 'lookedAtGood',
    'toner.magenta': 'notNeeded',
  },
  serials: { fuser: ' F1 ' },
};
const words = (from: string | null) => `because of ${String(from)}`;

describe('the form of a record', () => {
  it('VR-01 VR-02 VR-03 VR-08 VE-07: taps on the parts of the pack are the record', () => {
    const record = toRecord(
      subject,
      {
        ...draft,
        typedTotal: '271,240',
        added: ['developer.cyan'],
        parts: { ...draft.parts, 'developer.cyan': 'replaced' },
      },
      now,
      words,
    );
    expect(record.parts).toEqual([
      { item: 'fuser', answer: 'replaced', pieces: 1, partNumber: '4409-F', serial: 'F1' },
      { item: 'drum.black', answer: 'notDone', pieces: 1, isMissing: true },
      { item: 'drum.yellow', answer: 'lookedAtGood', pieces: 1 },
      { item: 'toner.magenta', answer: 'notDone', pieces: 1, isUnused: true },
      { item: 'developer.cyan', answer: 'replaced', pieces: 1 },
    ]);
    expect(record.leftAt).toBe('2026-11-26T12:38:00.000Z');
    expect(record.counters).toEqual([{ counter: 'total', reported: subject.total, typed: 271_240 }]);
  });

  it('VR-07: conditions follow from the parts, and what the person chose goes first', () => {
    const outcomes = (more = {}) => toRecord(subject, { ...draft, ...more }, now, words).conditions;
    expect(outcomes()).toEqual([
      { conditionId: 'a', outcome: 'fixed' },
      { conditionId: 'b', outcome: 'notFixed', reason: 'because of drum.black' },
      { conditionId: 'c', outcome: 'fixed' },
    ]);
    expect(outcomes({ outcomes: { a: 'nothing', b: 'notFixed' }, reasons: { b: 'comes on Monday' } })).toEqual([
      { conditionId: 'a', outcome: 'nothing' },
      { conditionId: 'b', outcome: 'notFixed', reason: 'comes on Monday' },
      { conditionId: 'c', outcome: 'fixed' },
    ]);
    expect(outcomeOf(condition('e', 'down', 'F100'), subject, draft).outcome).toBeNull();
  });

  it('VR-03 CH-12: proposals, typed settings, a firmware and words are entries; a proposal set back is one too', () => {
    const record = toRecord(
      subject,
      {
        ...draft,
        proposals: { p: { isDone: true, reason: '' }, q: { isDone: false, reason: 'no time' } },
        settings: [{ code: '13-7-1', from: '', to: '3' }],
        firmware: { from: '1610', to: '1650' },
        other: 'Guide moved',
        testPages: '12',
        remains: 'Drum K',
      },
      now,
      words,
    );
    expect(record.proposals).toEqual([
      { proposalId: 'p', isDone: true },
      { proposalId: 'q', isDone: false, reason: 'no time' },
    ]);
    expect(record.done).toEqual([
      { done: 'codeSet', kind: '08', main: 2103, sub: 0, from: '96', to: '128' },
      { done: 'codeSet', kind: '13', main: 7, sub: 1, from: null, to: '3' },
      { done: 'firmware', line: 'system', from: '1610', to: '1650' },
      { done: 'other', text: 'Guide moved' },
    ]);
    expect(record).toMatchObject({ testPages: 12, remains: 'Drum K' });
  });

  it('VR-05: a doubtful total asks once', () => {
    const typed = { ...draft, typedTotal: '270000' };
    expect(doubtOf(subject, typed, now)).toBe('belowReported');
    expect(problemOf(subject, typed, now)).toBe('needsAnswer');
    expect(doubtOf(subject, { ...typed, confirmedTotal: '270000' }, now)).toBeNull();
    expect(doubtOf(subject, { ...typed, typedTotal: '270001', confirmedTotal: '270000' }, now)).toBe('belowReported');
    expect([toTotal('271 240'), toTotal('271.240'), toTotal('no'), toTotal('')]).toEqual([
      271_240,
      271_240,
      null,
      null,
    ]);
  });

  it('VP-02 VR-01: what cannot be saved is named, and a device that was not done needs nothing else', () => {
    const problem = (more: Partial<RecordDraft>) => problemOf(subject, { ...draft, ...more }, now);
    expect(problem({})).toBeNull();
    expect(problem({ result: null })).toBe('needsResult');
    expect(problem({ leftAt: '2026-11-26T12:00:00Z' })).toBe('badTimes');
    expect(problem({ settings: [{ code: '2103', from: '', to: '1' }] })).toBe('badSetting');
    expect(problem({ proposals: { p: { isDone: false, reason: ' ' } } })).toBe('needsReason');
    expect(problem({ typedTotal: 'many' })).toBe('badTotal');
    expect(problem({ testPages: '501' })).toBe('badTestPages');
    const notDone = { result: null, notDone: 'other' } as const;
    expect(problem(notDone)).toBe('needsNote');
    expect(problem({ ...notDone, note: 'Locked' })).toBeNull();
    expect(toSaved(subject, { ...draft, ...notDone, note: 'Locked' }, now, words)).toEqual({
      deviceId: 'd',
      notDone: 'other',
      note: 'Locked',
    });
  });

  it('VR-03: a second tap takes an entry back', () => {
    const once = toggleDone(draft, 'clearedPaper');
    expect(once.done).toEqual([{ done: 'clearedPaper' }]);
    expect(toggleDone(once, 'clearedPaper').done).toEqual([]);
  });
});

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() === one);
const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-11-26'), noInvalidDate: true });
const parts = fc.uniqueArray(
  fc.record({
    item: fc.constantFrom('fuser', 'drum.black', 'drum.yellow', 'toner.magenta', 'secondTransfer', '6340'),
    how: fc.constantFrom('replaced', 'lookedAtGood', 'notDone', 'missing', 'notNeeded'),
    serial: fc.option(text, { nil: undefined }),
  }),
  { selector: ({ item }) => item },
);
const records: fc.Arbitrary<RecordDraft> = fc
  .record({
    arrivedAt: instant,
    minutes: fc.integer({ min: 0, max: 600 }),
    result: fc.constantFrom('fixed', 'partsMissing', 'customersMatter'),
    parts,
    done: fc.constantFrom([], [{ done: 'cleaned', item: 'fuser' }], [{ done: 'exchanged', what: 'board' }]),
    settings: fc.array(
      fc.record({ code: fc.constantFrom('08-1', '05-2-3'), from: fc.constantFrom('', '1'), to: text }),
    ),
    isSet: fc.option(fc.boolean(), { nil: undefined }),
    other: fc.option(text, { nil: null }),
    typedTotal: fc.constantFrom('', '271200'),
    outcomes: fc.constantFrom({}, { a: 'nothing', e: 'notFixed' }),
    note: fc.constantFrom('', 'Two lines\nof words'),
  })
  .map(({ arrivedAt, minutes, parts: answered, isSet, done, outcomes, result, ...rest }) => ({
    ...emptyDraft(arrivedAt.toISOString()),
    ...rest,
    result: result as RecordDraft['result'],
    done: done as RecordDraft['done'],
    outcomes: outcomes as RecordDraft['outcomes'],
    leftAt: new Date(arrivedAt.getTime() + minutes * 60_000).toISOString(),
    parts: Object.fromEntries(answered.map(({ item, how }) => [item, how])) as RecordDraft['parts'],
    added: answered.flatMap(({ item }) => (subject.parts.some((one) => one.item === item) ? [] : item)),
    serials: Object.fromEntries(answered.flatMap(({ item, serial }) => (serial === undefined ? [] : [[item, serial]]))),
    proposals: isSet === undefined ? {} : { p: { isDone: isSet, reason: isSet ? '' : 'no time' } },
  }));

it('VP-02 VP-23: the form of a saved record is that record again, so that mending and correcting lose nothing', () => {
  const again = (record: RecordedDevice) => toSaved(subject, toDraft(subject, record), now, words);
  fc.assert(
    fc.property(records, (one) => {
      const record: DeviceRecord = toRecord(subject, one, now, words);
      expect(again(record)).toEqual(record);
    }),
    { numRuns: 200 },
  );
  const notDone = { deviceId: 'd', notDone: 'noTime', note: 'Too late' } as const;
  expect(again(notDone)).toEqual(notDone);
});
