/**
 * How a figure of each kind is rounded, on every screen and in every file. Answers carry more digits;
 * verdicts are decided on what the answer says.
 */

/**
 * Percent of a life: whole, rounded down, so that a part shows 100 % exactly where its threshold of 100 % is
 * reached.
 */
export const toLifePercent = (value: number): number => Math.floor(value);

/** Percent left of a toner or another supply: whole. */
export const toLevelPercent = (value: number): number => Math.round(value);

/** Days until something happens, and the bounds of their range: whole. */
export const toWholeDays = (value: number): number => Math.round(value);

/** Percent of color among all pages: one decimal. */
export const toColorPercent = (value: number): number => Math.round(value * 10) / 10;
