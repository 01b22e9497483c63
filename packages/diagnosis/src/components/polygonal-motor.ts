import { type AdviceSeverity, mostSevere } from '@platen/contract/advice';
import { adviceId } from '@platen/contract/advice-ids';
import { dayMs, polygonMotorDays as span } from '@platen/contract/constants';
import type { predictPolygonalMotor } from '@platen/contract/predictions';
import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import { sensorNames } from '@platen/contract/telemetry';
import type * as z from 'zod/mini';
import { toRise, toRiseInputs } from '../figures/rise.ts';
import { type Day, type DeviceHistory, type Series, seriesOf } from '../history/day-reading.ts';
import type { Increment } from '../history/increment.ts';
import { toIncrements } from '../history/segments.ts';
import { spreadOf } from '../statistics/robust.ts';
import { median, type Point, theilSen } from '../statistics/theil-sen.ts';
import { toDate } from './part-life/dates.ts';

type Polygonal = NonNullable<z.infer<(typeof predictPolygonalMotor)['answer']>>;

/** Pages and starts a working day, of up to 6 spans of 30 days, by colour; JSON. */
export type PolygonalSummary = Partial<Record<TonerColor, readonly (readonly [pages: number, starts: number])[]>>;

/**
 * How starts go with pages in the family, both a working day: starts = intercept + slope pages, as a motor
 * starts with the day's work and with each job. `deviation`: of ln (starts / expected). JSON.
 */
export interface PolygonalLine {
  readonly devices: number;
  readonly intercept: number;
  readonly slope: number;
  readonly deviation: number;
}
export type PolygonalModel = Partial<Record<TonerColor, PolygonalLine>>;

const neededReadings = 14;
/** Days of the span that readings must cover. */
const coveredDays = 20;
const devicesNeeded = 10;
const spansOfDevice = 6;
const mostPoints = 240;
/**
 * Standard deviations above the family's line: beyond 4.5 lie 3 in a million sound spans of a normal
 * distribution.
 */
const limits = { nextVisit: 4.5, now: 8 };
/** A warning is released 5 percent below its limit (OQ-105). */
const release = 0.95;
const leastDeviation = 0.08;
/** Pages on which starts say something. */
const leastPages = 50;
/** A motor starts once a second at most. */
const startLimits = { perMinute: 60 };
const pageLimits = { perMinute: 200 };

/** Sums of the 30 days up to `day`, a working day. */
interface Span {
  readonly day: Day;
  readonly pages: number;
  readonly starts: number;
}

/** What the device adds to the model of its family; undefined where it counts no starts. */
export function summarisePolygonal(history: DeviceHistory): PolygonalSummary | undefined {
  const summary: PolygonalSummary = {};
  for (const color of tonerColors) {
    const points: (readonly [number, number])[] = [];
    let until = Number.POSITIVE_INFINITY;
    for (const { day, pages, starts } of toSpans(history, color).spans.toReversed()) {
      if (day > until || points.length === spansOfDevice) continue;
      points.push([rounded(pages), rounded(starts)]);
      until = day - span;
    }
    if (points.length > 0) summary[color] = points;
  }
  return Object.keys(summary).length === 0 ? undefined : summary;
}

/** The family's line of starts over pages; a colour with fewer than 10 devices has what is common to all. */
export function fitPolygonal(summaries: readonly PolygonalSummary[], common?: PolygonalModel): PolygonalModel {
  const model: PolygonalModel = {};
  for (const color of tonerColors) {
    const known = summaries.flatMap((one) => (one[color] === undefined ? [] : [one[color]]));
    const found = known.length < devicesNeeded ? undefined : toLine(known);
    const line = found ?? common?.[color];
    if (line !== undefined) model[color] = line;
  }
  return model;
}

function toLine(known: readonly (readonly (readonly [number, number])[])[]): PolygonalLine | undefined {
  const points = thin(known.flat().map(([x, y]): Point => ({ x, y })));
  const line = theilSen(points);
  if (line === undefined) return undefined;
  const slope = Math.max(0, line.slope);
  const intercept = Math.max(0, slope === line.slope ? line.intercept : (median(points.map(({ y }) => y)) ?? 0));
  const rest = spreadOf(points.map(({ x, y }) => toExcess({ pages: x, starts: y }, { intercept, slope })));
  if (rest === undefined) return undefined;
  return { devices: known.length, intercept, slope, deviation: Math.max(leastDeviation, rest.deviation) };
}

/**
 * Polygonal motors by colour (FS-11, FS-12, FS-30): starts of the last 30 days against those of the family's
 * motors on as many pages and working days. A sign beyond 4.5 standard deviations of the logarithm (quantile
 * 0.999997; at the next visit) or 8 (now), learned from at least 10 devices. Withheld with fewer than 14
 * readings in the span. Without a sign of a motor the device's advice is the check of the laser unit, where
 * its errors call for one (FS-29). Null: the device counts no starts and logged no error of the unit.
 */
export function judgePolygonal(
  history: DeviceHistory,
  { today, model }: { readonly today: Day; readonly model: PolygonalModel | undefined },
): Polygonal | null {
  const details = tonerColors.flatMap((color) => judgeMotor(history, color, model?.[color]));
  const laserUnit = judgeLaserUnit(history, today);
  if (details.length === 0 && laserUnit === null) return null;
  const ofMotors = mostSevere(details.map(({ messageId }) => messageId));
  return { messageId: ofMotors ?? laserUnit, polygonalMotorDetails: details };
}

function judgeMotor(
  history: DeviceHistory,
  color: TonerColor,
  line: PolygonalLine | undefined,
): Polygonal['polygonalMotorDetails'] {
  const { spans, starts, recent, counts } = toSpans(history, color);
  if (counts.length === 0) return [];
  const severity = line === undefined || recent.length < neededReadings ? undefined : replay(spans, line);
  const [first, last] = [recent[0], recent.at(-1)];
  const rise = first && last && toRise(counts, startLimits, { since: first.day, until: last.day });
  return [
    {
      color,
      count30Days: starts,
      messageId: severity === undefined ? null : adviceId({ component: 'polygonalMotor', variant: color, severity }),
      basis: {
        rule: 'polygonalMotorStarts',
        readings: recent.length,
        neededReadings,
        from: first === undefined ? null : toDate(first.day),
        to: last === undefined ? null : toDate(last.day),
        ...(rise && starts !== null && { inputs: toRiseInputs(rise) }),
      },
    },
  ];
}

/** ln of the starts over those expected; half a start a day more on both sides, so that few are not wild. */
const toExcess = (
  { pages, starts }: Pick<Span, 'pages' | 'starts'>,
  { intercept, slope }: Pick<PolygonalLine, 'intercept' | 'slope'>,
): number => Math.log((starts + 0.5) / (intercept + slope * pages + 0.5));

function replay(spans: readonly Span[], line: PolygonalLine): AdviceSeverity | undefined {
  let held: 'nextVisit' | 'now' | undefined;
  for (const span of spans) {
    const above = toExcess(span, line) / line.deviation;
    if (above > limits.now || (held === 'now' && above > limits.now * release)) held = 'now';
    else if (above > limits.nextVisit || (held !== undefined && above > limits.nextVisit * release)) held = 'nextVisit';
    else held = undefined;
  }
  return held;
}

/**
 * Sums over the 30 days up to each reading, where readings cover enough of them; and the starts of the last
 * such span, null where too little is covered.
 */
function toSpans(history: DeviceHistory, color: TonerColor) {
  const counts = seriesOf(history, `sensor.${sensorNames.polygonalMotorCount}.${color}`);
  const increments = toIncrements(counts, startLimits);
  const pages = new Map(toIncrements(pagesOf(history, color), pageLimits).map((one) => [one.day, one]));
  const spans: Span[] = [];
  const sums = { all: 0, starts: 0, pages: 0, covered: 0, worked: 0 };
  const add = ({ day, value, span: days }: Increment, sign: 1 | -1) => {
    sums.all += sign * value;
    sums.covered += sign * days;
    const printed = pages.get(day);
    // Starts on days whose pages are not known would be set against too few.
    if (printed?.span !== days) return;
    sums.starts += sign * value;
    sums.pages += sign * printed.value;
    // How many of several days between two readings saw work is not known: all.
    sums.worked += sign * (printed.value > 0 ? days : 0);
  };
  let from = 0;
  for (const increment of increments) {
    const { day } = increment;
    add(increment, 1);
    for (let old = increments[from]; old !== undefined && old.day <= day - span; old = increments[++from]) add(old, -1);
    if (sums.covered >= coveredDays && sums.pages >= leastPages)
      spans.push({ day, pages: sums.pages / sums.worked, starts: sums.starts / sums.worked });
  }
  const starts = sums.covered >= coveredDays ? sums.all : null;
  return { spans, recent: increments.slice(from), starts, counts };
}

/** A colour's laser works for colour pages, where these are counted. */
function pagesOf(history: DeviceHistory, color: TonerColor): Series {
  const colored = color === 'black' ? [] : seriesOf(history, 'pages.color');
  return colored.length > 0 ? colored : seriesOf(history, 'pages.total');
}

/** Evenly over the range of pages, whatever order the devices come in. */
function thin(points: readonly Point[]): readonly Point[] {
  const every = Math.max(1, Math.ceil(points.length / mostPoints));
  return points.toSorted((a, b) => a.x - b.x || a.y - b.y).filter((_, at) => at % every === 0);
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Codes of the laser unit (device codes CA00 to CAFF, docs/specification). */
const laserCode = /^CA[0-9A-F]{2}$/;
/** Days with such an error, within a span up to today, that call for a check. */
const rules: readonly (readonly [severity: AdviceSeverity, errorDays: number, within: number])[] = [
  ['now', 4, 14],
  ['nextVisit', 2, 30],
  ['watch', 1, 30],
];

/**
 * Whether the laser unit (LSU) should be checked (FS-29): by the days of the last two or four weeks on which
 * the device logged an error of the unit. One day asks for watching, two in 30 days call for a check at the
 * next visit, four in 14 days now. Null: no such error. The polygonal motor is part of the unit and takes
 * precedence where it has a sign (FS-30).
 */
export function judgeLaserUnit({ errors }: Pick<DeviceHistory, 'errors'>, today: Day): string | null {
  const days = [...new Set(errors.filter(({ code }) => laserCode.test(code)).map(({ at }) => Math.floor(at / dayMs)))];
  const found = rules.find(
    ([, errorDays, within]) => days.filter((day) => day > today - within && day <= today).length >= errorDays,
  );
  return found === undefined ? null : adviceId({ component: 'laserUnit', severity: found[0] });
}
