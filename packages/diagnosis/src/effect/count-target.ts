import { dayMs } from '@platen/contract/constants';
import { feedRetriesOf } from '@platen/contract/telemetry';
import { sourceOfJam } from '../components/feed-roller/feed-readings.ts';
import { type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import type { Increment } from '../history/increment.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import { median } from '../statistics/theil-sen.ts';
import type { Side } from './rate-ratio.ts';
import { codesOf, sensorOf, type Target } from './target.ts';
import type { Span } from './windows.ts';

/**
 * What a device counted of a target in a span of days, over thousands of feeds or pages. Of a rise between
 * readings that reaches beyond the span its part within it counts. Undefined: the device does not count it.
 */
export function countTarget(history: DeviceHistory, target: Target, span: Span): Side | undefined {
  if ('source' in target) {
    const feeds = toIncrements(seriesOf(history, `source.${target.source}`), pageLimits);
    if (feeds.length === 0) return undefined;
    const exposure = within(feeds, span) / 1000;
    if (target.measure === 'jams')
      return { exposure, count: countErrors(history, span, (error) => sourceOfJam(error) === target.source) };
    const retries = seriesOf(history, `sensor.${feedRetriesOf(target.source)}`);
    if (retries.length === 0) return undefined;
    return { exposure, count: Math.round(within(toIncrements(retries, pageLimits), span)) };
  }
  const pages = toIncrements(seriesOf(history, 'pages.total'), pageLimits);
  if (pages.length === 0) return undefined;
  const isOf = target.measure === 'unitErrors' ? codesOf(target.unit) : undefined;
  return {
    exposure: within(pages, span) / 1000,
    count: countErrors(history, span, ({ code, category }) => isOf?.(code) ?? category === 'serviceCall'),
  };
}

/** Middle reading of the unit's sensor in a span; null without one. */
export function readSensor(history: DeviceHistory, target: Target, { from, to }: Span): number | null {
  const key = target.measure === 'unitErrors' ? sensorOf(target.unit) : undefined;
  if (key === undefined) return null;
  const values = seriesOf(history, key).flatMap(({ day, value }) => (day >= from && day <= to ? value : []));
  return median(values) ?? null;
}

function countErrors(
  { errors }: DeviceHistory,
  { from, to }: Span,
  counts: (error: DeviceHistory['errors'][number]) => boolean,
): number {
  const [start, end] = [from * dayMs, (to + 1) * dayMs];
  return errors.filter((error) => error.at >= start && error.at < end && counts(error)).length;
}

/**
 * Sum of what increments brought within a span; an increment covers the days from `day - span` (not it) on.
 */
const within = (increments: readonly Increment[], { from, to }: Span): number =>
  increments.reduce((sum, { day, span, value }) => {
    const shared = Math.min(day, to) - Math.max(day - span, from - 1);
    return shared <= 0 ? sum : sum + (value * shared) / span;
  }, 0);
