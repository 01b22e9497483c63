import { subjectOfPart } from '@platen/contract/part-codes';
import { datedParts } from '../components/dated-parts.ts';
import { trackFeed } from '../components/feed-roller/feed-model.ts';
import { toFeedPasts } from '../components/feed-roller/feed-readings.ts';
import { type EndingSign, toEnding } from '../components/part-life/ending.ts';
import { failureShown } from '../components/part-life/failure-day.ts';
import type { Day, DeviceHistory } from '../history/day-reading.ts';
import { remembered } from '../history/remembered.ts';
import { toItemUses } from '../parts-needed/item-use.ts';

/** One piece of a part, under watch from `entry` to `end`. */
export interface PartPiece {
  /** The cause of a stop that it is: `drum.yellow`, `feedRoller.CST1`, `part.6340`. */
  readonly item: string;
  /** Pieces that fail alike: `drum`; those whose life no maker names count in years, `years:drum`. */
  readonly kind: string;
  /** In lives that its maker names, or years in service. */
  readonly entry: number;
  readonly end: number;
  /** Day on which it was replaced; undefined: it is in force. */
  readonly until: Day | undefined;
  /**
   * First day on which it showed that it had failed, by its own error or by a lasting rise of the jams of its
   * source; undefined: it showed nothing.
   */
  readonly failed: Day | undefined;
  readonly signs: readonly EndingSign[];
  /** What the device uses of it a day; undefined where that is not known. */
  readonly perDay: number | undefined;
}

/** Users bear a roller that feeds badly for weeks; one replaced later was replaced for another reason. */
const longestWait = 90;
/** Days that the use of an item is measured over. */
const recentDays = 91;

/** Every piece of every part that the device reports. */
export const toPartPieces = remembered((history: DeviceHistory): readonly PartPiece[] => {
  const rises = risesBySource(history);
  return toItemUses(history).flatMap(({ item: key, unit, pieces, recent }) => {
    const code = /^part\.(\w+)$/.exec(key)?.[1];
    if (code === undefined) return [];
    const item = subjectOfPart(code);
    const kind = `${unit === 'years' ? 'years:' : ''}${kindOfItem(item)}`;
    const part = datedParts.get(code)?.kind ?? { code };
    return pieces.map(({ entry, end, until }, at): PartPiece => {
      const since = pieces[at - 1]?.until ?? null;
      const failed = until === undefined ? undefined : failedOn(history, code, { since, until }, rises.get(item) ?? []);
      const signs = until === undefined ? [] : toEnding(history, { until }, part, {});
      return { item, kind, entry, end, until, failed, signs, perDay: recent && recent / recentDays };
    });
  });
});

/** `drum.yellow` is a drum; parts that have no kind of their own are distinguished by their codes. */
const kindOfItem = (item: string): string => (item.startsWith('part.') ? item : item.replace(/\..*/, ''));

function failedOn(
  history: DeviceHistory,
  code: string,
  { since, until }: { readonly since: Day | null; readonly until: Day },
  rises: readonly Day[],
): Day | undefined {
  const kind = datedParts.get(code)?.kind;
  if (kind !== undefined) return failureShown(history, kind, { since, until, readings: [] }, []).error;
  return rises.find((day) => day > (since ?? 0) && day < until && day >= until - longestWait);
}

/** Days on which the jams of a source began to rise for good, by the item of its rollers. */
const risesBySource = (history: DeviceHistory): ReadonlyMap<string, readonly Day[]> =>
  new Map(
    toFeedPasts(history).map((past) => [
      `feedRoller.${past.source}`,
      past.replaced.length === 0 ? [] : (trackFeed(past, undefined)?.rises ?? []).map(({ since }) => since),
    ]),
  );
