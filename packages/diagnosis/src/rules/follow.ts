import { minuteMs } from '@platen/contract/constants';
import type { RuleForm } from '@platen/contract/rules';
import type { ConditionFacts } from '@platen/contract/worklist-item';
import type { Span } from '../conditions/model.ts';
import type { Verdict } from './decide.ts';

/**
 * The spans of a rule on one subject, continued by what was decided at an instant (AR-05 to AR-08). Pending
 * is a span that has not opened, recovering one that was cleared and has not closed. Unknown stops both
 * delays: it neither opens nor clears. Continuing again with the same decision changes nothing.
 */
export function followRule(
  spans: readonly Span[],
  { verdict, facts = {} }: { readonly verdict: Verdict; readonly facts?: ConditionFacts },
  at: number,
  { openDelayMinutes, clearDelayMinutes }: Pick<RuleForm, 'openDelayMinutes' | 'clearDelayMinutes'>,
): readonly Span[] {
  const last = spans.at(-1);
  const current = last === undefined || (last.closeAt !== null && last.closeAt <= at) ? undefined : last;
  const openDelay = openDelayMinutes * minuteMs;
  if (current === undefined) {
    if (verdict !== 'holds') return spans;
    const begun = { from: at, openAt: at + openDelay, clearedAt: null, closeAt: null, lastSeenAt: at };
    return [...spans, { ...begun, grades: [[at, 1]], facts }];
  }
  const others = spans.slice(0, -1);
  // At the very end of the delay the test must still hold.
  const isOpen = current.openAt !== null && (verdict === 'holds' ? current.openAt <= at : current.openAt < at);
  const { clearedAt } = current;
  if (verdict === 'holds') {
    const openAt = current.openAt ?? Math.max(current.from + openDelay, at);
    return [...others, { ...current, openAt, clearedAt: null, closeAt: null, lastSeenAt: at, facts }];
  }
  if (verdict === 'unknown') {
    if (!isOpen) return [...others, { ...current, openAt: null }];
    return clearedAt === null ? spans : [...others, { ...current, closeAt: null }];
  }
  if (!isOpen) return others;
  if (verdict === 'between') return [...others, { ...current, clearedAt: null, closeAt: null }];
  const since = clearedAt ?? at;
  const closeAt = current.closeAt ?? Math.max(since + clearDelayMinutes * minuteMs, at);
  return [...others, { ...current, clearedAt: since, closeAt }];
}
