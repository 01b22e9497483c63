import { dayMs } from '@platen/contract/constants';
import type { Day, DeviceHistory, Series } from '../../history/day-reading.ts';
import { upwardDrift } from './drift.ts';
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

/**
 * The day a part failed: the first error that names its kind of failure, at most 45 days before it was
 * replaced (or before the last reading, while it is in force); else the day its sensor crossed the limit or
 * an upward drift was noticed. A replacement without any of these was made by plan. Undefined where it has
 * not failed.
 */
export function failureDay(
  history: Pick<DeviceHistory, 'errors'>,
  kind: PartKind,
  life: PartLife,
  sensor: Series,
): Day | undefined {
  const first = life.readings[0]?.day ?? 0;
  const last = life.until ?? life.readings.at(-1)?.day ?? 0;
  // Errors of the day of a replacement were logged by the piece that went.
  const from = Math.max(life.since === null ? first : Math.max(first, life.since) + 1, last - longestRepair) * dayMs;
  const error = history.errors.find(
    ({ at, code }) => at >= from && at < (last + 1) * dayMs && kind.failureCodes.test(code),
  );
  const { lowerLimit } = kind;
  const crossed =
    lowerLimit === undefined
      ? undefined
      : sensorTrack(sensor, life).find(({ value, count }) => value < lowerLimit && count >= leastOfWeek)?.day;
  const drifted = kind.driftsUp
    ? upwardDrift(sensor.filter(({ day }) => day >= first && day < (life.until ?? last + 1)))
    : undefined;
  const days = [error && Math.floor(error.at / dayMs), crossed, drifted].filter((day) => day !== undefined);
  return days.length === 0 ? undefined : Math.min(...days);
}
