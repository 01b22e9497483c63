export interface DaysLeft {
  readonly days: number;
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
}
export interface DaysAxisModel {
  /** Place of the dot from 0 to 1; undefined when it lies beyond the scale. */
  readonly at: number | undefined;
  readonly range:
    | { readonly from: number; readonly to: number; readonly openStart?: boolean; readonly openEnd: boolean }
    | undefined;
}

/** The arrow at the end of the scale, without a stroke before it that could be read as the lower end of a range. */
const arrow = { from: 0.96, to: 1, openStart: true, openEnd: true } as const;

/** Days left on a scale from 0 to `most`; a range beyond it is open to the right, of one wholly beyond the arrow alone is shown. */
export function toDaysAxis({ days, lower, upper }: DaysLeft, most: number): DaysAxisModel {
  const place = (value: number) => Math.min(1, Math.max(0, value / most));
  const hasRange = lower !== undefined && upper !== undefined && upper >= lower;
  return {
    at: Number.isFinite(days) && days <= most ? place(days) : undefined,
    range:
      (hasRange ? lower : days) >= most && days > most
        ? arrow
        : hasRange
          ? { from: Math.min(place(lower), arrow.from), to: place(upper), openEnd: upper > most }
          : undefined,
  };
}
