/** The two thresholds of a code (OQ-77); null: not set. */
export interface CodeThresholds {
  readonly alert: number | null;
  readonly clear: number | null;
}

/**
 * Which values are bad: alert below clear watches for low ones; alert above, equal to or without clear for
 * high ones (OQ-77).
 */
export const watchedSide = ({ alert, clear }: CodeThresholds): 'low' | 'high' =>
  alert !== null && clear !== null && clear > alert ? 'low' : 'high';

/**
 * Whether a value has come to the alert threshold or beyond it on the bad side; without an alert none has.
 */
export function reachesAlert(value: number, thresholds: CodeThresholds): boolean {
  const { alert } = thresholds;
  if (alert === null) return false;
  return watchedSide(thresholds) === 'low' ? value <= alert : value >= alert;
}

/** The number a code's value is; undefined for a text that is none, or is empty or infinite. */
export function toCodeNumber(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
