import { type CodeThresholds, watchedSide } from '@platen/diagnosis/codes/thresholds';

/** What stands in the two boxes, as typed. */
export interface ThresholdsDraft {
  readonly alert: string;
  readonly clear: string;
}
export type ThresholdField = keyof ThresholdsDraft;
type Problem = 'number' | 'equal' | 'clearAlone';
export interface CheckedThresholds {
  readonly problems: Readonly<Partial<Record<ThresholdField, Problem>>>;
  /** The thresholds meant; undefined while a rule is broken. */
  readonly thresholds: CodeThresholds | undefined;
}

const decimal = /^-?\d+(?:\.\d+)?$/;

/**
 * An empty box is no threshold; undefined: no number. Half-width characters only, as in the search (OQ-51).
 */
function toThreshold(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const value = decimal.test(typed) ? Number(typed) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/**
 * The rules of OQ-77 as the server has them: both orders are allowed, equal ones and a clear threshold alone
 * are not.
 */
export function checkThresholds(draft: ThresholdsDraft): CheckedThresholds {
  const alert = toThreshold(draft.alert);
  const clear = toThreshold(draft.clear);
  if (alert === undefined || clear === undefined) {
    const problems: Partial<Record<ThresholdField, Problem>> = {};
    if (alert === undefined) problems.alert = 'number';
    if (clear === undefined) problems.clear = 'number';
    return { problems, thresholds: undefined };
  }
  if (clear !== null && alert === null) return { problems: { clear: 'clearAlone' }, thresholds: undefined };
  if (alert !== null && alert === clear) return { problems: { clear: 'equal' }, thresholds: undefined };
  return { problems: {}, thresholds: { alert, clear } };
}

/** The thresholds as the boxes show them. */
export const toDraft = ({ alert, clear }: CodeThresholds): ThresholdsDraft => ({
  alert: alert === null ? '' : String(alert),
  clear: clear === null ? '' : String(clear),
});

/** Which sentence says what a pair of thresholds does. */
export function toExplanation(thresholds: CodeThresholds): 'none' | 'high' | 'highAlone' | 'low' {
  if (thresholds.alert === null) return 'none';
  if (thresholds.clear === null) return 'highAlone';
  return watchedSide(thresholds);
}

/** What the server refused, by field: its lines begin with the name of what they are about. */
export function toRefusedFields(detail: readonly { readonly msg: string }[]): Partial<Record<ThresholdField, string>> {
  const refused: Partial<Record<ThresholdField, string>> = {};
  for (const { msg } of detail) {
    const [, name, reason] = /^(alert|clear)Threshold: *(.+)$/.exec(msg) ?? [];
    if ((name === 'alert' || name === 'clear') && reason !== undefined) refused[name] = reason;
  }
  return refused;
}

/** The code that the address names; undefined where it names none. */
export function toCodeName(main: string | undefined, sub: string | undefined) {
  const isCode = (text: string | undefined): text is string => text !== undefined && /^\d{1,5}$/.test(text);
  return isCode(main) && isCode(sub) ? { main: Number(main), sub: Number(sub) } : undefined;
}
