import type { ConditionFacts } from '@platen/contract/worklist-item';
import type { Grade, Instant, Span } from '../model.ts';

/** A matter as a present fact shows it. */
export interface PresentMatter {
  readonly key: string;
  /** Since when it is so, where the fact says; else since the fact was first seen. */
  readonly since?: Instant;
  /** When it was last seen; else at the time of the fact. */
  readonly seenAt?: Instant;
  readonly openDelay?: number;
  readonly grade?: Grade;
  readonly facts: ConditionFacts;
}

/**
 * The spans of one identity, continued by a present fact. `now`: time of the fact. `present` undefined: the
 * matter is gone; `mayClear` false: that does not count (silence is not recovery, WL-40). Continuing again
 * with the same fact changes nothing.
 */
export function continueSpans(
  former: readonly Span[],
  present: PresentMatter | undefined,
  {
    now,
    mayClear,
    clearDelay = 0,
  }: { readonly now: Instant; readonly mayClear: boolean; readonly clearDelay?: number },
): readonly Span[] {
  const last = former.at(-1);
  const isClosed = (last?.closeAt ?? Infinity) < now;
  const current = last === undefined || isClosed ? undefined : last;
  if (present === undefined) {
    if (current === undefined || current.clearedAt !== null || !mayClear) return former;
    const others = former.slice(0, -1);
    // What never opened leaves nothing.
    if (current.openAt === null || current.openAt > now) return others;
    return [...others, { ...current, clearedAt: now, closeAt: now + clearDelay }];
  }
  const { facts, grade = 1, seenAt = now, openDelay = 0 } = present;
  if (current === undefined || (current.clearedAt !== null && clearDelay === 0)) {
    const from = Math.max(present.since ?? now, last?.closeAt ?? -Infinity);
    const begun: Span = {
      from,
      openAt: from + openDelay,
      clearedAt: null,
      closeAt: null,
      lastSeenAt: seenAt,
      grades: [[from, grade]],
      facts,
    };
    return [...former, begun];
  }
  const before = current.grades.at(-1)?.[1] ?? 0;
  const grades: Span['grades'] = grade > before ? [...current.grades, [now, grade]] : current.grades;
  const lastSeenAt = Math.max(current.lastSeenAt, seenAt);
  return [...former.slice(0, -1), { ...current, clearedAt: null, closeAt: null, lastSeenAt, grades, facts }];
}

/** Spans of one identity from two sources, joined where they overlap: active while one of them is. */
export function joinSpans(one: readonly Span[], other: readonly Span[]): readonly Span[] {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const joined: Span[] = [];
  for (const span of [...one, ...other].toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || (last.closeAt !== null && last.closeAt < span.from)) joined.push(span);
    else joined[joined.length - 1] = join(last, span);
  }
  return joined;
}

function join(a: Span, b: Span): Span {
  const latest = (x: Instant | null, y: Instant | null) => (x === null || y === null ? null : Math.max(x, y));
  const opened = [a.openAt, b.openAt].filter((at) => at !== null);
  const newer = b.lastSeenAt >= a.lastSeenAt ? b : a;
  return {
    from: a.from,
    openAt: opened.length === 0 ? null : Math.min(...opened),
    clearedAt: latest(a.clearedAt, b.clearedAt),
    closeAt: latest(a.closeAt, b.closeAt),
    lastSeenAt: newer.lastSeenAt,
    grades: joinGrades([...a.grades, ...b.grades]),
    facts: { ...a.facts, ...b.facts, ...newer.facts },
  };
}

/** Only rises stay. */
function joinGrades(grades: readonly (readonly [Instant, Grade])[]): Span['grades'] {
  const rises: (readonly [Instant, Grade])[] = [];
  for (const grade of grades.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]))
    if (grade[1] > (rises.at(-1)?.[1] ?? 0)) rises.push(grade);
  return rises;
}
