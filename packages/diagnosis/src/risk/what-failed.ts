import { chanceOfFailure, endingsOf } from '../components/part-life/ended-pieces.ts';
import { toDrives } from '../components/storage/drive-states.ts';
import type { Day, DeviceHistory } from '../history/day-reading.ts';
import { type PartPiece, toPartPieces } from './part-pieces.ts';
import { type StopModel, speaksForFailure, withAge } from './stop-model.ts';

/** Days on which something of a device was down, as far as its history shows it. */
export interface Failed {
  /** The cause that it is of: `drum.yellow`, `feedRoller.CST1`, `hdd.0`, `part.6340`. */
  readonly item: string;
  /** First day on which it was down, and the day on which it was replaced. */
  readonly from: Day;
  readonly until: Day;
  /** How likely it had failed, 0 to 1: hardly any report says why a part was replaced (0295, 0870). */
  readonly chance: number;
}

/**
 * A part of whose failure no day is known had failed this number of days before it was replaced: users bear
 * prints that grow worse for two weeks, and a roller that feeds badly for four.
 */
const waits: Readonly<Partial<Record<string, number>>> = { developer: 14, feedRoller: 28 };
const usualWait = 7;

/**
 * Everything that was replaced because it had failed, by how likely that is: parts by their age and by what
 * was around their replacement, drives whose place another one took. Before the fleet has taught anything
 * only parts that showed it. What has failed and is not replaced yet is not in it.
 */
export const whatFailed = (history: DeviceHistory, stops: StopModel | undefined): readonly Failed[] => [
  ...toPartPieces(history).flatMap((piece) => failedPiece(piece, stops)),
  ...failedDrives(history),
];

function failedPiece({ until, failed, ...piece }: PartPiece, stops: StopModel | undefined): readonly Failed[] {
  if (until === undefined) return [];
  const isJudged = stops !== undefined && speaksForFailure(piece);
  const hasFailed = failed !== undefined;
  const chance = isJudged
    ? chanceOfFailure({ ...withAge(piece), hasFailed }, endingsOf(stops.endings, piece.kind))
    : Number(hasFailed);
  const from = failed ?? until - (waits[piece.kind.replace('years:', '')] ?? usualWait);
  return chance > 0 ? [{ item: piece.item, from, until, chance }] : [];
}

/** A drive that is first read after the device was has taken the place of another. */
function failedDrives(history: DeviceHistory): readonly Failed[] {
  const first = history.days[0]?.day ?? 0;
  return toDrives(history).flatMap(({ port, readings }): Failed[] => {
    const until = readings[0]?.day ?? first;
    return until <= first + usualWait ? [] : [{ item: `hdd.${port}`, from: until - usualWait, until, chance: 1 }];
  });
}
