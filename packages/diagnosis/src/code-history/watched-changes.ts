import type { Instant } from '../conditions/model.ts';
import { contextsOf } from './change-context.ts';
import type { CodePast } from './changes-since.ts';
import { type CodeChange, toCodeSpans } from './code-spans.ts';

/** What a person wrote about a change: by then it is accepted (WL-13). */
export interface AcceptedChange {
  readonly code: string;
  /** First reading after the change that was accepted. */
  readonly firstAfter: Instant;
}

/** A watched code that changed without a known cause. `code` is that of the condition: `05.2103.0`. */
export interface WatchedChange {
  readonly code: string;
  readonly before: string;
  readonly after: string;
  readonly at: Instant;
}

/**
 * Watched codes that changed outside a visit (WL-13, CH-07): the newest change of each, unless a person
 * accepted it, the value is again what it was before, a visit touches its span, or the code adjusts itself
 * (CH-06). A visit that is recorded later takes the change out of the list.
 */
export function watchedChanges(
  past: CodePast,
  watched: ReadonlySet<string>,
  accepted: readonly AcceptedChange[],
): WatchedChange[] {
  const byCode = new Map<string, CodeChange[]>();
  for (const change of toCodeSpans(past.readings).changes)
    if (watched.has(change.code) && !past.adjusting.has(change.code))
      byCode.set(change.code, [...(byCode.get(change.code) ?? []), change]);
  return [...byCode].flatMap(([code, changes]): WatchedChange[] => {
    const open = toUnexplained(changes, past, accepted);
    const [first, last] = [open[0], open.at(-1)];
    if (first === undefined || last === undefined || first.before === last.after) return [];
    return [{ code: code.replaceAll('-', '.'), before: first.before, after: last.after, at: first.firstAfter }];
  });
}

/** The changes after the last explained one: an explained value is what later ones are measured by. */
function toUnexplained(
  changes: readonly CodeChange[],
  past: CodePast,
  accepted: readonly AcceptedChange[],
): readonly CodeChange[] {
  const isExplained = (change: CodeChange) =>
    accepted.some(({ code, firstAfter }) => code === change.code && firstAfter === change.firstAfter) ||
    contextsOf(change, past).some(({ kind }) => kind === 'visit');
  return changes.slice(changes.findLastIndex(isExplained) + 1);
}
