import { type Day, type DeviceHistory, toDays } from '@platen/diagnosis/history/day-reading';
import {
  type DayReadings,
  decodePages,
  decodeReadings,
  type ReadingGroup,
} from '../store/report-format/day-readings.ts';

type StoredGroup<G extends ReadingGroup> = NonNullable<DayReadings[G]> | null;
export type ReadingRow = [
  day: Day,
  counters: StoredGroup<'counters'>,
  supplies: StoredGroup<'supplies'>,
  parts: StoredGroup<'parts'>,
  sensors: StoredGroup<'sensors'>,
  storage: StoredGroup<'storage'>,
];
export type PagesRow = [day: Day, total: number | null, color: number | null, black: number | null];

/**
 * The days of a history from its rows, both ascending by day. A day on which only codes, firmware or network
 * were reported is left out.
 */
export function toHistoryDays(readings: readonly ReadingRow[], pages: readonly PagesRow[]): DeviceHistory['days'] {
  const days: Day[] = [];
  const series = new Map<string, { day: Day; value: number }[]>();
  let day = 0;
  const sink = {
    set: (key: string, value: number) => {
      if (days.at(-1) !== day) days.push(day);
      const known = series.get(key);
      if (known === undefined) series.set(key, [{ day, value }]);
      else known.push({ day, value });
    },
  };
  let next = 0;
  const addPagesUpTo = (last: Day) => {
    for (let row = pages[next]; row !== undefined && row[0] <= last; row = pages[++next]) {
      day = row[0];
      decodePages({ total: row[1], color: row[2], black: row[3] }, sink);
    }
  };
  for (const [at, counters, supplies, parts, sensors, storage] of readings) {
    addPagesUpTo(at);
    day = at;
    decodeReadings({ counters, supplies, parts, sensors, storage }, sink);
  }
  addPagesUpTo(Number.POSITIVE_INFINITY);
  return toDays(days, series);
}
