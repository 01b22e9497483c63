import { factsAt } from './due-facts.ts';
import type { IdentityPast, ReplayedIdentity, UnrankedCondition } from './entity.ts';
import type { Baseline } from './memory.ts';
import { type Action, type EvaluatedCondition, type Instant, keyOf } from './model.ts';
import { classIndexOf, classOf } from './rank.ts';
import { ownPoints } from './row.ts';

// Which conditions became worse (WL-38). Rises of grade are part of the spans, and are not found here.

/** What decides whether a condition became worse. */
export interface WorseFacts {
  readonly condition: Pick<EvaluatedCondition, 'kind' | 'work' | 'source'>;
  /** When it opened, rose in grade or a person last acted, whichever is the latest. */
  readonly since: Instant;
  /** Index of the class that its own cost would give a row. */
  readonly classIndex: number;
  /** Days to the earliest day of its range; null: no range. */
  readonly days: number | null;
  /** The figures as they were at `since`; undefined: none were remembered. */
  readonly baseline: Baseline | undefined;
  /** Instants at which it was found worse before. */
  readonly worse: readonly Instant[];
  /** When the device went down for a technician's matter. */
  readonly downs: readonly Instant[];
  readonly now: Instant;
}

export interface WorseFound {
  readonly isWorse: boolean;
  readonly baseline: Baseline;
  readonly worse: readonly Instant[];
}

/**
 * Whether one condition became worse since it opened, rose in grade or a person last acted: its class rose,
 * its earliest day came to within half, or the device went down while it was snoozed. The first evaluation
 * after any of these only remembers the figures.
 */
export function decideWorse({
  condition: { kind, work, source },
  since,
  classIndex,
  days,
  baseline,
  worse,
  downs,
  now,
}: WorseFacts): WorseFound {
  // That of one that is not a problem cannot rise: only its day makes it worse.
  const present: Baseline = { since, rank: work === 'resolved' ? 0 : classIndex, days };
  if (baseline === undefined || baseline.since !== since) return { isWorse: false, baseline: present, worse };
  // Without figures of a judgement a cost follows from reports, whose rises of grade count already.
  const hasRisen = classIndex < baseline.rank && (source === 'judgement' || kind === 'errorRepeat');
  const isNear = days !== null && baseline.days !== null && baseline.days > 0 && days <= baseline.days / 2;
  const wasHidden = work === 'snoozed' && kind !== 'down';
  const downAt = wasHidden ? downs.find((at) => at > since && at <= now && !worse.includes(at)) : undefined;
  const times = [...(hasRisen || isNear ? [now] : []), ...(downAt === undefined ? [] : [downAt])];
  return {
    isWorse: times.length > 0,
    baseline: hasRisen || isNear ? { ...present, rank: Math.min(classIndex, baseline.rank) } : baseline,
    worse: times.length > 0 ? [...worse, ...times].sort((a, b) => a - b) : worse,
  };
}

/** What became worse, and the figures to compare with next time, by identity. */
export function findWorse(
  replayed: readonly ReplayedIdentity[],
  conditions: readonly EvaluatedCondition[],
  { actions, now }: { actions: ReadonlyMap<string, readonly Action[]>; now: Instant },
): Map<string, WorseFound> {
  const points = new Map(conditions.map((one) => [one.conditionId, ownPoints(one)]));
  const downs = replayed
    .filter(({ past }) => past.kind === 'down')
    .flatMap(({ live }) => live.filter(({ isHeld }) => !isHeld).map(({ freshAt }) => freshAt));
  const found = new Map<string, WorseFound>();
  for (const { past, live } of replayed) {
    const condition = live.at(-1);
    if (condition === undefined || !mayBecomeWorse(condition)) continue;
    const key = keyOf(past);
    const lower = factsAt(condition.facts, now).range?.lower;
    const worse = decideWorse({
      condition,
      since: changedAt(condition, past, actions.get(key) ?? []),
      classIndex: classIndexOf(classOf(points.get(condition.conditionId) ?? 0)),
      days: lower ?? null,
      baseline: past.memory?.baseline,
      worse: past.memory?.worse ?? [],
      downs,
      now,
    });
    found.set(key, worse);
  }
  return found;
}

/** One that is open, or that a person found not to be a problem (WL-36). */
const mayBecomeWorse = ({ work, resolution }: UnrankedCondition): boolean =>
  work !== 'resolved' || resolution === 'notAProblem';

/** When it opened, rose in grade or a person last acted, whichever is the latest. */
function changedAt({ openedAt }: UnrankedCondition, { spans }: IdentityPast, actions: readonly Action[]): Instant {
  const acted = actions.findLast(({ action }) => action !== 'note')?.at ?? -Infinity;
  const risen = spans.at(-1)?.grades.at(-1)?.[0] ?? -Infinity;
  return Math.max(openedAt, acted, risen);
}

/** What is known of an identity, with what was found. */
export function rememberWorse(past: IdentityPast, found: WorseFound | undefined): IdentityPast {
  if (found === undefined) return past;
  const { baseline, worse } = found;
  const memory = past.memory ?? { spans: [] };
  return { ...past, memory: { ...memory, baseline, ...(worse.length === 0 ? {} : { worse }) } };
}
