import { toIsoDay } from '../../device/calendar-day.ts';
import type { Span } from './to-day.ts';

/**
 * Where the forecast meets its threshold; drawn only with its range. A month has no day of its own: the
 * forecast ends on the day it means, and the mark stands on it.
 */
export function toCrossing(span: Span | undefined, forecast: readonly { readonly date: string }[]) {
  if (span?.lower === undefined || span.upper === undefined) return undefined;
  const middle = toIsoDay(span.middle);
  const end = forecast.at(-1)?.date.slice(0, middle.length);
  const isMeant = span.grain === 'month' && end?.slice(0, 7) === middle.slice(0, 7);
  return { date: isMeant ? end : middle, lower: toIsoDay(span.lower), upper: toIsoDay(span.upper) };
}
