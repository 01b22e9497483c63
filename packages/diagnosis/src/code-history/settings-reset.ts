import { dayMs } from '@platen/contract/constants';
import type { CodeChange, ReadingSpan } from './code-spans.ts';
import { isMode, type ModelValues } from './model-values.ts';

/** When changes of one day are one event (CH-08). `least`: of few codes a share alone says nothing. */
export const resetRule = { codes: 30, share: 0.2, least: 3 } as const;

/** Many codes that came to the value of their model on one day: memory cleared, or a board exchanged. */
export interface SettingsReset extends ReadingSpan {
  readonly changes: readonly CodeChange[];
}

/**
 * Settings that were reset (CH-08): at least 30 codes, or 20 % of those reported, that came to their model's
 * commonest value on one day (UTC), without codes that adjust themselves. The list to restore them from is
 * the values before.
 * @param reported how many codes the device reports
 */
export function toResets(
  changes: readonly CodeChange[],
  values: ModelValues,
  reported: number,
): { resets: SettingsReset[]; others: CodeChange[] } {
  const byDay = new Map<number, CodeChange[]>();
  for (const change of changes) {
    if (!isMode(change.code, change.after, values)) continue;
    const day = Math.floor(change.firstAfter / dayMs);
    byDay.set(day, [...(byDay.get(day) ?? []), change]);
  }
  const isEnough = (count: number) =>
    count >= resetRule.codes || (count >= resetRule.least && count >= resetRule.share * reported);
  const resets = [...byDay.values()]
    .filter((list) => isEnough(list.length))
    .map((list) => ({
      lastBefore: Math.min(...list.map(({ lastBefore }) => lastBefore)),
      firstAfter: Math.max(...list.map(({ firstAfter }) => firstAfter)),
      changes: list,
    }));
  const within = new Set(resets.flatMap((reset) => reset.changes));
  return { resets, others: changes.filter((change) => !within.has(change)) };
}
