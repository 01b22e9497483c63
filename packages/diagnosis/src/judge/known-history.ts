import { dayMs } from '@platen/contract/constants';
import { type Day, type DeviceHistory, daysUntil } from '../history/day-reading.ts';
import { remembered } from '../history/remembered.ts';

/**
 * What was known on that day, in order: days, errors and replacements after it are left out (a clock was
 * ahead, or the past is judged again), and the order in which they are given never matters. If a day has two
 * entries, the later in the list counts.
 */
export function toKnownHistory(history: DeviceHistory, today: Day): DeviceHistory {
  const whole = inOrder(history);
  const end = (today + 1) * dayMs;
  const isKnown =
    (whole.days.at(-1)?.day ?? today) <= today &&
    (whole.errors.at(-1)?.at ?? 0) < end &&
    (whole.replacements.at(-1)?.day ?? today) <= today;
  // The same history where nothing has to be left out: values cached for it are found again.
  if (isKnown) return whole;
  return {
    ...whole,
    days: daysUntil(whole.days, today),
    errors: whole.errors.filter(({ at }) => at < end),
    replacements: whole.replacements.filter(({ day }) => day <= today),
  };
}

const inOrder = remembered(
  (history: DeviceHistory): DeviceHistory => ({
    ...history,
    days: isAscending(history.days) ? history.days : daysInOrder(history.days),
    errors: history.errors.toSorted((a, b) => a.at - b.at || compareText(a.code, b.code)),
    replacements: history.replacements.toSorted((a, b) => a.day - b.day || compareText(a.item, b.item)),
  }),
);

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const isAscending = (days: DeviceHistory['days']): boolean =>
  days.every(({ day }, at) => at === 0 || (days[at - 1]?.day ?? day) < day);

function daysInOrder(days: DeviceHistory['days']): DeviceHistory['days'] {
  const byDay = new Map(days.map((entry) => [entry.day, entry]));
  return [...byDay.values()].toSorted((a, b) => a.day - b.day);
}
