import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorKinds, readKind } from '../../device/error-kinds.ts';
import { codesOf, toDailyCounts, toLogRows } from './error-rows.ts';

const days = (...counts: (number | null)[]) =>
  counts.map((count, place) => ({ date: `2026-11-${String(place + 1).padStart(2, '0')}`, count }));
const daily = (jamPrint: ReturnType<typeof days>, rest = days(...jamPrint.map(() => null))) => ({
  jamDF: rest,
  jamPrint,
  jamFinisher: rest,
  serviceCall: rest,
  other: rest,
});

describe('daily counts', () => {
  test('ER-01 ER-06: the five kinds in their order', () => {
    const counts = toDailyCounts(daily(days(1), days(0)));
    expect(counts?.kinds.map(({ kind }) => kind)).toEqual(['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other']);
  });
  test('ER-05 OQ-67: sums leave out days without a report, which are counted apart', () => {
    const counts = toDailyCounts(daily(days(4, null, 0, 7), days(0, null, 0, 0)));
    expect(counts).toMatchObject({ most: 7, missing: 1 });
    expect(counts?.kinds.map(({ total }) => total)).toEqual([0, 11, 0, 0, 0]);
  });
  test('OQ-67: a device that never reports errors has none, not zero', () => {
    expect(toDailyCounts(daily(days(null, null)))).toBeUndefined();
    expect(toDailyCounts(daily([]))).toBeUndefined();
  });
  test('a kind without any report keeps null next to others', () => {
    expect(toDailyCounts(daily(days(2, 3)))?.kinds[0]).toMatchObject({ kind: 'jamDF', total: null });
  });
});

const log = (occurredAt: string, errorCode: string, category: (typeof errorKinds)[number] = 'jamPrint') => ({
  occurredAt,
  errorCode,
  category,
  counter: null,
  conditions: {},
});

describe('the history', () => {
  const logs = [
    log('2026-11-01T08:00:00.000Z', 'E010'),
    log('2026-11-03T08:00:00.000Z', 'C911', 'serviceCall'),
    log('2026-11-02T08:00:00.000Z', 'E010'),
  ];
  test('ER-02 ER-04: newest first', () => {
    expect(toLogRows(logs).map(({ occurredAt }) => occurredAt.slice(8, 10))).toEqual(['03', '02', '01']);
  });
  test('ER-06: of one kind', () => {
    expect(toLogRows(logs, 'serviceCall').map(({ errorCode }) => errorCode)).toEqual(['C911']);
    expect(toLogRows(logs, 'jamDF')).toEqual([]);
  });
  test('each code is asked for once', () => {
    expect(codesOf(toLogRows(logs))).toEqual(['C911', 'E010']);
  });
  test('rows alike in time, code and kind are still distinguished', () => {
    const row = fc.record({ day: fc.integer({ min: 10, max: 12 }), code: fc.constantFrom('E010', 'E020') });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const made = toLogRows(rows.map(({ day, code }) => log(`2026-11-${day}T00:00:00.000Z`, code)));
        expect(new Set(made.map(({ key }) => key)).size).toBe(rows.length);
      }),
    );
  });
});

test('the kind in an address is one of the five or none', () => {
  expect(errorKinds.map(readKind)).toEqual(errorKinds);
  expect([readKind(undefined), readKind('jam'), readKind('toString')]).toEqual([undefined, undefined, undefined]);
});
