/**
 * Of how many signs of a component how many were right in simulated fleets: the part failed within 90 days.
 * From docs/diagnosis.md, the realistic mixture of seeds 9951 to 9954, never used for tuning.
 */
export const measuredAdvice: Readonly<Record<string, { readonly right: number; readonly signs: number }>> = {
  drum: { right: 4, signs: 19 },
  fuser: { right: 1, signs: 6 },
  secondTransfer: { right: 5, signs: 19 },
};
