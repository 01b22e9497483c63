import { type Day, type DeviceHistory, seriesOf } from '../../history/day-reading.ts';
import type { DeviceYear } from '../../usage/fleet-year.ts';
import { toDaysLeft } from './days-left.ts';
import { namedLife } from './ending.ts';
import { failureRisk, type RiskFigures } from './failure-chance.ts';
import { failureDay, failureShown, seemedFailed } from './failure-day.ts';
import type { LifeModel } from './life-model.ts';
import type { PartKind } from './part-kind.ts';
import { type PartLife, toLives, unrolled, type WearMeasure } from './part-lives.ts';
import { type PartUse, partUse, type UseForecast } from './part-use.ts';
import { recalibrate, usualFactors, widenRange } from './range-factors.ts';
import { sensorTrack, type TrackPoint } from './sensor-track.ts';
import { type TotalLife, totalLife } from './total-life.ts';
import {
  asksForVisit,
  type DayState,
  type DaysLeft,
  leavingShare,
  replayUrgency,
  type Urgency,
  usualVisitRisk,
} from './urgency.ts';
import type { UsageRate } from './usage-rate.ts';
import { usualUseDoubt } from './use-doubt.ts';

/** Readings on different days without which no date is given (OQ-85). */
export const neededReadings = 14;
/** Readings looked at, in days back from the last (OQ-85). */
const window = 90;
/** Days of the past over which urgency is replayed. */
const replayed = 60;

/**
 * Parts whose family is unknown are taken to spread around their nominal life as wearing parts commonly do.
 */
const nominalShape = 4;

/** Input of a judgement of parts with a life besides the history. */
export interface LifeContext {
  readonly today: Day;
  readonly model: LifeModel | undefined;
  /**
   * The models that signs began with which were open after the last judgement, by part code; undefined: not
   * judged before.
   */
  readonly opened?: Readonly<Partial<Record<string, LifeModel>>> | undefined;
  /** Years of devices of the fleet, for a part whose own last year is not known; left out: not known. */
  readonly years?: readonly DeviceYear[] | undefined;
}

/** Where the part in force stands. `state` undefined: too few readings, or nothing known of its life. */
export interface PartStanding {
  /** What the wear is counted in. */
  readonly measure: WearMeasure;
  readonly life: PartLife;
  readonly readings: number;
  readonly from: Day;
  readonly to: Day;
  readonly state?: {
    readonly wear: number;
    /** Mean use a day until its expected end. */
    readonly rate: UsageRate;
    readonly total: TotalLife;
    /** Days to its end as computed, and as the fleet's own past forecasts correct them. */
    readonly plain: DaysLeft;
    readonly left: DaysLeft;
    /** How likely it fails within a number of days after its last reading, not corrected. */
    readonly riskWithin: (days: number) => number;
    readonly failed: Day | undefined;
    /** Only its sensor shows the failure, no error of the device. */
    readonly isSensedAlone: boolean;
    readonly urgency: Urgency;
    readonly track: readonly TrackPoint[];
    /** What it was judged by: what was learned, or before that the life that its maker names. */
    readonly judgedBy: LifeModel;
  };
}

/**
 * Judges the life of the part in force; undefined where the device counts no wear of it.
 * @param opened the models that open signs began with: a sign stays while the one that it began with asks for
 * a visit at half of the limit (0294, 0830), and begins only where today asks for one itself (0561)
 */
export function judgeLife(
  history: DeviceHistory,
  kind: PartKind,
  model: LifeModel | undefined,
  { opened, years }: Pick<LifeContext, 'opened' | 'years'> = {},
): PartStanding | undefined {
  const lives = toLives(history, kind.code, kind.measure);
  const life = lives.at(-1);
  const all = unrolled(lives);
  const to = all.at(-1)?.day;
  if (life === undefined || to === undefined) return undefined;
  const recent = all.filter(({ day }) => day > to - window);
  const standing = { measure: kind.measure, life, readings: recent.length, from: recent[0]?.day ?? to, to };
  const believed = model ?? nominalModel(history, kind, life);
  if (recent.length < neededReadings || believed === undefined) return standing;
  const sensor = kind.sensor === undefined ? [] : seriesOf(history, kind.sensor);
  const failed = failureDay(history, kind, life, sensor, believed);
  const trackUntil = (day: Day) =>
    kind.driftsUp
      ? []
      : sensorTrack(
          sensor.filter((reading) => reading.day <= day),
          life,
        );
  const known = {
    model: believed,
    trackUntil,
    forecastAt: partUse(all),
    years,
    before: all.length - life.readings.length,
    life,
  };
  const last = figuresAt(known, life.readings.length - 1);
  const wear = life.readings.at(-1)?.wear;
  if (last === undefined || wear === undefined) return standing;
  const before = opened?.[kind.code];
  const wasOpen = opened && before !== undefined;
  const urgencyBy = (by: LifeModel, share = 1) => {
    const shown = by === believed ? failed : failureDay(history, kind, life, sensor, by);
    const visitRisk = share * (kind.visitRisk ?? by.learned?.visit ?? usualVisitRisk);
    const seemed = seemedFailed(history, kind, life, sensor.slice(-replayed), by);
    return urgencyOf({ ...known, model: by }, { failed: shown, seemed, visitRisk, wasOpen });
  };
  const own = urgencyBy(believed);
  const urgency =
    before === undefined || asksForVisit(own) || !asksForVisit(urgencyBy(before, leavingShare)) ? own : 'nextVisit';
  const { total, use } = last;
  const plain = toDaysLeft(total, wear, use);
  const rate = { perDay: plain.median === Infinity ? 0 : (total.median - wear) / plain.median, logSd: use.logSd };
  const left = recalibrate(widenRange(plain, usualFactors[kind.dated]), believed.learned);
  const riskWithin = (days: number) => failureRisk(last, wear, days);
  const track = trackUntil(to);
  const isSensedAlone = failed !== undefined && failureShown(history, kind, life, sensor).error === undefined;
  return {
    ...standing,
    state: { total, rate, wear, plain, left, riskWithin, failed, isSensedAlone, urgency, track, judgedBy: believed },
  };
}

/** Before a family has taught anything: lives around the one that the maker names. */
function nominalModel(history: DeviceHistory, kind: PartKind, life: PartLife): LifeModel | undefined {
  const named = namedLife(history, kind.code, kind.measure, life);
  if (named === undefined || !(named > 0)) return undefined;
  return { law: { shape: nominalShape, scale: named * 1.1 }, failures: 0 };
}

interface Known {
  readonly model: LifeModel;
  /** What the sensor showed up to the end of a day. */
  readonly trackUntil: (day: Day) => readonly TrackPoint[];
  /** Use to come after a reading of all pieces, and readings of the pieces before this one. */
  readonly forecastAt: UseForecast;
  readonly years: LifeContext['years'];
  readonly before: number;
  readonly life: PartLife;
}

interface SignContext {
  readonly failed: Day | undefined;
  /** Days on which it seemed to have failed. */
  readonly seemed: ReadonlySet<Day>;
  readonly visitRisk: number;
  /** A sign of it was open after the last judgement; undefined: not judged before. */
  readonly wasOpen: boolean | undefined;
}

/** Urgency after the last reading, replayed over the last 60 days. */
function urgencyOf(known: Known, { failed, seemed, visitRisk, wasOpen }: SignContext): Urgency {
  const { readings } = known.life;
  const to = readings.at(-1)?.day ?? 0;
  const first = readings.findIndex(({ day }) => day > to - replayed);
  const figuresOf = weeklyFigures(known, first);
  const stateAt = (at: number): DayState | undefined => {
    const reading = readings[at];
    const figures = figuresOf(at);
    if (reading === undefined || figures === undefined) return undefined;
    const { day, wear } = reading;
    const riskWithin = (days: number) => failureRisk(figures, wear, days);
    return { day, riskWithin, isDue: (failed !== undefined && day >= failed) || seemed.has(day) };
  };
  return replayUrgency(readings.length - first, (nth) => stateAt(first + nth), visitRisk, wasOpen);
}

/**
 * What was known at a reading, by the first of its week: a week's figures hold to its end, so that one day
 * more changes nothing of the days before. A week without figures uses those of the week before; while none
 * has any, each reading is asked. Readings before `first` are not.
 */
function weeklyFigures(known: Known, first: number): (at: number) => Figures | undefined {
  const { readings } = known.life;
  const weekOf = (at: number) => Math.floor((readings[at]?.day ?? 0) / 7);
  const made = new Map<number, Figures | undefined>();
  const makeAt = (at: number) => {
    if (!made.has(at)) made.set(at, figuresAt(known, at));
    return made.get(at);
  };
  const figuresOf = (at: number): Figures | undefined => {
    let start = at;
    while (start > first && weekOf(start - 1) === weekOf(at)) start--;
    let figures = makeAt(start) ?? (start > first ? figuresOf(start - 1) : undefined);
    for (let next = start + 1; figures === undefined && next <= at; next++) figures = makeAt(next);
    return figures;
  };
  return figuresOf;
}

interface Figures extends RiskFigures {
  readonly use: PartUse;
}

/** What a reading of the life and all before it tell. */
function figuresAt({ model, trackUntil, forecastAt, years, before, life }: Known, at: number): Figures | undefined {
  const reading = life.readings[at];
  const use = forecastAt(before + at, years);
  if (reading === undefined || use === undefined) return undefined;
  const logSd = Math.hypot(use.logSd, model.learned?.use ?? usualUseDoubt);
  return { use: { ...use, logSd }, total: totalLife(model, reading.wear, trackUntil(reading.day)) };
}
