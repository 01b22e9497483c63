import { type Day, type DeviceHistory, seriesOf } from '../../history/day-reading.ts';
import { failureDay } from './failure-day.ts';
import type { LifeSummary } from './life-model.ts';
import type { PartKind } from './part-kind.ts';
import { type PartLife, toLives } from './part-lives.ts';
import { sensorTrack, type TrackPoint } from './sensor-track.ts';

/** Points of a track that is told: its last weeks, where it moves most, and some spread over the rest. */
const told = { last: 6, rest: 12 };

/** The lives of a part that this device saw: ended by failure, ended early, or running (the last one). */
export function summariseLives(history: DeviceHistory, kind: PartKind): LifeSummary[] {
  const sensor = kind.sensor === undefined ? [] : seriesOf(history, kind.sensor);
  return toLives(history, kind.code, kind.measure).flatMap((life) => {
    const entry = life.readings[0]?.wear ?? 0;
    const failed = failureDay(history, kind, life, sensor);
    const end = failed === undefined ? (life.readings.at(-1)?.wear ?? 0) : wearOn(life, failed);
    if (end <= 0) return [];
    const track = kind.driftsUp ? [] : thin(sensorTrack(sensor, life).filter(({ wear }) => wear <= end));
    return [
      {
        entry: Math.min(entry, end),
        end,
        failed: failed !== undefined,
        ...(life.until === undefined ? {} : { replaced: true }),
        track: track.map(({ wear, value }) => [wear, value] as const),
      },
    ];
  });
}

const wearOn = ({ readings }: PartLife, day: Day): number =>
  readings.findLast((reading) => reading.day <= day)?.wear ?? readings[0]?.wear ?? 0;

/** The last 6 points and at most 12 spread evenly over those before. */
function thin(track: readonly TrackPoint[]): readonly TrackPoint[] {
  const before = track.slice(0, -told.last);
  const step = Math.max(1, before.length / told.rest);
  const spread = before.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  return [...spread, ...track.slice(-told.last)];
}
