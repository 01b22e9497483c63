import type { ProposalState } from '@platen/contract/code-history-names';
import type { Instant } from '../conditions/model.ts';
import type { CodeReading } from './code-spans.ts';

/** A line of a proposal to set a code back (CH-12). */
export interface ProposalLine {
  readonly code: string;
  /** Value when it was proposed. */
  readonly now: string | null;
  readonly to: string;
  readonly proposedAt: Instant;
  /** The first pack that had it; null: no visit is planned. */
  readonly inPackAt: Instant | null;
  /** What the technician answered. */
  readonly answer: { readonly at: Instant; readonly isDone: boolean } | null;
  /** Stored proof. */
  readonly provedAt: Instant | null;
  readonly withdrawnAt: Instant | null;
}

/**
 * Where the chain of a line is: proposed, in the pack, set by hand, proved by a reading. It breaks off where
 * the technician did not set it, where a reading after it was set has another value, or where it was
 * withdrawn.
 */
export function proposalState(line: ProposalLine, readings: readonly CodeReading[]): ProposalState {
  if (line.provedAt !== null || findProof(line, readings) !== null) return 'proved';
  if (line.withdrawnAt !== null) return 'withdrawn';
  const { answer } = line;
  if (answer === null) return line.inPackAt === null ? 'proposed' : 'inPack';
  if (!answer.isDone) return 'notDone';
  const newest = readings.findLast(({ codes }) => codes.has(line.code));
  return newest !== undefined && newest.at > answer.at ? 'notProved' : 'setByHand';
}

/**
 * The first reading after it was proposed in which the device reports the proposed value; null: none yet. A
 * line that was answered 'not done' is proved by nothing: somebody decided against it.
 * @param readings ascending by time
 */
export function findProof(line: ProposalLine, readings: readonly CodeReading[]): Instant | null {
  if (line.answer?.isDone === false || line.withdrawnAt !== null) return null;
  return readings.find(({ at, codes }) => at > line.proposedAt && codes.get(line.code) === line.to)?.at ?? null;
}

/**
 * Lines that a technician can still set by hand, for the pack of a device (CH-12): neither answered, proved
 * nor withdrawn.
 */
export const openProposals = <T extends ProposalLine>(
  lines: readonly T[],
  readings: readonly CodeReading[],
): readonly T[] =>
  lines.filter((line) => {
    const state = proposalState(line, readings);
    return state === 'proposed' || state === 'inPack';
  });
