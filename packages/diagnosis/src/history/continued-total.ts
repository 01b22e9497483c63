import type { breakCauses } from '@platen/contract/constants';

/**
 * A place where a counter did not go on, and why, as far as it was answered (`breakCauses` of the contract).
 */
export interface AnsweredBreak {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly before: number;
  readonly after: number;
  readonly cause: (typeof breakCauses)[number] | null;
}

export interface ContinuedTotal {
  /** The counter as if it had gone on. */
  readonly value: number;
  /** A break without an answered cause is among those continued: the machine is taken to have gone on. */
  readonly isAssumed: boolean;
}

/**
 * A counter continued over its breaks (0222): the machine went on where its board was exchanged, its memory
 * cleared or its counter set, so the step is added back. A misread value stepped away and back and adds
 * nothing, nor does a leap that was printed; an exchanged device starts from its own counter, so what was
 * before is left out. A break without an answer is taken as one of a machine that went on.
 * @param own what the device itself counts now
 * @returns undefined where nothing has to be added: the device's own counter counts
 */
export function continueTotal(own: number, breaks: readonly AnsweredBreak[]): ContinuedTotal | undefined {
  const inOrder = breaks.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  const exchanged = inOrder.findLastIndex(({ cause }) => cause === 'deviceExchanged');
  const steps = inOrder.slice(exchanged + 1).filter(({ cause }) => cause !== 'misread' && cause !== 'printed');
  if (steps.length === 0) return undefined;
  const value = steps.reduce((sum, { before, after }) => sum + before - after, own);
  return { value: Math.max(0, value), isAssumed: steps.some(({ cause }) => cause === null) };
}
