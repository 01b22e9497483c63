import type { Day } from '@platen/diagnosis/history/day-reading';

/** What the field does and the usual simulation does not. Shares are 0 to 1. */
export interface World {
  /** No visit replaces a part that can fail by plan: what comes of every part is seen. */
  readonly runsToFailure: boolean;
  /**
   * Standard deviation of the logarithm that is added to every life: lives of another shape than the maker's.
   */
  readonly lifeSpread: number;
  /** Share of the pieces that come from a lot that lasts 1.5 times shorter. */
  readonly shortLot: number;
  /** From this day on every piece that is put in lasts 1.5 times shorter; null: never. */
  readonly badLotFrom: Day | null;
  /** Share of the pieces that fail on a day that nothing announces, at any part of their life. */
  readonly sudden: number;
  /** Whether a part that failed is logged as an error of its own. */
  readonly logsFailures: boolean;
  /** Sensors follow the use of the part and know nothing of the life of this piece. */
  readonly sensorsFollowUse: boolean;
  /** How many times as much sensors of parts scatter. */
  readonly sensorNoise: number;
  /**
   * Volts by which the limit of the second transfer lies off that of the service manual, at most, by machine.
   */
  readonly transferLimitOff: number;
  /**
   * Share of the replacements after which the counter of the part is not reset and no replacement is
   * reported.
   */
  readonly counterNotReset: number;
  /** Share of the pieces whose counter somebody resets without replacing them. */
  readonly resetAlone: number;
  /** Every third device: the counters of its parts fall back by this many days of use, once; 0: never. */
  readonly counterFalls: number;
  /** Of every 42 days this many are silent. */
  readonly silentDays: number;
  /**
   * Every seventh device: days by which its own clock is behind, in the times that it reports of errors and
   * replacements.
   */
  readonly ownClockBehind: number;
}

export const usualWorld: World = {
  runsToFailure: false,
  lifeSpread: 0,
  shortLot: 0,
  badLotFrom: null,
  sudden: 0,
  logsFailures: true,
  sensorsFollowUse: false,
  sensorNoise: 1,
  transferLimitOff: 0,
  counterNotReset: 0,
  resetAlone: 0,
  counterFalls: 0,
  silentDays: 0,
  ownClockBehind: 0,
};

const seen: World = { ...usualWorld, runsToFailure: true };

/**
 * By name: each of those after the first two is 'run-to-failure' and one thing more, so that what it costs
 * can be measured.
 */
export const worlds = {
  usual: usualWorld,
  'run-to-failure': seen,
  'wide-lives': { ...seen, lifeSpread: 0.4 },
  'short-lot': { ...seen, shortLot: 1 / 3 },
  // 2026-04-23, which lies in the judged days of the benchmarks.
  'bad-lot': { ...seen, badLotFrom: 20_566 },
  'sudden-failures': { ...seen, sudden: 1 / 3 },
  'no-errors': { ...seen, logsFailures: false },
  'blind-sensors': { ...seen, sensorsFollowUse: true },
  'noisy-sensors': { ...seen, sensorNoise: 4 },
  'other-limits': { ...seen, transferLimitOff: 120 },
  'counters-kept': { ...seen, counterNotReset: 0.3 },
  'reset-alone': { ...seen, resetAlone: 0.2 },
  'falling-counters': { ...seen, counterFalls: 60 },
  silence: { ...seen, silentDays: 14 },
  'wrong-clock': { ...seen, ownClockBehind: 400 },
  /** All of it at once, each seldom enough to be true; four of five customers replace by plan, as usual. */
  field: {
    ...usualWorld,
    lifeSpread: 0.2,
    shortLot: 0.1,
    sudden: 0.2,
    sensorNoise: 1.5,
    transferLimitOff: 60,
    counterNotReset: 0.08,
    resetAlone: 0.05,
    counterFalls: 10,
    silentDays: 2,
    ownClockBehind: 1,
  },
} as const satisfies Readonly<Record<string, World>>;

export type WorldName = keyof typeof worlds;
export const isWorldName = (name: string): name is WorldName => Object.hasOwn(worlds, name);
