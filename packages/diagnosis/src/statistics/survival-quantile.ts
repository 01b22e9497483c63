/** A value, or a lower bound of one that was not seen. */
export interface CensoredValue {
  readonly value: number;
  readonly isCensored: boolean;
  /** How much it counts; left out: 1. */
  readonly weight?: number;
}

/**
 * Quantile of values of which some are known as lower bounds only: the first value at which the share still
 * to come by the product-limit estimator (Kaplan and Meier 1958) is down to 1 - share. Undefined where it
 * never is: too few ends were seen.
 */
export function survivalQuantile(values: readonly CensoredValue[], share: number): number | undefined {
  return survivalOf(values).find(({ surviving }) => surviving <= 1 - share + 1e-9)?.value;
}

/** Share of the values that lie beyond `limit`, by the product-limit estimator; 1 of none. */
export function survivingShare(values: readonly CensoredValue[], limit: number): number {
  return survivalOf(values).findLast(({ value }) => value <= limit)?.surviving ?? 1;
}

/** The values, ascending, each with the share that lies beyond it. */
function survivalOf(values: readonly CensoredValue[]): { readonly value: number; readonly surviving: number }[] {
  // At the same value what ended comes before what only was seen so far.
  const sorted = values.toSorted(
    (one, other) => one.value - other.value || Number(one.isCensored) - Number(other.isCensored),
  );
  let atRisk = sorted.reduce((sum, { weight = 1 }) => sum + weight, 0);
  let surviving = 1;
  return sorted.map(({ value, isCensored, weight = 1 }) => {
    if (!isCensored) surviving *= Math.max(0, 1 - weight / atRisk);
    atRisk -= weight;
    return { value, surviving };
  });
}
