import { dayMs } from '@platen/contract/constants';
import { type Day, type DeviceHistory, keysOf, seriesOf } from '../../history/day-reading.ts';
import { remembered } from '../../history/remembered.ts';
import { isNewPiece } from '../../history/replacements.ts';
import type { FailureShown } from './failure-day.ts';
import type { PartKind } from './part-kind.ts';
import { type PartLife, withoutMisread } from './part-lives.ts';

/**
 * What happened around a replacement that distinguishes a failed part from one replaced by plan (0295):
 * `code`: the error of this part was logged; `sensor`: its sensor had drifted or was past its limit;
 * `cured`: a service call that ended with the replacement; `jams`: many more jams than usual before it;
 * `stopped`: the device stood still before it; `alone`: no other part was replaced with it.
 */
export const endingSigns = ['code', 'sensor', 'cured', 'jams', 'stopped', 'alone'] as const;
export type EndingSign = (typeof endingSigns)[number];

/** Days before a replacement that are looked at, and after it in which the cause must not come back. */
const span = { calls: 21, after: 30, jams: 14, usual: 120, still: 5 } as const;
/** Days around a replacement within which other counters are reset on the same visit. */
const sameVisit = 1;
/** Jams that are many, and by how many times more than usual. */
const many = { jams: 3, times: 3 } as const;
/** Days without a page, the last ones before the replacement, that are more than a weekend. */
const leastStill = 3;

/** The signs around the end of a life; of one that runs on only what its sensor and its errors say. */
export function toEnding(
  history: DeviceHistory,
  life: Pick<PartLife, 'until'>,
  kind: Pick<PartKind, 'code'>,
  shown: Partial<Pick<FailureShown, 'error' | 'sensor'>>,
): EndingSign[] {
  const { until } = life;
  const own: EndingSign[] = [
    ...(shown.error === undefined ? [] : (['code'] as const)),
    ...(shown.sensor === undefined ? [] : (['sensor'] as const)),
  ];
  if (until === undefined) return own;
  const is: Readonly<Partial<Record<EndingSign, boolean>>> = {
    cured: isCured(history, until),
    jams: hasJammed(history, until),
    stopped: hasStopped(history, until),
    alone: !resetsOf(history).some(
      ({ code, day }) => code !== kind.code && Math.abs(day - until) <= sameVisit && isPartLike(code),
    ),
  };
  return endingSigns.filter((sign) => own.includes(sign) || is[sign] === true);
}

const isPartLike = (code: string): boolean => /^\d{4,5}$/.test(code);

/** A service call was logged in the weeks before, and none of the same code in the month after. */
function isCured({ errors }: DeviceHistory, until: Day): boolean {
  const calls = errors.filter(({ category }) => category === 'serviceCall');
  const codes = calls.filter(({ at }) => at >= (until - span.calls) * dayMs && at < (until + 1) * dayMs);
  return codes.some(
    ({ code }) =>
      !calls.some(
        (one) => one.code === code && one.at >= (until + 2) * dayMs && one.at < (until + span.after) * dayMs,
      ) && !calls.some((one) => one.code === code && one.at < (until - 2 * span.calls) * dayMs),
  );
}

function hasJammed({ errors, days }: DeviceHistory, until: Day): boolean {
  const within = (from: Day, to: Day) =>
    errors.filter(({ at, category }) => category.startsWith('jam') && at >= from * dayMs && at < to * dayMs).length;
  const before = within(until - span.jams, until + 1);
  const first = Math.max(until - span.usual, days[0]?.day ?? until);
  const usual = (within(first, until - span.jams) / Math.max(1, until - span.jams - first)) * span.jams;
  return before >= many.jams && before >= many.times * usual;
}

/** No pages on the last days before the replacement, of a device that prints otherwise. */
function hasStopped(history: DeviceHistory, until: Day): boolean {
  const totals = seriesOf(history, 'pages.total').filter(({ day }) => day < until && day >= until - 4 * span.still);
  const last = totals.at(-1);
  const stillSince = last && totals.find(({ value }) => value >= last.value)?.day;
  if (last === undefined || stillSince === undefined || last.day < until - span.still) return false;
  const isPrinting = (totals[0]?.value ?? last.value) < last.value;
  return isPrinting && last.day - stillSince >= leastStill;
}

/** Days on which the page counters of parts began again. */
const resetsOf = remembered((history: DeviceHistory) =>
  [...keysOf(history)].flatMap((key) => {
    const code = /^part\.(\w+)\.pages$/.exec(key)?.[1];
    if (code === undefined) return [];
    const series = withoutMisread(seriesOf(history, key));
    return series.flatMap(({ day, value }, at) =>
      isNewPiece(series[at - 1]?.value ?? 0, value) ? [{ code, day }] : [],
    );
  }),
);

/**
 * The life that the maker names for a part, in the measure of its wear: from the percent or the pages of it
 * that the device reports; undefined where it reports neither.
 */
export function namedLife(history: DeviceHistory, code: string, measure: string, { readings }: PartLife) {
  const wearOn = new Map(readings.map(({ day, wear }) => [day, wear]));
  const last = (key: string) =>
    seriesOf(history, `part.${code}.${key}`).findLast(({ day, value }) => value > 0 && wearOn.has(day));
  const percent = last('life');
  const wornThen = percent && wearOn.get(percent.day);
  if (percent !== undefined && wornThen !== undefined && percent.value >= leastPercent)
    return (wornThen / percent.value) * 100;
  const named = last('lifePages');
  if (named === undefined) return undefined;
  if (measure === 'pages') return named.value;
  const pages = last('pages');
  const worn = pages && wearOn.get(pages.day);
  return pages !== undefined && worn !== undefined && pages.value >= leastPages && worn > 0
    ? (named.value * worn) / pages.value
    : undefined;
}

/** Percent of the life, and pages of a part, from which on the ratio to its wear says enough. */
const leastPercent = 5;
const leastPages = 500;
