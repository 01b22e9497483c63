/** A value, or a lower bound of one that was not seen. */
export interface CensoredValue {
  readonly value: number;
  readonly isCensored: boolean;
}

/**
 * Quantile of values of which some are known as lower bounds only: the first value at which the share still
 * to come by the product-limit estimator (Kaplan and Meier 1958) is down to 1 - share. Undefined where it
 * never is: too few ends were seen.
 */
export function survivalQuantile(values: readonly CensoredValue[], share: number): number | undefined {
  // At the same value what ended comes before what only was seen so far.
  const sorted = values.toSorted(
    (one, other) => one.value - other.value || Number(one.isCensored) - Number(other.isCensored),
  );
  let atRisk = sorted.length;
  let surviving = 1;
  for (const { value, isCensored } of sorted) {
    if (!isCensored) surviving *= 1 - 1 / atRisk;
    atRisk -= 1;
    if (surviving <= 1 - share + 1e-9) return value;
  }
  return undefined;
}
