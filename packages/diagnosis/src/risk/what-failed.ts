import { datedParts } from '../components/dated-parts.ts';
import { trackFeed } from '../components/feed-roller/feed-model.ts';
import { toFeedPasts } from '../components/feed-roller/feed-readings.ts';
import { namedLife, toEnding } from '../components/part-life/ending.ts';
import { failureShare } from '../components/part-life/ending-model.ts';
import { failureShown } from '../components/part-life/failure-day.ts';
import { toLives } from '../components/part-life/part-lives.ts';
import { toDrives } from '../components/storage/drive-states.ts';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import type { Models } from '../judge/components.ts';
import { itemOfPart } from './cause-names.ts';

/** Days on which something of a device was down, as far as its history shows it. */
export interface Failed {
  /** The cause that it is of: `drum.yellow`, `feedRoller.CST1`, `hdd.0`. */
  readonly item: string;
  /** First day on which it was down, and the day on which it was replaced. */
  readonly from: Day;
  readonly until: Day;
  /** How likely it had failed, 0 to 1: hardly any report says why a part was replaced (0295). */
  readonly chance: number;
}

/** A part of whose failure no day is known had failed this number of days before it was replaced. */
const usualWait = 7;
/** Users bear a roller that feeds badly for weeks; one replaced later was replaced for another reason. */
const longestWait = 90;

/**
 * Everything that was replaced because it had failed, by how likely that is: parts with a life by what was
 * around their replacement, feed rollers after a rise of their jams, drives whose place another one took.
 * What has failed and is not replaced yet is not in it.
 */
export const whatFailed = (history: DeviceHistory, models: Models | undefined): readonly Failed[] => [
  ...failedParts(history, models),
  ...failedRollers(history),
  ...failedDrives(history),
];

function failedParts(history: DeviceHistory, models: Models | undefined): readonly Failed[] {
  return [...datedParts].flatMap(([code, { kind, model }]) => {
    const item = itemOfPart(code);
    const sensor = kind.sensor === undefined ? [] : seriesOf(history, kind.sensor);
    return toLives(history, code, kind.measure).flatMap((life): Failed[] => {
      const { until } = life;
      if (until === undefined || item === undefined) return [];
      const shown = failureShown(history, kind, life, sensor);
      const named = namedLife(history, code, kind.measure, life);
      const summary = {
        entry: life.readings[0]?.wear ?? 0,
        end: life.readings.at(-1)?.wear ?? 0,
        failed: shown.error !== undefined,
        replaced: true,
        ending: toEnding(history, life, kind, shown),
        ...(named !== undefined && { named }),
        track: [],
      };
      const chance = failureShare(summary, models?.[model]?.endings);
      return chance > 0 ? [{ item, from: shown.error ?? until - usualWait, until, chance }] : [];
    });
  });
}

function failedRollers(history: DeviceHistory): readonly Failed[] {
  return toFeedPasts(history).flatMap((past) =>
    (trackFeed(past, undefined)?.rises ?? []).flatMap(({ since }): Failed[] => {
      const until = past.replaced.find((day) => day > since && day <= since + longestWait);
      return until === undefined ? [] : [{ item: `feedRoller.${past.source}`, from: since, until, chance: 1 }];
    }),
  );
}

/** A drive that is first read after the device was has taken the place of another. */
function failedDrives(history: DeviceHistory): readonly Failed[] {
  const first = history.days[0]?.day ?? 0;
  return toDrives(history).flatMap(({ port, readings }): Failed[] => {
    const until = readings[0]?.day ?? first;
    return until <= first + usualWait ? [] : [{ item: `hdd.${port}`, from: until - usualWait, until, chance: 1 }];
  });
}
