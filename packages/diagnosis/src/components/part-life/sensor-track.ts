import type { Day, Series } from '../../history/day-reading.ts';
import { median } from '../../statistics/theil-sen.ts';
import type { PartLife } from './part-lives.ts';

/**
 * A sensor over a week of a part's life: the median of its readings and the mean wear at them; the day is
 * that of the last.
 */
export interface TrackPoint {
  readonly day: Day;
  readonly wear: number;
  readonly value: number;
  /** Readings that it is made of. */
  readonly count: number;
  /** Weeks that it represents; left out: its own. */
  readonly weeks?: number | undefined;
}

/**
 * What a sensor showed over the life of a part, by weeks of the calendar, so that a day more changes the last
 * point alone.
 */
export function sensorTrack(sensor: Series, life: PartLife): readonly TrackPoint[] {
  const { readings } = life;
  let next = 0;
  const points: TrackPoint[] = [];
  let values: number[] = [];
  let [end, worn] = [0, 0];
  const close = () => {
    const value = median(values);
    if (value !== undefined) points.push({ day: end, wear: worn / values.length, value, count: values.length });
    values = [];
    worn = 0;
  };
  for (const { day, value } of sensor) {
    while ((readings[next]?.day ?? Infinity) < day) next++;
    const reading = readings[next];
    if (reading === undefined) break;
    if (reading.day !== day) continue;
    if (values.length > 0 && Math.floor(day / 7) !== Math.floor(end / 7)) close();
    values.push(value);
    end = day;
    worn += reading.wear;
  }
  close();
  return points;
}
