import { type PartVerdict, partVerdicts, type Verdict } from '@platen/contract/part-verdict';
import type { Urgency } from '../components/part-life/urgency.ts';

/**
 * Percent of the rated life consumed, as counted: now, and by forecast after two and four weeks (null: no
 * forecast).
 */
export interface RatedLife {
  readonly consumed: number;
  readonly after2Weeks: number | null;
  readonly after4Weeks: number | null;
  /** Percent from which a part is recommended for replacement (OQ-71). */
  readonly threshold: number;
}

/** What the readings say of the part itself; `exhaustion` null where only its behaviour is judged. */
export interface JudgedCondition {
  readonly urgency: Urgency;
  readonly exhaustion: number | null;
}

/** Percent of the expected life at which a part is worn out. */
const wornOut = 100;

const verdictOfUrgency: Readonly<Record<Urgency, Verdict>> = {
  now: 'due',
  nextVisit: 'nextVisit',
  watch: 'watch',
  none: 'sound',
};

/**
 * The one verdict on a part (0220). A judged condition counts before the rated life: it is what the readings
 * say of this piece, where the rated life is what its maker says of all. A part at the end of either life is
 * watched at least. Without a judged condition the rated life decides: due from the threshold on, to be
 * replaced at the next visit where it gets there within two weeks.
 */
export function decideVerdict(rated: RatedLife | null, condition: JudgedCondition | null): PartVerdict {
  const isReached = rated !== null && rated.consumed >= rated.threshold;
  const common = {
    rated: rated === null ? null : { consumed: rated.consumed, threshold: rated.threshold },
    exhaustion: condition?.exhaustion ?? null,
  };
  if (condition !== null) {
    const own = verdictOfUrgency[condition.urgency];
    const isWorn = isReached || (condition.exhaustion ?? 0) >= wornOut;
    const verdict = own === 'sound' && isWorn ? 'watch' : own;
    const differs = asksForVisit(own)
      ? rated !== null && !isReached
        ? ('conditionFirst' as const)
        : null
      : isReached
        ? ('ratedReached' as const)
        : null;
    return { verdict, speaks: 'condition', ...common, differs };
  }
  if (rated === null) return { verdict: 'unknown', speaks: null, ...common, differs: null };
  return { verdict: verdictOfRated(rated), speaks: 'rated', ...common, differs: null };
}

function verdictOfRated({ consumed, after2Weeks, after4Weeks, threshold }: RatedLife): Verdict {
  if (consumed >= threshold) return 'due';
  if ((after2Weeks ?? 0) >= threshold) return 'nextVisit';
  return (after4Weeks ?? 0) >= threshold ? 'watch' : 'sound';
}

/** A part as the parts' call lists it. */
interface ListedPart {
  readonly lifeNow: number | null;
  readonly life2Weeks: number | null;
  readonly life4Weeks: number | null;
  readonly consumedLife: number | null;
  readonly verdict?: PartVerdict | undefined;
}

/**
 * The verdict on a listed part: as judged, in judgements of earlier versions and before the first one by its
 * rated life alone.
 */
export function verdictOf(part: ListedPart, threshold: number): PartVerdict {
  if (part.verdict !== undefined) return part.verdict;
  const consumed = part.lifeNow ?? part.consumedLife;
  const { life2Weeks: after2Weeks, life4Weeks: after4Weeks } = part;
  return decideVerdict(consumed === null ? null : { consumed, after2Weeks, after4Weeks, threshold }, null);
}

/**
 * Whether a part must be replaced or inspected at the next visit: it is recommended for replacement, and
 * brought along.
 */
export const asksForVisit = (verdict: Verdict): boolean => verdict === 'due' || verdict === 'nextVisit';

/** Most severe first. */
export const compareVerdicts = (a: Verdict, b: Verdict): number => partVerdicts.indexOf(a) - partVerdicts.indexOf(b);
