import { describe, expect, test } from 'vitest';
import { compare, type StoredDevice } from '../src/faults/compare.ts';
import { toErrorCode, toPages, toTime } from '../src/faults/numbered-report.ts';

const start = Date.parse('2026-03-01T00:00:00Z');
const day = (number: number) => toTime(number, start).toISOString().slice(0, 10);

/** What a server holds of a device that reported 0, 1 and 2, all on one day. */
function toDevice(more: Partial<StoredDevice> = {}): StoredDevice {
  return {
    serial: 'F1',
    updatedAt: toTime(2, start),
    pages: toPages(2),
    reports: [0, 1, 2].map((number) => toTime(number, start)),
    errors: [0, 1, 2].map((number) => ({ at: toTime(number, start), code: toErrorCode(number) })),
    counterDays: [{ day: day(2), at: toTime(2, start), pages: toPages(2) }],
    readingDays: [{ day: day(2), at: toTime(2, start) }],
    ...more,
  };
}
/** Reports 0 to 2 acknowledged, 3 sent without an answer. */
const sent = new Map([['F1', new Map([0, 1, 2, 3].map((number) => [number, number < 3 ? 0 : undefined]))]]);
const problems = (...stored: StoredDevice[]) =>
  compare(sent, stored, start).map(({ thing, problem }) => `${problem} ${thing}`);

describe('the final state against what the senders know', () => {
  test('is whole when every acknowledged report is there once, whatever became of the others', () => {
    expect(problems(toDevice())).toEqual([]);
    const all = toDevice({
      updatedAt: toTime(3, start),
      pages: toPages(3),
      reports: [0, 1, 2, 3].map((number) => toTime(number, start)),
      errors: [0, 1, 2, 3].map((number) => ({ at: toTime(number, start), code: toErrorCode(number) })),
      counterDays: [{ day: day(3), at: toTime(3, start), pages: toPages(3) }],
      readingDays: [{ day: day(3), at: toTime(3, start) }],
    });
    expect(problems(all)).toEqual([]);
  });

  test.each([
    ['lost reports', { reports: [1, 2].map((number) => toTime(number, start)) }],
    ['doubled reports', { reports: [0, 1, 2, 2].map((number) => toTime(number, start)) }],
    ['unexplained reports', { reports: [0, 1, 2, 7].map((number) => toTime(number, start)) }],
    ['lost error events', { errors: [] }],
    ['doubled error events', { errors: [...toDevice().errors, ...toDevice().errors] }],
    ['unexplained error events', { errors: [...toDevice().errors, { at: toTime(0, start), code: 'E999' }] }],
    ['lost counter days', { counterDays: [] }],
    ['doubled counter days', { counterDays: [...toDevice().counterDays, ...toDevice().counterDays] }],
    ['unexplained counter days', { counterDays: [{ day: day(2), at: toTime(1, start), pages: toPages(1) }] }],
    ['lost reading days', { readingDays: [] }],
    ['unexplained newest values', { pages: toPages(1) }],
    ['unexplained newest values', { updatedAt: toTime(1, start) }],
  ] as const)('finds %s', (expected, more) => {
    expect(problems(toDevice(more as Partial<StoredDevice>))).toContain(expected);
  });

  test('finds a device that is there twice, one that is gone, and one that was never sent', () => {
    expect(problems(toDevice(), toDevice())).toContain('doubled devices');
    expect(problems()).toEqual(['lost reports', 'lost reports', 'lost reports']);
    expect(problems(toDevice(), toDevice({ serial: 'F9' }))).toEqual(['unexplained devices']);
  });
});
