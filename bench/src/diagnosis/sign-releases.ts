import { feedSources, isPartOf } from '@platen/diagnosis/components/feed-roller/feed-readings';
import type { Day } from '@platen/diagnosis/history/day-reading';
import type { TruthEvent } from './fleet-truth.ts';

/** A sign that ended. */
export interface Release {
  readonly item: string;
  readonly day: Day;
  /** Days that it was on. */
  readonly days: number;
  /**
   * The part was replaced, or the fault repaired: within the days before it (`soon`), or longer ago while the
   * sign was on (`late`), as where readings of many days are judged together; null: nothing was done.
   */
  readonly explained: 'soon' | 'late' | null;
}

/**
 * Days between a replacement and the release that follows it soon, at most: a report may come late, and a
 * rate is judged on its readings.
 */
const reach = 7;

/**
 * Signs of one device that began and ended on its days of judgement, ascending. One that is on at the first
 * day has not begun.
 */
export function toReleases(
  judged: readonly { readonly day: Day; readonly items: ReadonlySet<string> }[],
  truth: readonly TruthEvent[],
): { readonly openings: number; readonly releases: readonly Release[] } {
  const since = new Map<string, Day>();
  const releases: Release[] = [];
  let openings = 0;
  for (const [at, { day, items }] of judged.entries()) {
    for (const [item, from] of since) {
      if (items.has(item)) continue;
      since.delete(item);
      releases.push({ item, day, days: day - from, explained: toExplained(endsOf(item, truth), from, day) });
    }
    for (const item of items) {
      if (since.has(item)) continue;
      since.set(item, day);
      if (at > 0) openings += 1;
    }
  }
  return { openings, releases };
}

function toExplained(ends: readonly Day[], from: Day, day: Day): Release['explained'] {
  if (ends.some((end) => end <= day && end >= day - reach)) return 'soon';
  return ends.some((end) => end <= day && end >= from) ? 'late' : null;
}

/** A roller that was replaced by plan ends the sign of its source too. */
const isRollerOf = (item: string, part: string): boolean =>
  feedSources.some((source) => item === `roller.${source}` && isPartOf(source, part));

/** Days on which what a sign is about was replaced or repaired. */
function endsOf(item: string, truth: readonly TruthEvent[]): Day[] {
  return truth.flatMap((event) => endOf(item, event) ?? []);
}

function endOf(item: string, event: TruthEvent): Day | null {
  if (event.kind === 'part')
    return item === `part.${event.part}` || isRollerOf(item, event.part) ? event.replaced : null;
  if (event.kind === 'roller') return item === `roller.${event.source}` ? event.replaced : null;
  if (event.kind === 'ce') return item === `ce.${event.code}` ? event.to : null;
  if (event.kind === 'sensor' || event.kind === 'polygon')
    return item === `${event.kind}.${event.color}` ? event.to : null;
  if (event.kind === 'storage') return item === `storage.${event.port}` ? event.failed : null;
  return null;
}
