import type { DeviceRecord } from '@platen/contract/visit-records';
import { expect, test } from 'vitest';
import { proveRecord, type ReportedSince } from './prove-record.ts';

const leftAt = '2026-11-26T12:38:00.000Z';
const at = (text: string) => Date.parse(text);
const day = Math.floor(at(leftAt) / 86_400_000);
const record = (more: Partial<DeviceRecord>): DeviceRecord => ({
  deviceId: '0193e0a0-0000-7000-8000-000000000001',
  arrivedAt: '2026-11-26T12:06:00.000Z',
  leftAt,
  result: 'fixed',
  done: [],
  parts: [],
  counters: [],
  conditions: [],
  ...more,
});
const nothing: ReportedSince = {
  reportedAt: null,
  total: null,
  pagesADay: 300,
  replaced: [],
  readings: [],
  firmware: null,
  open: new Set(),
};
const states = (of: DeviceRecord, since: Partial<ReportedSince>) =>
  proveRecord(of, { ...nothing, ...since }).map(({ subject, key, state, value }) => [subject, key, state, value]);

test('VR-05 JN-02: a typed total is plausible where the next report lies at it or above it by what the device prints', () => {
  const typed = record({ counters: [{ counter: 'total', reported: null, typed: 271_240 }] });
  const next = (value: number) => ({ total: { value, at: at('2026-11-27T10:00:00.000Z') } });
  expect(states(typed, {})).toEqual([['total', 'total', 'awaited', null]]);
  expect(states(typed, next(271_249))).toEqual([['total', 'total', 'proved', '271249']]);
  expect(states(typed, next(271_240))).toEqual([['total', 'total', 'proved', '271240']]);
  // Counters do not go back, and no device prints 90,000 pages in a day.
  expect(states(typed, next(271_239))).toEqual([['total', 'total', 'contradicted', '271239']]);
  expect(states(typed, next(361_240))).toEqual([['total', 'total', 'contradicted', '361240']]);
  expect(proveRecord(record({ counters: [{ counter: 'total', reported: null, typed: null }] }), nothing)).toEqual([]);
});

test('CH-12 VR-03 VR-04 VR-07: parts, codes, firmware and conditions are proved by what the device reports', () => {
  const done = record({
    parts: [
      { item: 'drum.black', answer: 'replaced' },
      { item: 'fuser', answer: 'lookedAtGood' },
    ],
    done: [
      { done: 'codeSet', kind: '08', main: 2103, sub: 0, from: '96', to: '128' },
      { done: 'firmware', line: 'system', from: 'T1', to: 'T2' },
      { done: 'cleaned', item: 'fuser' },
    ],
    conditions: [
      { conditionId: 'a', outcome: 'fixed' },
      { conditionId: 'b', outcome: 'fixed' },
      { conditionId: 'c', outcome: 'nothing' },
    ],
  });
  expect(states(done, {}).map(([, , state]) => state)).toEqual(Array.from({ length: 5 }, () => 'awaited'));
  const reading = (instant: string, value: string) => ({
    at: at(instant),
    digest: value,
    codes: new Map([['08-2103-0', value]]),
  });
  const since = {
    reportedAt: at('2026-11-27T08:00:00.000Z'),
    replaced: [{ item: 'part.6250', day: day + 1 }],
    // The one before the visit says nothing; a change of later days neither.
    readings: [
      reading('2026-11-25T08:00:00Z', '96'),
      reading('2026-11-27T08:00:00Z', '128'),
      reading('2026-12-27T08:00:00Z', '96'),
    ],
    firmware: 'T1',
    open: new Set(['b']),
  };
  expect(states(done, since)).toEqual([
    ['part', 'drum.black', 'proved', null],
    ['code', '08-2103-0', 'proved', '128'],
    ['firmware', 'system', 'contradicted', 'T1'],
    ['condition', 'a', 'proved', null],
    ['condition', 'b', 'contradicted', null],
  ]);
  const late = {
    ...since,
    reportedAt: at('2026-12-04T08:00:00.000Z'),
    replaced: [{ item: 'part.6250', day: day - 9 }],
  };
  expect(states(done, late)[0]).toEqual(['part', 'drum.black', 'silent', null]);
});
