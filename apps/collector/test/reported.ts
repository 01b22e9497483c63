import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';

type ByFunction = NonNullable<NonNullable<DeviceReport['counters']>['byFunction']>[number];

/** The value of a reading; undefined when it has none. */
export const valueOf = <T>(reading: Reading<T> | undefined): T | undefined =>
  reading?.state === 'measured' ? reading.value : undefined;

/** Counters by function as `print/black/all 53631 impressions`, so that a test reads like a counter page. */
export const toCounterLines = (report: DeviceReport): string[] =>
  (report.counters?.byFunction ?? []).map(toLine).sort();
const toLine = ({ function: name, color, size, unit, reading }: ByFunction): string =>
  `${name}/${color}/${size} ${valueOf(reading)} ${unit}`;

/** The totals as `black 91164 impressions`. */
export function toTotalLines({ counters }: DeviceReport): string[] {
  return (['total', 'color', 'black', 'duplexSheets'] as const).flatMap((name) => {
    const counter = counters?.[name];
    return counter === undefined ? [] : [`${name} ${valueOf(counter.reading)} ${counter.unit}`];
  });
}

/** Firmware versions by field. */
export const toVersions = ({ firmware }: DeviceReport): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(firmware ?? {}).map(([field, reading]) => [field, valueOf(reading)]));
