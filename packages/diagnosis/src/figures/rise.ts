import type { InputsOf } from '@platen/contract/figures';
import type { Day, Series } from '../history/day-reading.ts';
import { type CounterLimits, toIncrements } from '../history/segments.ts';

type Rise = Omit<InputsOf<'monthlyAverage'>, 'kind'>;

/**
 * What a counter rose by from the reading before `since` to the last one up to `until`, as the sum of
 * `toIncrements` over these days: the first and the last reading, and the steps over falls and leaps, which
 * do not count. Undefined without an increment.
 */
export function toRise(
  series: Series,
  limits: CounterLimits,
  { since, until }: { readonly since: Day; readonly until: Day },
): Rise | undefined {
  const increments = toIncrements(series, limits).filter(({ day }) => day >= since && day <= until);
  const [start, end] = [increments[0], increments.at(-1)];
  if (start === undefined || end === undefined) return undefined;
  const firstDay = start.day - start.span;
  const first = valueOn(series, firstDay);
  const last = valueOn(series, end.day);
  const risen = increments.reduce((sum, { value }) => sum + value, 0);
  return { first, last, omitted: last - first - risen, days: increments.reduce((sum, { span }) => sum + span, 0) };
}

/** Of several readings on one day the greatest counts, as in `toSegments`. */
const valueOn = (series: Series, day: Day): number =>
  series.reduce((greatest, one) => (one.day === day ? Math.max(greatest, one.value) : greatest), 0);

export const toRiseInputs = ({ first, last, omitted }: Rise): InputsOf<'counterRise'> => ({
  kind: 'counterRise',
  first,
  last,
  omitted,
});
