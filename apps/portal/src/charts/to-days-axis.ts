export interface DaysLeft {
  readonly days: number;
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
}
export interface DaysAxisModel {
  /** Place of the dot from 0 to 1; undefined when it lies beyond the scale. */
  readonly at: number | undefined;
  readonly range: { readonly from: number; readonly to: number; readonly openEnd: boolean } | undefined;
}

/** Days left on a scale from 0 to `most`; a range beyond it is open to the right, one wholly beyond shows its arrow at the end. */
export function toDaysAxis({ days, lower, upper }: DaysLeft, most: number): DaysAxisModel {
  const place = (value: number) => Math.min(1, Math.max(0, value / most));
  const hasRange = lower !== undefined && upper !== undefined && upper >= lower;
  return {
    at: Number.isFinite(days) && days <= most ? place(days) : undefined,
    range: hasRange
      ? { from: Math.min(place(lower), 0.96), to: place(upper), openEnd: upper > most }
      : days > most
        ? { from: 0.96, to: 1, openEnd: true }
        : undefined,
  };
}
