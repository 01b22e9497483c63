/**
 * Percent of a life as every screen and file shows it: whole, rounded down, so that a part shows 100 % exactly where its
 * threshold of 100 % is reached. Answers carry one decimal, and verdicts are decided on that.
 */
export const toLifePercent = (value: number): number => Math.floor(value);
