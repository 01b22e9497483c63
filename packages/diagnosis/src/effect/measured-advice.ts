/**
 * Of how many signs of a component how many were right in simulated fleets: the part failed within 90 days.
 * From docs/diagnosis.md, the realistic mixture of seed 9402, never used for tuning.
 */
export const measuredAdvice: Readonly<Record<string, { readonly right: number; readonly signs: number }>> = {
  drum: { right: 5, signs: 19 },
  fuser: { right: 0, signs: 1 },
  secondTransfer: { right: 2, signs: 4 },
};
