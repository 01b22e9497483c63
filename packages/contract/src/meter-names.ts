import type { DeviceReport } from './report.ts';
import type { counterUnits } from './report-sections.ts';
import type { Evidence, Reading } from './values.ts';

export type MeterUnit = (typeof counterUnits)[number];

/**
 * A meter is a counter that bills, by its name and unit (LG-01): `total`, `black`, `color`, `large.black`,
 * `copy.black`, `print.color`, `scan`, `scan.large`; of another unit than impressions `total@sheets`. Sheets,
 * impressions and weighted counts are different meters and are never added.
 */
export const toMeter = (name: string, unit: MeterUnit): string => (unit === 'impressions' ? name : `${name}@${unit}`);

/** Name and unit of a meter. */
export function splitMeter(meter: string): { name: string; unit: string } {
  const at = meter.indexOf('@');
  return at === -1 ? { name: meter, unit: 'impressions' } : { name: meter.slice(0, at), unit: meter.slice(at + 1) };
}

export interface ReportedMeter {
  readonly meter: string;
  readonly value: number;
  readonly evidence: Evidence | undefined;
}

/** The measured meters of a report; of one that is reported twice the first counts. */
export function toReportedMeters({ counters }: Pick<DeviceReport, 'counters'>): ReportedMeter[] {
  if (counters === undefined) return [];
  const meters = new Map<string, ReportedMeter>();
  const add = (name: string, counter: { unit: MeterUnit; reading: Reading<number> } | undefined) => {
    if (counter?.reading.state !== 'measured') return;
    const meter = toMeter(name, counter.unit);
    const { value, evidence } = counter.reading;
    if (!meters.has(meter)) meters.set(meter, { meter, value, evidence });
  };
  add('total', counters.total);
  add('black', counters.black);
  add('color', counters.color);
  add('scan.large', counters.scanLarge);
  add('scan.small', counters.scanSmall);
  for (const counter of counters.byFunction ?? []) add(toFunctionName(counter), counter);
  return [...meters.values()];
}

type FunctionCounter = NonNullable<NonNullable<DeviceReport['counters']>['byFunction']>[number];

/** `copy.black`, `large.color`, `scan`; what counts all of a function has the function's name alone. */
function toFunctionName({ function: what, color, size }: FunctionCounter): string {
  const parts = [what === 'all' ? '' : what, size === 'all' ? '' : size, color === 'all' ? '' : color];
  const name = parts.filter((part) => part !== '').join('.');
  // All functions, sizes and colours are the total by another way.
  return name === '' ? 'all' : name;
}
