import type { ConditionTransition, StoredCondition } from './evaluation.ts';
import type { EvaluatedCondition, Instant } from './model.ts';

/** What the store has to write of the conditions of an entity. */
export function toChanges(
  conditions: readonly EvaluatedCondition[],
  stored: readonly StoredCondition[],
): { changedIds: string[]; added: ConditionTransition[]; removed: ConditionTransition[] } {
  const known = new Map(stored.map((one) => [one.conditionId, one]));
  const changedIds: string[] = [];
  const added: ConditionTransition[] = [];
  const removed: ConditionTransition[] = [];
  for (const condition of conditions) {
    const { conditionId, transitions } = condition;
    const before = known.get(conditionId);
    if (before === undefined || !isSame(condition, before)) changedIds.push(conditionId);
    const named = (one: { at: Instant; change: string }) => `${one.at} ${one.change}`;
    const was = new Set(before?.transitions.map(named));
    const is = new Set(transitions.map(named));
    for (const one of transitions) if (!was.has(named(one))) added.push({ conditionId, ...one });
    for (const one of before?.transitions ?? []) if (!is.has(named(one))) removed.push({ conditionId, ...one });
  }
  return { changedIds, added, removed };
}

/** Whether two values of JSON are equal, whatever the order of fields. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return left.length === right.size && left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)));
}
