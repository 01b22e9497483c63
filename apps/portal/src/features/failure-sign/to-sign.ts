import { signSeverityOf } from '@platen/contract/advice';
import type { Basis } from '@platen/contract/basis';
import type { PartVerdict, Verdict } from '@platen/contract/part-verdict';
import { toCalendarDay } from '../../device/figures.ts';

/**
 * The state of a part: `now`, `nextVisit`, `watch` by its advice (last two digits of the id, OQ-82), `none`
 * without a sign, `withheld` where the history is too short for a judgement.
 */
export type Sign = 'now' | 'nextVisit' | 'watch' | 'withheld' | 'none';

/** Most severe first; a part that is known to be sound comes before one with too few readings. */
const order: readonly Sign[] = ['now', 'nextVisit', 'watch', 'none', 'withheld'];

const signOfVerdict: Readonly<Record<Verdict, Sign>> = {
  due: 'now',
  nextVisit: 'nextVisit',
  watch: 'watch',
  sound: 'none',
  unknown: 'withheld',
};
const verdictOfSign: Readonly<Record<Sign, Verdict>> = {
  now: 'due',
  nextVisit: 'nextVisit',
  watch: 'watch',
  none: 'sound',
  withheld: 'unknown',
};

/** The verdict that a sign represents: both have the same words. */
export const toVerdict = (sign: Sign): Verdict => verdictOfSign[sign];

/** By the verdict on the part where it has one, else by its advice. Severity 00 is a name, no sign. */
export function toSign(messageId: string | null, basis?: Basis, verdict?: PartVerdict): Sign {
  if (verdict !== undefined) return signOfVerdict[verdict.verdict];
  return signSeverityOf(messageId) ?? (basis !== undefined && isWithheld(basis) ? 'withheld' : 'none');
}

export const isWithheld = ({ readings, neededReadings }: Basis): boolean => readings < neededReadings;

export const severityRank = (sign: Sign): number => order.indexOf(sign);

/** The most severe of several signs; `none` without any. */
export const mostSevereOf = (signs: readonly Sign[]): Sign =>
  signs.toSorted((a, b) => severityRank(a) - severityRank(b))[0] ?? 'none';

/** A visit is needed from 'at the next visit' on; a part that is only watched needs none. */
export const asksForVisit = (sign: string): boolean => sign === 'now' || sign === 'nextVisit';

/** Shape of a sign, as of a status: to be watched is drawn like a warning, its box untinted. */
export const shapeOf = (sign: Sign): 'error' | 'warning' | 'normal' | 'unknown' => shapes[sign];
const shapes = { now: 'error', nextVisit: 'warning', watch: 'warning', withheld: 'unknown', none: 'normal' } as const;

const ofMonth = /^(\d{4})-(\d{2})$/;

/** A predicted day or month with its 80 % range; a month is its first day, the end of a range its last. */
export interface Span {
  readonly grain: 'day' | 'month';
  readonly lower: Date | undefined;
  readonly middle: Date;
  readonly upper: Date | undefined;
}

/** Noon of a `YYYY-MM-DD`, or undefined. */
export function toDay(text: string | null): Date | undefined {
  const day = text === null ? undefined : toCalendarDay(text);
  return day?.kind === 'day' ? day.at : undefined;
}

/** Noon of the first (0), middle (0.5) or last day (1) of a `YYYY-MM`. */
function toMonthDay(text: string | null | undefined, part: 0 | 0.5 | 1): Date | undefined {
  const parts = ofMonth.exec(text ?? '');
  if (parts === null) return undefined;
  const [year, month] = [Number(parts[1]), Number(parts[2])];
  if (month < 1 || month > 12) return undefined;
  if (part === 1) return new Date(year, month, 0, 12);
  return new Date(year, month - 1, part === 0 ? 1 : 15, 12);
}

type Range = { readonly lower: string; readonly upper: string } | null | undefined;

/** A predicted day with its range; undefined where none is predicted. */
export function toDaySpan(date: string | null, range: Range): Span | undefined {
  const middle = toDay(date);
  if (middle === undefined) return undefined;
  return { grain: 'day', middle, lower: toDay(range?.lower ?? null), upper: toDay(range?.upper ?? null) };
}

/** The same of a predicted month. */
export function toMonthSpan(month: string | null, range: Range): Span | undefined {
  const middle = toMonthDay(month, 0.5);
  if (middle === undefined) return undefined;
  return { grain: 'month', middle, lower: toMonthDay(range?.lower, 0), upper: toMonthDay(range?.upper, 1) };
}
