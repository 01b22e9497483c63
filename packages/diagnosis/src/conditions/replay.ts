import type { WorkTime } from './calendar.ts';
import { ConditionMachine } from './condition-machine.ts';
import type { Hold } from './evaluation.ts';
import type { Action, Instant, ReplayedCondition, Span } from './model.ts';

/** Everything that happened to one identity. */
export interface Past {
  /** Ascending, not overlapping. */
  readonly spans: readonly Span[];
  readonly actions: readonly Action[];
  /** Instants at which it became worse besides the rises of grade within its spans (WL-38). */
  readonly worse: readonly Instant[];
  /** First sightings that disprove a fix (WL-33), with the instant of the fix. */
  readonly proofs: readonly { readonly since: Instant; readonly at: Instant }[];
  /** Spans of time in which another condition keeps it from opening (WL-43 to WL-46). */
  readonly holds: readonly Pick<Hold, 'from' | 'until'>[];
  /** When the device was retired or moved away (WL-37); null: it is in use. */
  readonly retiredAt: Instant | null;
}

export interface Replayed {
  /** Conditions of the identity, oldest first; each names the one before it as its former (WL-35). */
  readonly chain: readonly ReplayedCondition[];
  /** When time alone changes the last one; null: never. */
  readonly nextDue: Instant | null;
  /** Times in which one of them was open: neither resolved nor held. */
  readonly openTimes: readonly (readonly [from: Instant, to: Instant | null])[];
}

/** What happens to an identity, with its instant. */
export type Event =
  | { readonly at: Instant; readonly type: 'span'; readonly span: Span }
  | { readonly at: Instant; readonly type: 'close'; readonly span: Span }
  | { readonly at: Instant; readonly type: 'action'; readonly action: Action }
  | { readonly at: Instant; readonly type: 'worse' }
  | { readonly at: Instant; readonly type: 'proof'; readonly since: Instant }
  | { readonly at: Instant; readonly type: 'release' }
  | { readonly at: Instant; readonly type: 'retired' };

/**
 * The conditions of one identity and their states at the instant of the clock. This is the only place where
 * a state changes, and each change is a row of `transitionTable`. Pure: the same past gives the same chain,
 * however often and in whatever order it came together; an action that the table does not know in the state
 * of its moment changes nothing.
 */
export function replay(past: Past, now: Instant, time: WorkTime): Replayed {
  const machine = new ConditionMachine(past, time);
  const events = toEvents(past);
  let next = 0;
  for (;;) {
    const event = events[next];
    const timer = machine.timer();
    const isTimer = timer !== undefined && (event === undefined || timer.at <= event.at);
    const at = isTimer ? timer.at : event?.at;
    if (at === undefined || at > now)
      return { chain: machine.toChain(now), nextDue: at ?? null, openTimes: machine.openTimes() };
    if (isTimer) machine.elapse(timer);
    else if (event !== undefined) {
      machine.handle(event);
      next++;
    }
  }
}

/** Events of one instant in the order in which they count: what the device reports before what people do. */
const order: Readonly<Record<Event['type'], number>> = {
  close: 0,
  release: 1,
  span: 2,
  worse: 3,
  proof: 4,
  action: 5,
  retired: 6,
};

function toEvents({ spans, actions, worse, proofs, holds, retiredAt }: Past): Event[] {
  const events: Event[] = [];
  for (const span of spans) {
    if (span.openAt === null) continue;
    events.push({ at: span.openAt, type: 'span', span });
    if (span.closeAt !== null) events.push({ at: span.closeAt, type: 'close', span });
    for (const [at] of span.grades.slice(1)) events.push({ at, type: 'worse' });
  }
  for (const action of actions) events.push({ at: action.at, type: 'action', action });
  for (const at of worse) events.push({ at, type: 'worse' });
  for (const { at, since } of proofs) events.push({ at, type: 'proof', since });
  for (const { until } of holds) if (until !== null) events.push({ at: until, type: 'release' });
  if (retiredAt !== null) events.push({ at: retiredAt, type: 'retired' });
  return events.sort((a, b) => a.at - b.at || order[a.type] - order[b.type]);
}
