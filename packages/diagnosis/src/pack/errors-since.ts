import { dayMs } from '@platen/contract/constants';
import type { conditionCategories } from '@platen/contract/report-sections';
import type { ErrorGroup, PackDevice } from '@platen/contract/visit-pack';
import { barDays, mostGroups, mostNewest } from '@platen/contract/visit-pack-names';
import type { ErrorEvent } from '../history/day-reading.ts';

type Errors = PackDevice['errors'];

/**
 * Errors since an instant, grouped by code (VP-10): service calls first, then the most frequent; 20 groups at
 * most, the rest as a count, and the 10 newest errors in full. The bars show the last 24 days up to `now`.
 * @param reportedDays days with a report, since 1970 UTC
 */
export function toErrorsSince(
  errors: readonly ErrorEvent[],
  { since, now, reportedDays }: { since: number; now: number; reportedDays: ReadonlySet<number> },
): Errors {
  const found = errors.filter(({ at }) => at > since && at <= now + dayMs).toSorted((one, other) => one.at - other.at);
  const today = Math.floor(now / dayMs);
  const firstDay = Math.max(today - barDays + 1, Math.floor(since / dayMs));
  const length = today - firstDay + 1;
  const byCode = new Map<string, ErrorEvent[]>();
  for (const error of found) byCode.set(error.code, [...(byCode.get(error.code) ?? []), error]);
  const groups = [...byCode.values()]
    .map((list) => toGroup(list, firstDay, length))
    .toSorted((one, other) => rank(other) - rank(one) || other.count - one.count || compare(other.lastAt, one.lastAt));
  return {
    count: found.length,
    groups: groups.slice(0, mostGroups),
    groupCount: groups.length,
    firstDay: new Date(firstDay * dayMs).toISOString().slice(0, 10),
    silentDays: Array.from({ length }, (_, index) => index).filter((index) => !reportedDays.has(firstDay + index)),
    newest: found
      .toReversed()
      .slice(0, mostNewest)
      .map((error) => ({
        code: error.code,
        category: error.category,
        at: toInstant(error.at),
        counter: error.counter,
        ...settingsOf([error]),
      })),
  };
}

const rank = ({ category }: ErrorGroup): number => Number(category === 'serviceCall');
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const toInstant = (at: number): string => new Date(at).toISOString();

function toGroup(list: readonly ErrorEvent[], firstDay: number, length: number): ErrorGroup {
  const days = Array.from({ length }, () => 0);
  for (const { at } of list) {
    const index = Math.floor(at / dayMs) - firstDay;
    if (index >= 0) days[Math.min(index, length - 1)] = (days[Math.min(index, length - 1)] ?? 0) + 1;
  }
  const [first, last] = [list[0], list.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a group of errors is empty');
  return {
    code: first.code,
    category: last.category,
    count: list.length,
    firstAt: toInstant(first.at),
    lastAt: toInstant(last.at),
    counter: last.counter,
    mostly: settingsOf(list),
    days,
  };
}

type Setting = (typeof conditionCategories)[number];

/** Paper source, size and function that most of the errors have. */
const settingsOf = (list: readonly ErrorEvent[]): ErrorGroup['mostly'] => ({
  paperSource: mostOf(list, 'paperSource'),
  paperSize: mostOf(list, 'paperSize'),
  function: mostOf(list, 'function'),
});

function mostOf(list: readonly ErrorEvent[], setting: Setting): string | null {
  const counts = new Map<string, number>();
  for (const { conditions } of list) {
    const value = conditions[setting];
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((one, other) => other[1] - one[1] || compare(one[0], other[0]));
  return most?.[0] ?? null;
}
