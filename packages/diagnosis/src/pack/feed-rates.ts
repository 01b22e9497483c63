import { dayMs } from '@platen/contract/constants';
import type { FeedRate } from '@platen/contract/visit-pack';
import { leastFeeds } from '@platen/contract/visit-pack-names';
import { feedSources, sourceOfJam } from '../components/feed-roller/feed-readings.ts';
import { type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';

/** Feeds and jams of a paper source. */
export interface Fed {
  readonly feeds: number;
  readonly jams: number;
}

/**
 * Feeds and jams of each paper source after a day up to another one, days since 1970 UTC. A jam counts
 * only on days over which the counter of its source is known, so that both are of the same span. Sources
 * without a counter are left out.
 */
export function countFed(history: DeviceHistory, from: number, to: number): Map<string, Fed> {
  const counted = new Map<string, Fed>();
  for (const source of feedSources) {
    const increments = toIncrements(seriesOf(history, `source.${source}`), pageLimits).filter(
      ({ day, span }) => day > from && day <= to && day - span >= from,
    );
    if (increments.length === 0) continue;
    const covers = (day: number) => increments.some((one) => day <= one.day && day > one.day - one.span);
    const jams = history.errors.filter(
      (error) => sourceOfJam(error) === source && covers(Math.floor(error.at / dayMs)),
    ).length;
    counted.set(source, { feeds: increments.reduce((sum, { value }) => sum + value, 0), jams });
  }
  return counted;
}

/** Jams per 1,000 feeds by source (VP-10), the highest first; without a rate below 500 feeds. */
export function toFeedRates(fed: ReadonlyMap<string, Fed>, usual: ReadonlyMap<string, number>): FeedRate[] {
  return [...fed]
    .map(([source, { feeds, jams }]) => ({
      source,
      feeds,
      jams,
      perThousand: feeds >= leastFeeds ? toTenth((1000 * jams) / feeds) : null,
      usual: usual.get(source) ?? null,
    }))
    .toSorted((one, other) => (other.perThousand ?? -1) - (one.perThousand ?? -1) || other.feeds - one.feeds);
}

/** The usual rates of a model: jams of all its devices per 1,000 of their feeds, where there are enough. */
export function toUsualRates(devices: readonly ReadonlyMap<string, Fed>[]): Map<string, number> {
  const sums = new Map<string, Fed>();
  for (const fed of devices)
    for (const [source, { feeds, jams }] of fed) {
      const sum = sums.get(source) ?? { feeds: 0, jams: 0 };
      sums.set(source, { feeds: sum.feeds + feeds, jams: sum.jams + jams });
    }
  return new Map(
    [...sums].flatMap(([source, { feeds, jams }]) =>
      feeds >= 10 * leastFeeds ? [[source, toTenth((1000 * jams) / feeds)] as const] : [],
    ),
  );
}

const toTenth = (value: number): number => Math.round(value * 10) / 10;
