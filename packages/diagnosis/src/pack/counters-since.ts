import { paperSources } from '@platen/contract/report-sections';
import type { CounterRow } from '@platen/contract/visit-pack';
import { type DeviceHistory, seriesOf } from '../history/day-reading.ts';

/** Rows of the block in their order, with the series of each. */
const rows: readonly (readonly [name: string, key: string])[] = [
  ['total', 'pages.total'],
  ['black', 'pages.black'],
  ['color', 'pages.color'],
  ...paperSources.map((source) => [source, `source.${source}`] as const),
];

/**
 * Counters now and at a day (VP-12), days since 1970 UTC; the value then is that of the last reading up
 * to it. A counter that fell meanwhile has no difference: what it counted is not known. `day` null: no
 * visit is known.
 */
export function toCounterRows(
  history: DeviceHistory,
  day: number | null,
  present: Readonly<Record<string, number | null>> = {},
): CounterRow[] {
  return rows.flatMap(([name, key]): CounterRow[] => {
    const series = seriesOf(history, key);
    const now = present[name] ?? series.at(-1)?.value;
    if (now === undefined) return [];
    const atVisit = day === null ? null : (series.findLast((one) => one.day <= day)?.value ?? null);
    const difference = atVisit === null || now < atVisit ? null : now - atVisit;
    return [{ name, now, atVisit, difference }];
  });
}
