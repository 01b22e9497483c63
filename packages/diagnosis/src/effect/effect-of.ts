import type { Day, DeviceHistory } from '../history/day-reading.ts';
import { countTarget, readSensor } from './count-target.ts';
import { type JudgedEffect, judgeEffect } from './judge-effect.ts';
import type { Side } from './rate-ratio.ts';
import type { Target } from './target.ts';
import { pastDays, type Span, toWindows, windowDays } from './windows.ts';

/** What became of one rate around one visit, with everything that it rests on (GE-10). */
export interface Effect {
  readonly target: Target;
  readonly before: Side & Span;
  readonly after: Side & Span;
  /** No further day counts for `after`. */
  readonly isOver: boolean;
  readonly usual: number | null;
  /** The device's own 90 days before those compared; null: it counted nothing then. */
  readonly past: (Side & Span) | null;
  readonly sensor: { readonly before: number; readonly after: number } | null;
  readonly judged: JudgedEffect;
}

export interface Around {
  readonly visit: Day;
  readonly today: Day;
  /** Days on which the item was replaced, the visit's own included. */
  readonly replaced: readonly Day[];
  /** Days of all visits of the device. */
  readonly visits: readonly Day[];
  /** Rates that are judged of the same visit. */
  readonly lines?: number;
}

/** Undefined: the device does not count what the target needs. */
export function effectOf(
  history: DeviceHistory,
  target: Target,
  { visit, today, lines, ...changes }: Around,
  usual: number | null,
): Effect | undefined {
  const windows = toWindows(visit, today, changes);
  const before = countTarget(history, target, windows.before);
  const after = countTarget(history, target, windows.after);
  if (before === undefined || after === undefined) return undefined;
  const early = { from: visit - windowDays - pastDays, to: visit - windowDays - 1 };
  const counted = countTarget(history, target, early);
  const past = counted === undefined || counted.exposure === 0 ? null : { ...counted, ...early };
  const read = {
    before: readSensor(history, target, windows.before),
    after: readSensor(history, target, windows.after),
  };
  return {
    target,
    before: { ...before, ...windows.before },
    after: { ...after, ...windows.after },
    isOver: windows.isOver,
    usual,
    past,
    sensor: read.before === null || read.after === null ? null : { before: read.before, after: read.after },
    judged: judgeEffect(before, after, { usual, past, ...(lines !== undefined && { lines }) }),
  };
}

/** Events per thousand of all devices of a model together; null below ten thousand feeds or pages in all. */
export function usualRate(sides: readonly Side[]): number | null {
  const exposure = sides.reduce((sum, side) => sum + side.exposure, 0);
  const count = sides.reduce((sum, side) => sum + side.count, 0);
  return exposure < 10 ? null : count / exposure;
}
