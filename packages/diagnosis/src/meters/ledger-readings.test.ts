import { describe, expect, it } from 'vitest';
import { defaultCalendar, toWorkTime } from '../conditions/calendar.ts';
import { selectStored } from './ledger-readings.ts';

const time = (zone: string) => toWorkTime({ ...defaultCalendar, zone });
const utc = time('UTC').dayOf;
const report = (at: string, total: number) => ({ at: Date.parse(at), values: new Map([['total', total]]) });
const times = (reports: readonly { at: number }[]) => reports.map(({ at }) => new Date(at).toISOString().slice(5, 16));
/** Every 15 minutes over some days. */
const often = (from: string, days: number) =>
  Array.from({ length: days * 96 }, (_, n) => ({
    at: Date.parse(from) + n * 900_000,
    values: new Map([['total', 1000 + n]]),
  }));

describe('readings that the ledger keeps', () => {
  it('LG-02: the last one of every six hours is kept', () => {
    expect(times(selectStored(often('2026-11-01T00:00Z', 2), utc)).slice(0, 6)).toEqual([
      '11-01T00:00',
      '11-01T05:45',
      '11-01T11:45',
      '11-01T17:45',
      '11-01T23:45',
      '11-02T05:45',
    ]);
  });

  it.each([
    ['Asia/Tokyo', '2026-11-29T12:00Z', '11-30T14:45'],
    ['Pacific/Honolulu', '2026-11-30T06:00Z', '12-01T09:45'],
    // The clock of Berlin changes on the last Sundays of October and March.
    ['Europe/Berlin', '2026-10-30T12:00Z', '10-31T22:45'],
    ['Europe/Berlin', '2026-03-30T12:00Z', '03-31T21:45'],
  ])('LG-02 LG-15: at the end of a month of %s the last reading is kept, so that it is exact', (zone, from, last) => {
    expect(times(selectStored(often(from, 3), time(zone).dayOf))).toContain(last);
  });

  it('LG-02 LG-09: both sides of a fall and of a leap are kept, so that no page is lost at an exchange', () => {
    const reports = [
      report('2026-11-12T06:10Z', 88_300),
      report('2026-11-12T09:00Z', 88_400),
      report('2026-11-12T09:15Z', 88_412),
      report('2026-11-12T09:30Z', 31),
      report('2026-11-12T09:45Z', 40),
      report('2026-11-12T11:45Z', 60),
      report('2026-11-12T17:00Z', 90),
    ];
    expect(selectStored(reports, utc).map(({ values }) => values.get('total'))).toEqual([88_300, 88_412, 31, 60, 90]);
  });
});
