import { type Day, type DeviceHistory, toDays } from '@platen/diagnosis/history/day-reading';
import type { PackedCounters, PackedParts, PackedSensors, PackedStorage, PackedSupplies } from './pack.ts';
import { unpackPages, unpackReadings } from './unpack.ts';

export type ReadingRow = [
  day: Day,
  counters: PackedCounters | null,
  supplies: PackedSupplies | null,
  parts: PackedParts | null,
  sensors: PackedSensors | null,
  storage: PackedStorage | null,
];
export type PagesRow = [day: Day, total: number | null, color: number | null, black: number | null];

/** The days of a history from its rows, both ascending by day, straight into series. A day on which only codes, firmware or network were told measured nothing. */
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
      unpackPages({ total: row[1], color: row[2], black: row[3] }, sink);
    }
  };
  for (const [at, counters, supplies, parts, sensors, storage] of readings) {
    addPagesUpTo(at);
    day = at;
    unpackReadings({ counters, supplies, parts, sensors, storage }, sink);
  }
  addPagesUpTo(Number.POSITIVE_INFINITY);
  return toDays(days, series);
}
