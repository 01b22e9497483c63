import { pageLimits, toIncrements } from '@platen/diagnosis/history/segments';
import { toDayNumber } from '../../device/days.ts';
import type { CounterDay } from './store.ts';

/** Pages by kind; null: not known. `total` only where color and black are not both told. */
export interface Pages {
  readonly color: number | null;
  readonly black: number | null;
  readonly total?: number;
}

/**
 * Pages of each month (`YYYY-MM`), by what the counters rose between readings: never negative, and nothing across a
 * place where a counter fell or leapt. A rise counts in the month of its later reading; a month in which none ended is
 * null. The first reading of all adds nothing, so its month counts from it on.
 */
export function toMonthlyPages(days: readonly CounterDay[], months: readonly string[]): Pages[] {
  const [total, color, black] = ([1, 2, 3] as const).map((column) => toRises(days, column));
  return months.map((month) =>
    toPages(color?.get(month) ?? null, black?.get(month) ?? null, total?.get(month) ?? null),
  );
}

/** The months together; null where none of them is known. */
export function toSum(months: readonly Pages[]): Pages {
  const sum = (values: readonly (number | null | undefined)[]) => {
    const known = values.filter((value) => typeof value === 'number');
    return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
  };
  const color = sum(months.map((pages) => pages.color));
  const black = sum(months.map((pages) => pages.black));
  // A month told by kind counts among those told as a whole only.
  const whole = months.some(({ total }) => total !== undefined);
  const totals = whole ? months.map(({ total, ...kinds }) => total ?? toWhole(kinds)) : [];
  return toPages(whole ? null : color, whole ? null : black, sum(totals));
}

/** `total` goes out only where the two kinds do not make it up. */
export const toPages = (color: number | null, black: number | null, total: number | null): Pages =>
  total === null || (color !== null && black !== null) ? { color, black } : { color, black, total };

/** Pages of a device that prints black only: all it counts is black, and as a whole. */
export function toBlackOnly({ black, total }: Pages): Pages {
  const all = total ?? black;
  return all === null ? { color: null, black: null } : { color: null, black: all, total: all };
}

const toWhole = ({ color, black }: Pages): number | null => (color === null || black === null ? null : color + black);

function toRises(days: readonly CounterDay[], column: 1 | 2 | 3): Map<string, number> {
  const texts = new Map<number, string>();
  const series = days.flatMap((row) => {
    const value = row[column];
    const day = toDayNumber(row[0]);
    texts.set(day, row[0]);
    return value === null ? [] : [{ day, value }];
  });
  const rises = new Map<string, number>();
  for (const { day, value } of toIncrements(series, pageLimits)) {
    const month = texts.get(day)?.slice(0, 7) ?? '';
    rises.set(month, (rises.get(month) ?? 0) + value);
  }
  return rises;
}
