import { significant } from '../../figures/significant.ts';
import { type Day, type DeviceHistory, seriesOf } from '../../history/day-reading.ts';
import { namedLife, toEnding } from './ending.ts';
import { failureShown } from './failure-day.ts';
import type { LifeSummary, Look } from './life-model.ts';
import type { PartKind } from './part-kind.ts';
import { type PartLife, toLives, unrolled } from './part-lives.ts';
import { type PartUse, partUse } from './part-use.ts';
import { sensorTrack, type TrackPoint } from './sensor-track.ts';

/**
 * Points of a track that is stored in a summary: its last weeks, where it moves most, and some spread over
 * the rest.
 */
const stored = { last: 6, rest: 12 };

/** The lives of a part that this device saw: ended by failure, ended early, or running (the last one). */
export function summariseLives(history: DeviceHistory, kind: PartKind): LifeSummary[] {
  const sensor = kind.sensor === undefined ? [] : seriesOf(history, kind.sensor);
  const lives = toLives(history, kind.code, kind.measure);
  const forecastAt = partUse(unrolled(lives));
  let before = 0;
  return lives.flatMap((life) => {
    const first = before;
    before += life.readings.length;
    const entry = life.readings[0]?.wear ?? 0;
    const shown = failureShown(history, kind, life, sensor);
    // The limit of a sensor is learned from where pieces ended: a sensor alone ends no life here (0295).
    const failed = shown.error;
    const end = failed === undefined ? (life.readings.at(-1)?.wear ?? 0) : wearOn(life, failed);
    if (end <= 0) return [];
    const track = kind.driftsUp ? [] : thin(sensorTrack(sensor, life).filter(({ wear }) => wear <= end));
    const endDay = failed ?? life.readings.at(-1)?.day ?? 0;
    const shownFor = shown.sensor === undefined ? undefined : Math.max(0, endDay - shown.sensor);
    const ending = toEnding(history, life, kind, shown);
    const named = namedLife(history, kind.code, kind.measure, life);
    const looks = toLooks(life, { end, endDay }, (at) => forecastAt(first + at));
    return [
      {
        entry: Math.min(entry, end),
        end,
        failed: failed !== undefined,
        ...(life.until === undefined ? {} : { replaced: true }),
        ...(life.until === undefined && ending.length === 0 ? {} : { ending }),
        ...(shownFor === undefined ? {} : { shownFor }),
        ...(shown.sensor !== undefined && shown.good !== undefined && shown.good >= shown.sensor && { cleared: true }),
        ...(named === undefined ? {} : { named: significant(named) }),
        track: track.map(({ wear, value }) => [wear, value] as const),
        ...(looks.length === 0 ? {} : { looks }),
      },
    ];
  });
}

/**
 * Days between two looks, on the same days for all pieces: looks that were chosen by the end would know of
 * it.
 */
const lookEvery = 28;

function toLooks(
  { readings }: PartLife,
  { end, endDay }: { readonly end: number; readonly endDay: Day },
  forecastAt: (at: number) => PartUse | undefined,
): readonly Look[] {
  const days = new Set<number>();
  return readings.flatMap(({ day, wear }, at): Look[] => {
    const period = Math.floor(day / lookEvery);
    if (at === 0 || day >= endDay || wear >= end || days.has(period)) return [];
    days.add(period);
    // The first reading of a period is a look where the period began under watch.
    if (Math.floor((readings[at - 1]?.day ?? day) / lookEvery) === period) return [];
    const use = forecastAt(at);
    const left = use?.daysFor(end - wear);
    if (use === undefined || left === undefined || !(left > 0) || left === Infinity) return [];
    return [[wear, significant((end - wear) / left), significant(use.logSd), endDay - day]];
  });
}

const wearOn = ({ readings }: PartLife, day: Day): number =>
  readings.findLast((reading) => reading.day <= day)?.wear ?? readings[0]?.wear ?? 0;

/** The last 6 points and at most 12 spread evenly over those before. */
function thin(track: readonly TrackPoint[]): readonly TrackPoint[] {
  const before = track.slice(0, -stored.last);
  const step = Math.max(1, before.length / stored.rest);
  const spread = before.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  return [...spread, ...track.slice(-stored.last)];
}
