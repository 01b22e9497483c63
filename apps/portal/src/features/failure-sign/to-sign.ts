import { signSeverityOf } from '@platen/contract/advice';
import type { Basis } from '@platen/contract/basis';
import type { PartVerdict, Verdict } from '@platen/contract/part-verdict';

/**
 * What is said of a part: `now`, `nextVisit`, `watch` by its advice (last two digits of the id, OQ-82), `none` without a
 * sign, `withheld` where the history is too short to say either.
 */
export type Sign = 'now' | 'nextVisit' | 'watch' | 'withheld' | 'none';

/** Gravest first; a part that is known to be well speaks before one of which too little is known. */
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

/** The verdict that a sign stands for: both have the same words. */
export const toVerdict = (sign: Sign): Verdict => verdictOfSign[sign];

/** By the verdict on the part where it has one, else by its advice. An id of severity 00 is a bare name and no sign. */
export function toSign(messageId: string | null, basis?: Basis, verdict?: PartVerdict): Sign {
  if (verdict !== undefined) return signOfVerdict[verdict.verdict];
  return signSeverityOf(messageId) ?? (basis !== undefined && isWithheld(basis) ? 'withheld' : 'none');
}

export const isWithheld = ({ readings, neededReadings }: Basis): boolean => readings < neededReadings;

export const gravity = (sign: Sign): number => order.indexOf(sign);

/** The gravest of several; `none` of nothing. */
export const gravestOf = (signs: readonly Sign[]): Sign =>
  signs.toSorted((a, b) => gravity(a) - gravity(b))[0] ?? 'none';

/** A visit is asked for from 'at the next visit' on; what is only watched sends nobody there. */
export const asksForVisit = (sign: string): boolean => sign === 'now' || sign === 'nextVisit';

/** Shape of a sign, as of a status: to be watched is drawn like a warning, its box untinted. */
export const shapeOf = (sign: Sign): 'error' | 'warning' | 'normal' | 'unknown' => shapes[sign];
const shapes = { now: 'error', nextVisit: 'warning', watch: 'warning', withheld: 'unknown', none: 'normal' } as const;
