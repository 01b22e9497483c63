import type { MemberState, RolloutFailure, RolloutSkip, RoundFigures } from '@platen/contract/collector-rollouts';
import type { CollectorRemote } from '@platen/contract/remote-settings';
import { minuteMs } from '../../base/time.ts';
import { toSettingsState } from './settings-state.ts';

/** How much worse a round may be than those before (CF-16). */
const tolerance = { unreadShare: 0.1, printers: 0.9 };
/** How long each step may take: intervals of the collector, and time for its status and a round. */
const patience = { intervals: 2, ms: 15 * minuteMs };

/** What is known of a collector that has begun. */
export interface MemberFacts {
  /** Number of the settings that it was given. */
  readonly version: number;
  readonly beganAt: Date;
  /** When a status first reported them in force; null: not yet. */
  readonly appliedAt: Date | null;
  readonly before: RoundFigures | null;
  /** Its wanted settings now. */
  readonly wanted: { readonly version: number; readonly hash: string | null };
  readonly remote: CollectorRemote | null;
  /** The customer has switched remote work off. */
  readonly isRemoteOff: boolean;
  /** Of its newest status. */
  readonly receivedAt: Date | null;
  /** Time between its rounds: the longer one of before and after the change. */
  readonly everyMs: number;
  /** The first round that ended after `appliedAt`. */
  readonly round: RoundFigures | null;
}

export type MemberStep =
  | { readonly state: 'applying' }
  | { readonly state: 'reading'; readonly appliedAt: Date }
  | { readonly state: 'passed'; readonly after: RoundFigures }
  | { readonly state: 'skipped'; readonly reason: RolloutSkip }
  | {
      readonly state: 'failed';
      readonly reason: RolloutFailure;
      readonly detail?: string;
      readonly after?: RoundFigures;
    };

const toUnreadShare = ({ printers, unread }: RoundFigures): number =>
  printers + unread === 0 ? 0 : unread / (printers + unread);

/**
 * Whether a round fails more than those before: the share of unread devices rose by more than 10 points, or
 * fewer than 90 % of the printers were read. Without rounds before, none is worse.
 */
export const isWorse = (before: RoundFigures | null, after: RoundFigures): boolean =>
  before !== null &&
  (toUnreadShare(after) > toUnreadShare(before) + tolerance.unreadShare ||
    after.printers < before.printers * tolerance.printers);

/**
 * How a collector goes on that was given settings. The round that is compared ended after a status with the
 * settings in force: they are put in force between rounds, so the whole of it was read with them.
 */
export function decideMember(facts: MemberFacts, now: Date): MemberStep {
  const { version, wanted, remote, appliedAt, receivedAt, round, before } = facts;
  if (wanted.version !== version) return { state: 'skipped', reason: 'changed' };
  if (facts.isRemoteOff) return { state: 'skipped', reason: 'switchedOff' };
  if (remote !== null && remote.level !== 'manage') return { state: 'skipped', reason: 'level' };
  const isOver = (since: Date) => now.getTime() - since.getTime() > patience.intervals * facts.everyMs + patience.ms;
  if (appliedAt !== null) {
    if (round === null)
      return isOver(appliedAt) ? { state: 'failed', reason: 'noRound' } : { state: 'reading', appliedAt };
    return isWorse(before, round)
      ? { state: 'failed', reason: 'worse', after: round }
      : { state: 'passed', after: round };
  }
  const state = remote === null ? null : toSettingsState(remote, wanted.hash);
  if (state === 'failed') {
    const [problem] = remote?.judged?.problems ?? [];
    return { state: 'failed', reason: 'refused', ...(problem && { detail: toText(problem) }) };
  }
  // Nothing is different at the collector: it proves nothing for the others.
  if (state === 'same') return { state: 'skipped', reason: 'same' };
  if (state === 'applied' && receivedAt !== null) return { state: 'reading', appliedAt: receivedAt };
  return isOver(facts.beganAt) ? { state: 'failed', reason: 'notApplied' } : { state: 'applying' };
}

const toText = ({ place, reason }: { readonly place: string; readonly reason: string }): string =>
  place === '' ? reason : `${place}: ${reason}`;

export type Counts = Readonly<Partial<Record<MemberState, number>>>;

/**
 * Stage 1 is one collector, 2 a tenth of all (at least two), 3 the others. A stage ends when the collectors
 * that it needs have passed; one that was left out or failed is replaced by the next.
 */
export function toStage({ passed = 0 }: Counts, total: number): { stage: 1 | 2 | 3; most: number } {
  const tenth = Math.max(2, Math.ceil(total / 10));
  if (passed === 0) return { stage: 1, most: 1 };
  return passed < tenth ? { stage: 2, most: tenth } : { stage: 3, most: total };
}

/** How many collectors may begin now. */
export function countToBegin(counts: Counts, total: number): number {
  const { passed = 0, applying = 0, reading = 0, waiting = 0 } = counts;
  return Math.max(0, Math.min(waiting, toStage(counts, total).most - passed - applying - reading));
}
