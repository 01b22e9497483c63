import type { DeviceReport } from '@platen/contract/report';
import { type IppItem, type IppItems, toIppEvidence, toItemNumber } from './items.ts';

type Counters = NonNullable<DeviceReport['counters']>;
type Counter = NonNullable<Counters['total']>;

/**
 * Impressions, sheets and input pages that the printer completed (PWG 5106.1 says what each counts).
 * The total is that of impressions, failing them of sheets; what is not the total stands by function, so that units are never mixed.
 */
export function toIppCounters(items: IppItems): Counters | undefined {
  const impressions = toCounter(items('printer-impressions-completed')[0], 'impressions');
  const sheets = toCounter(items('printer-media-sheets-completed')[0], 'sheets');
  // Input pages: several may share an impression, and a copy counts again.
  const pages = toCounter(items('printer-pages-completed')[0], 'other');
  const total = impressions ?? sheets;
  const others = [total === sheets ? undefined : sheets, pages].filter((counter) => counter !== undefined);
  if (total === undefined && others.length === 0) return undefined;
  const byFunction = others.map((counter) => ({
    function: 'all' as const,
    color: 'all' as const,
    size: 'all' as const,
    ...counter,
  }));
  return { ...(total === undefined ? {} : { total }), ...(byFunction.length === 0 ? {} : { byFunction }) };
}

/** Only a number from 0 on is a count; an out-of-band or negative value says nothing. */
function toCounter(item: IppItem | undefined, unit: Counter['unit']): Counter | undefined {
  const value = toItemNumber(item);
  if (item === undefined || value === undefined || value < 0) return undefined;
  return { unit, reading: { state: 'measured', value, evidence: toIppEvidence(item, 'asReported') } };
}
