import type { VisitEffect } from '@platen/contract/visit-effects';
import type { PartFigures } from '@platen/contract/visit-figures';
import { toRatio } from './rate-ratio.ts';
import { componentOf, toUnit } from './target.ts';

/** The kind of part, without its colour or source, that a replacement is about; else what was done. */
const kindOf = ({ done, item }: VisitEffect): string =>
  done === 'replaced' && item !== null ? componentOf(toUnit(item)) : done;

/**
 * What became of all entries, by kind of part or work, the most frequent first. The ratio is that of the sums
 * of the known ones. Retries are left out: they belong to the same rollers as the jams next to them.
 */
export function toPartFigures(effects: readonly VisitEffect[]): readonly PartFigures[] {
  const kinds = new Map<string, VisitEffect[]>();
  for (const effect of effects)
    if (effect.measure !== 'retries') kinds.set(kindOf(effect), [...(kinds.get(kindOf(effect)) ?? []), effect]);
  return [...kinds]
    .map(([kind, entries]): PartFigures => {
      const known = entries.filter(({ judged }) => judged.state === 'known');
      const count = (verdict: string) =>
        known.filter(({ judged }) => judged.state === 'known' && judged.verdict === verdict).length;
      const side = (which: 'before' | 'after') => ({
        count: known.reduce((sum, one) => sum + one[which].count, 0),
        exposure: known.reduce((sum, one) => sum + one[which].exposure, 0),
      });
      const range =
        known.length === 0 ? { ratio: null, lower: null, upper: null } : toRatio(side('before'), side('after'));
      return {
        kind,
        entries: entries.length,
        better: count('better'),
        noClearChange: count('noClearChange'),
        worse: count('worse'),
        notYetKnown: entries.length - known.length,
        ...range,
      };
    })
    .toSorted((a, b) => b.entries - a.entries || (a.kind < b.kind ? -1 : 1));
}
