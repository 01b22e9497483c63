/** Nine significant digits: enough for every figure that is shown, and short as JSON. */
export const significant = (value: number): number => Number(value.toPrecision(9));

/** `value / of` where that is a number above 0; else 1, which changes nothing. */
export function factorOf(value: number, of: number): number {
  const factor = value / of;
  return factor > 0 && Number.isFinite(factor) ? significant(factor) : 1;
}

interface Range {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** An estimate in nine significant digits. */
export const significantEstimate = ({ value, lower, upper }: Range) => ({
  value: significant(value),
  lower: significant(lower),
  upper: significant(upper),
});
