import type { Day } from '@platen/diagnosis/history/day-reading';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { TruthEvent } from './fleet-truth.ts';

/** Dates are scored that lie at most this many days ahead when they are given. */
export const tonerHorizon = 14;

export interface TonerScore {
  dates: number;
  within3Days: number;
  /** The same of dates that lie at most 7 days ahead. */
  soon: number;
  soonWithin3Days: number;
  covered: number;
  /** Sum of the absolute errors, days. */
  error: number;
  /** Cartridges changed before they were empty: when they would have been is not known. */
  unknown: number;
}

/** Adds what a judgement of that day states about the cartridges to the score. */
export function scoreToner(
  score: TonerScore,
  day: Day,
  toner: DeviceJudgement['toner'],
  truth: readonly TruthEvent[],
): void {
  for (const [color, { daysLeft }] of Object.entries(toner)) {
    if (daysLeft.state === 'withheld' || daysLeft.value.value > tonerHorizon) continue;
    const cartridge = truth.find(
      (event) =>
        event.kind === 'toner' &&
        event.color === color &&
        event.installed <= day &&
        (event.replaced === null || event.replaced > day),
    );
    if (cartridge?.kind !== 'toner') continue;
    if (cartridge.empty === null || cartridge.empty < day) {
      score.unknown += 1;
      continue;
    }
    const left = cartridge.empty - day;
    const error = Math.abs(daysLeft.value.value - left);
    score.dates += 1;
    score.error += error;
    if (error <= 3) score.within3Days += 1;
    if (daysLeft.value.value <= 7) {
      score.soon += 1;
      if (error <= 3) score.soonWithin3Days += 1;
    }
    if (daysLeft.value.lower <= left + 0.5 && daysLeft.value.upper >= left - 0.5) score.covered += 1;
  }
}
