/** Days that the axis beside the toner covers. */
export const axisDays = 90;

/** Place of so many days on the axis, in percent; what lies beyond ends at its end. */
export const toPlace = (days: number): number => Math.min(100, Math.max(0, (days / axisDays) * 100));
