import type { CloseCycle } from '@platen/contract/close-values';
import { dayMs } from '@platen/contract/constants';

/** Days since 1970 of the clock of a zone, both included. */
export interface CloseDays {
  readonly first: number;
  readonly last: number;
}

/** Months since the year 0 of a day, and its day of the month. */
function toParts(day: number): { month: number; date: number } {
  const at = new Date(day * dayMs);
  return { month: at.getUTCFullYear() * 12 + at.getUTCMonth(), date: at.getUTCDate() };
}

const toDay = (month: number, date: number): number =>
  Math.round(Date.UTC(Math.floor(month / 12), month % 12, date) / dayMs);

const lengthOf = (month: number): number => toDay(month + 1, 1) - toDay(month, 1);

/** The day of a month on which a period ends: 29 to 31 mean the last one, so that February has one too. */
const endIn = (month: number, date: number): number => toDay(month, date >= 29 ? lengthOf(month) : date);

const monthsOf = (cycle: CloseCycle): number => (cycle === 'monthly' ? 1 : 3);

/**
 * The period of a plan that a day belongs to (LG-30). Quarters end in March, June, September and December.
 */
export function toPeriod(plan: { readonly cycle: CloseCycle; readonly day: number }, day: number): CloseDays {
  const step = monthsOf(plan.cycle);
  let month = toParts(day).month;
  month += step - 1 - (month % step);
  if (endIn(month, plan.day) < day) month += step;
  // The day may lie before the end of the last period already.
  while (endIn(month - step, plan.day) >= day) month -= step;
  return { first: endIn(month - step, plan.day) + 1, last: endIn(month, plan.day) };
}

/** Whether a span is whole calendar months, counted from any day of the month. */
function monthsIn({ first, last }: CloseDays): number | undefined {
  const [from, to] = [toParts(first), toParts(last + 1)];
  const months = to.month - from.month;
  const isWhole = from.date === to.date || (from.date > lengthOf(to.month) && to.date === lengthOf(to.month));
  return isWhole && months > 0 ? months : undefined;
}

const shift = (day: number, months: number): number => {
  const { month, date } = toParts(day);
  return toDay(month + months, Math.min(date, lengthOf(month + months)));
};

/** The span before, of the same number of months where it is whole ones, else of the same number of days. */
export function toSpanBefore(span: CloseDays): CloseDays {
  const months = monthsIn(span);
  const first = months === undefined ? span.first - (span.last - span.first + 1) : shift(span.first, -months);
  return { first, last: span.first - 1 };
}

/** The same span a year ago. */
export const toSpanOfLastYear = ({ first, last }: CloseDays): CloseDays => ({
  first: shift(first, -12),
  last: shift(last + 1, -12) - 1,
});
