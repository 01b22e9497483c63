import { dayMs } from '@platen/contract/constants';
import type { Day, DeviceHistory, Series } from '../../history/day-reading.ts';
import { median } from '../../statistics/theil-sen.ts';
import { upwardDrift } from './drift.ts';
import { shownAhead } from './failure-share.ts';
import type { LifeModel } from './life-model.ts';
import type { PartKind } from './part-kind.ts';
import type { PartLife } from './part-lives.ts';
import { sensorTrack } from './sensor-track.ts';

/**
 * A failed part is replaced within this number of days; an error of its kind longer before belongs to
 * something else.
 */
const longestRepair = 45;
/**
 * Readings of a week without which its median crosses no limit: the first of a running week scatter, and the
 * next day take it back (0252).
 */
const leastOfWeek = 3;
/** Share of the pieces whose sensor showed a failure that must have failed for it to count. */
const leastBelieved = 0.7;

/** What showed that a part had failed, and on which day first. */
export interface FailureShown {
  readonly error: Day | undefined;
  /** Its sensor crossed the limit, or an upward drift was noticed. */
  readonly sensor: Day | undefined;
  /** Somebody looked at this piece last and found it good: it did not fail before (VE-09). */
  readonly good: Day | undefined;
}

/**
 * What showed that a part had failed: the first error that names its kind of failure, at most 45 days
 * before it was replaced (or before the last reading, while it is in force) and after somebody found it good;
 * and the day its sensor crossed the limit or an upward drift was noticed.
 * @param limit reading of the sensor below which the part is due; undefined: there is none
 */
export function failureShown(
  history: Pick<DeviceHistory, 'errors' | 'foundGood'>,
  kind: PartKind,
  life: PartLife,
  sensor: Series,
  limit = kind.lowerLimit,
): FailureShown {
  const first = life.readings[0]?.day ?? 0;
  const last = life.until ?? life.readings.at(-1)?.day ?? 0;
  const good = history.foundGood?.findLast(
    ({ item, day }) => item === `part.${kind.code}` && day > (life.since ?? Number.NEGATIVE_INFINITY) && day <= last,
  )?.day;
  // Errors of the day of a replacement were logged by the piece that went.
  const begun = life.since === null ? first : Math.max(first, life.since) + 1;
  const from = Math.max(begun, last - longestRepair, (good ?? Number.NEGATIVE_INFINITY) + 1) * dayMs;
  const error = history.errors.find(
    ({ at, code }) => at >= from && at < (last + 1) * dayMs && kind.failureCodes.test(code),
  );
  const crossed =
    limit === undefined
      ? undefined
      : sensorTrack(sensor, life).find(({ value, count }) => value < limit && count >= leastOfWeek)?.day;
  const drifted = kind.driftsUp
    ? upwardDrift(sensor.filter(({ day }) => day >= first && day < (life.until ?? last + 1)))
    : undefined;
  const days = [crossed, drifted].filter((day) => day !== undefined);
  return {
    error: error && Math.floor(error.at / dayMs),
    sensor: days.length === 0 ? undefined : Math.min(...days),
    good,
  };
}

/**
 * The day a part failed, as its error or its sensor shows; undefined where it has not failed. A piece that
 * works on for 90 days after its sensor showed a failure, or was found good after it, had not failed (0383,
 * 0444).
 * @param known what was learned of the kind: where its sensor ends, and whether its drift means a failure,
 * which nothing says before one was seen (0436); undefined: what the sensor shows counts
 */
export function failureDay(
  history: Pick<DeviceHistory, 'errors' | 'foundGood'>,
  kind: PartKind,
  life: PartLife,
  sensor: Series,
  known?: Pick<LifeModel, 'limit' | 'sensorFails'>,
): Day | undefined {
  const shown = failureShown(history, kind, life, sensor, kind.lowerLimit && (known?.limit ?? kind.lowerLimit));
  const last = life.readings.at(-1)?.day ?? 0;
  const unproven = known !== undefined && kind.driftsUp === true ? 0 : 1;
  const isCleared = shown.good !== undefined && shown.sensor !== undefined && shown.good >= shown.sensor;
  const isBelieved =
    !isCleared && (known?.sensorFails ?? unproven) >= leastBelieved && last - (shown.sensor ?? last) <= shownAhead;
  const days = [shown.error, isBelieved ? shown.sensor : undefined].filter((day) => day !== undefined);
  return days.length === 0 ? undefined : Math.min(...days);
}

/**
 * Days of this piece on which its running week lay below the limit, so that it seemed to have failed then; a
 * later reading of the week may have taken that back, and the sign is held as any other (0561).
 */
export function seemedFailed(
  history: Pick<DeviceHistory, 'foundGood'>,
  kind: PartKind,
  life: PartLife,
  sensor: Series,
  known?: Pick<LifeModel, 'limit' | 'sensorFails'>,
): ReadonlySet<Day> {
  const limit = kind.lowerLimit && (known?.limit ?? kind.lowerLimit);
  if (limit === undefined || (known?.sensorFails ?? 1) < leastBelieved) return new Set();
  const first = life.readings[0]?.day ?? 0;
  const good = history.foundGood?.findLast(({ item }) => item === `part.${kind.code}`)?.day ?? first;
  const own = sensor.filter(({ day }) => day >= Math.max(first, good));
  const isBelow = (at: number) => {
    const ofWeek = own
      .slice(Math.max(0, at - week), at + 1)
      .filter(({ day }) => weekOf(day) === weekOf(own[at]?.day ?? 0));
    return ofWeek.length >= leastOfWeek && (median(ofWeek.map(({ value }) => value)) ?? limit) < limit;
  };
  return new Set(own.flatMap(({ day }, at) => (isBelow(at) ? [day] : [])));
}

const week = 7;
const weekOf = (day: Day): number => Math.floor(day / week);
