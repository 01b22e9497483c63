export interface StripDay {
  readonly date: string;
  /** Percent of the greatest count of all kinds; null for a day without a report. */
  readonly height: number | null;
  readonly isToday: boolean;
}
type Days = readonly { readonly date: string; readonly count: number | null }[];

/** Greatest count a day over all kinds: the strips share one scale (design README, Chart rules). */
export const toScale = (kinds: readonly Days[]): number =>
  Math.max(1, ...kinds.flatMap((days) => days.map(({ count }) => count ?? 0)));

/** The bars of one kind, oldest first; the last entry is today. */
export const toStripDays = (days: Days, scale: number): readonly StripDay[] =>
  days.map(({ date, count }, at) => ({
    date,
    height: count === null ? null : (count / scale) * 100,
    isToday: at === days.length - 1,
  }));

/** Days from either end whose names would run into those of the first day and of today. */
const margin = 3;

/** The first day without a report that has room for its name below the strip, and its middle in percent. */
export function toNamedGap(days: Days): { readonly date: string; readonly middle: number } | undefined {
  const at = days.findIndex(({ count }, place) => count === null && place >= margin && place < days.length - margin);
  const day = days[at];
  return day === undefined ? undefined : { date: day.date, middle: ((at + 0.5) / days.length) * 100 };
}
