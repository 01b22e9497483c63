import { toSpanBefore, toSpanOfLastYear } from '@platen/diagnosis/meters/close-periods';
import { dayMs } from '../base/time.ts';
import type { CloseRow } from './close-row.ts';
import type { CustomerSince } from './customer-history.ts';
import type { ClosedDevice } from './load-close.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A part of the period in which a device was of one customer (LG-37). */
export interface ClosePart extends Span {
  /** From 1, of all parts of the period, also of those that are not in the close. */
  readonly part: number;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly startsBy: 'period' | 'moved';
  readonly endsBy: 'period' | 'moved' | 'went';
}

interface Days {
  readonly startOf: (day: number) => number;
}

/** The parts of a device that a close holds, in their order. */
export function toParts(
  { scope, ...close }: Pick<CloseRow, 'scope' | 'from' | 'to'>,
  { device, customers }: { readonly device: ClosedDevice; readonly customers: readonly CustomerSince[] },
  { startOf }: Days,
): ClosePart[] {
  const retired = device.retiredOn === null ? Number.POSITIVE_INFINITY : startOf(toDay(device.retiredOn));
  const end = Math.min(close.to, retired);
  const isAll = scope.customerNumbers.length === 0 && scope.groupIds.length === 0;
  const isOfGroup = isAll || scope.groupIds.some((group) => device.groupIds.includes(group));
  return toSegments(device, customers)
    .filter((one) => one.from < end && one.to > close.from)
    .map((one, index): ClosePart => {
      const to = Math.min(one.to, end);
      const endsBy = one.to < end ? 'moved' : to < close.to ? 'went' : 'period';
      const startsBy = one.from > close.from ? 'moved' : 'period';
      return { ...one, part: index + 1, from: Math.max(one.from, close.from), to, startsBy, endsBy };
    })
    .filter(
      ({ customerNumber }) => isOfGroup || (customerNumber !== null && scope.customerNumbers.includes(customerNumber)),
    );
}

/** Times of one customer each; a change of the name alone is none. The newest one has the present name. */
function toSegments(
  { customerNumber, customerName }: ClosedDevice,
  customers: readonly CustomerSince[],
): (Span & Omit<CustomerSince, 'from'>)[] {
  const known = customers.length === 0 ? [{ from: Number.NEGATIVE_INFINITY, customerNumber, customerName }] : customers;
  return known.map((one, index) => {
    const next = known[index + 1];
    const isLast = next === undefined;
    return { ...one, ...(isLast && { customerName }), to: next?.from ?? Number.POSITIVE_INFINITY };
  });
}

const toDay = (text: string): number => Math.floor(Date.parse(text) / dayMs);

/** Instants of the spans with which the use of a period is compared (LG-38). */
export function toCompared(
  { firstDay, lastDay }: Pick<CloseRow, 'firstDay' | 'lastDay'>,
  { startOf }: Days,
): { readonly before: Span; readonly lastYear: Span } {
  const days = { first: toDay(firstDay), last: toDay(lastDay) };
  const toSpan = ({ first, last }: typeof days) => ({ from: startOf(first), to: startOf(last + 1) });
  return { before: toSpan(toSpanBefore(days)), lastYear: toSpan(toSpanOfLastYear(days)) };
}
