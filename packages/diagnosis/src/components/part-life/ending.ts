import { dayMs } from '@platen/contract/constants';
import { type Day, type DeviceHistory, keysOf, seriesOf } from '../../history/day-reading.ts';
import { remembered } from '../../history/remembered.ts';
import { isNewPiece } from '../../history/replacements.ts';
import { median } from '../../statistics/theil-sen.ts';
import type { FailureShown } from './failure-day.ts';
import type { PartKind } from './part-kind.ts';
import { type PartLife, withoutMisread } from './part-lives.ts';

/**
 * What happened around a replacement that distinguishes a failed part from one replaced by plan (0295):
 * `code`: the error of this part was logged; `sensor`: its sensor had drifted or was past its limit;
 * `cured`: a service call that ended with the replacement, `again`: which had come on several days; `jams`:
 * many more jams than usual before it; `stopped`: the device stood still before it; `alone`: no other part
 * was replaced with it; `moved`, `stayed`: its sensor reads clearly otherwise after it, or as before.
 */
export const endingSigns = ['code', 'sensor', 'cured', 'again', 'jams', 'stopped', 'alone', 'moved', 'stayed'] as const;
export type EndingSign = (typeof endingSigns)[number];

/** Days before a replacement that are looked at, and after it in which the cause must not come back. */
const span = { calls: 21, after: 30, jams: 14, usual: 120, still: 5 } as const;
/** Days around a replacement within which other counters are reset on the same visit. */
const sameVisit = 1;
/** Days on each side of a replacement whose sensor readings are compared, and fewest readings of each. */
const sensed = { days: 21, readings: 5 } as const;
/** Times its scatter by which a sensor moves that reads another piece. */
const leastMoved = 3;
/** Jams that are many, and by how many times more than usual. */
const many = { jams: 3, times: 3 } as const;
/** Days without a page, the last ones before the replacement, that are more than a weekend. */
const leastStill = 3;

/** The signs around the end of a life; of one that runs on only what its sensor and its errors say. */
export function toEnding(
  history: DeviceHistory,
  life: Pick<PartLife, 'until'>,
  kind: Pick<PartKind, 'code' | 'sensor' | 'driftsUp'>,
  shown: Partial<Pick<FailureShown, 'error' | 'sensor'>>,
): EndingSign[] {
  const { until } = life;
  const own: EndingSign[] = [
    ...(shown.error === undefined ? [] : (['code'] as const)),
    ...(shown.sensor === undefined ? [] : (['sensor'] as const)),
  ];
  if (until === undefined) return own;
  const cured = curedCodes(history, until);
  const moved = hasMoved(history, until, kind);
  const is: Readonly<Partial<Record<EndingSign, boolean>>> = {
    cured: cured.length > 0,
    again: cured.some((code) => hasComeAgain(history, until, code)),
    moved: moved === true,
    stayed: moved === false,
    jams: hasJammed(history, until),
    stopped: hasStopped(history, until),
    alone: !resetsOf(history).some(
      ({ code, day }) => code !== kind.code && Math.abs(day - until) <= sameVisit && isPartLike(code),
    ),
  };
  return endingSigns.filter((sign) => own.includes(sign) || is[sign] === true);
}

const isPartLike = (code: string): boolean => /^\d{4,5}$/.test(code);

/** Codes of service calls of the weeks before, none of which came back in the month after. */
function curedCodes(history: DeviceHistory, until: Day): readonly string[] {
  const calls = history.errors.filter(({ category }) => category === 'serviceCall');
  return [...new Set(callsBefore(history, until).map(({ code }) => code))].filter(
    (code) =>
      !calls.some(
        (one) => one.code === code && one.at >= (until + 2) * dayMs && one.at < (until + span.after) * dayMs,
      ) && !calls.some((one) => one.code === code && one.at < (until - 2 * span.calls) * dayMs),
  );
}

const callsBefore = ({ errors }: DeviceHistory, until: Day): DeviceHistory['errors'] =>
  errors.filter(
    ({ at, category }) => category === 'serviceCall' && at >= (until - span.calls) * dayMs && at < (until + 1) * dayMs,
  );

/** A fault that lasts is logged again, one that meant nothing once. */
function hasComeAgain(history: DeviceHistory, until: Day, code: string): boolean {
  const days = callsBefore(history, until).flatMap((one) => (one.code === code ? [Math.floor(one.at / dayMs)] : []));
  return new Set(days).size > 1;
}

/**
 * Whether the sensor of the part reads clearly otherwise after the replacement than before it, by how much it
 * scatters on either side. Undefined where too few readings tell, or where a new piece reads as the old one.
 */
function hasMoved(
  history: DeviceHistory,
  until: Day,
  { sensor, driftsUp }: Pick<PartKind, 'sensor' | 'driftsUp'>,
): boolean | undefined {
  if (sensor === undefined || driftsUp === true) return undefined;
  const within = (from: Day, to: Day) =>
    seriesOf(history, sensor).flatMap(({ day, value }) => (day >= from && day < to ? [value] : []));
  const [before, after] = [within(until - sensed.days, until), within(until + 1, until + 1 + sensed.days)];
  const [old, young] = [median(before), median(after)];
  if (old === undefined || young === undefined || Math.min(before.length, after.length) < sensed.readings)
    return undefined;
  const off = [...before.map((value) => value - old), ...after.map((value) => value - young)].map(Math.abs);
  const scatter = (median(off) ?? 0) / shareOfDeviation;
  return Math.abs(young - old) >= Math.max(leastMoved * scatter, Number.EPSILON);
}

/** Median distance from the median, of normal values, in standard deviations. */
const shareOfDeviation = 0.6745;

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
 * that the device reports; undefined where it reports neither. Both are compared with the counter as it was
 * reported: one that was set back or goes on from another piece is so in all of its measures, and the wear of
 * the piece is not (0905).
 */
export function namedLife(history: DeviceHistory, code: string, measure: string, { readings }: PartLife) {
  const days = new Set(readings.map(({ day }) => day));
  const own = (key: string) => seriesOf(history, `part.${code}.${key}`).filter(({ day }) => days.has(day));
  const counted = new Map(own(measure).map(({ day, value }) => [day, value]));
  const latest = (key: string, least: number) =>
    own(key).findLast(({ day, value }) => value >= least && (counted.get(day) ?? 0) > 0);
  const percent = latest('life', leastPercent);
  if (percent !== undefined) return ((counted.get(percent.day) ?? 0) / percent.value) * 100;
  const named = own('lifePages').findLast(({ value }) => value > 0);
  if (named === undefined) return undefined;
  if (measure === 'pages') return named.value;
  const pages = latest('pages', leastPages);
  return pages === undefined ? undefined : (named.value * (counted.get(pages.day) ?? 0)) / pages.value;
}

/** Percent of the life, and pages of a part, from which on the ratio to its counter says enough. */
const leastPercent = 5;
const leastPages = 500;
