import type { Day } from './calendar.ts';

/** Pieces put in within `days` of a day drawn from `from` to `to` last 1.5 times shorter. */
export interface BadLots {
  /** Share of the families, drawn for each kind of part. */
  readonly share: number;
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
}

/** What the field does and the usual simulation does not. Shares are 0 to 1, of what the comment names. */
export interface World {
  /** No visit replaces a part that can fail by plan: what comes of every part is seen. */
  readonly runsToFailure: boolean;
  /**
   * Lives, sensor curves, noise, limits, failure codes and jams of `own-wear.ts` instead of `wear-model.ts`:
   * none of them is known to the judgement.
   */
  readonly ownWear: boolean;
  /** Standard deviation of the logarithm that is added to every life. */
  readonly lifeSpread: number;
  /** Share of the pieces that come from a lot that lasts 1.5 times shorter. */
  readonly shortLot: number;
  readonly badLots: BadLots | null;
  /** Share of the pieces that fail on a day that nothing announces, at any part of their life. */
  readonly sudden: number;
  /** Share of the failures that the device logs as an error. */
  readonly failuresLogged: number;
  /** Share of the failures that stop the machine until somebody comes: drums, transfer and fuser. */
  readonly failuresStop: number;
  /** Share of the failures with many jams from some days before to the repair: drums, transfer and fuser. */
  readonly failuresJam: number;
  /** Share of the sensors, by family and kind of part, that follow the use of the part and not its life. */
  readonly sensorsFollowUse: number;
  /** Share of the sensors, by device and part, that show nothing of the part. */
  readonly sensorsMute: number;
  /** How many times as much sensors of parts scatter. */
  readonly sensorNoise: number;
  /** Volts by which the second transfer of a machine fails off the limit of its family, at most. */
  readonly transferLimitOff: number;
  /** Share of the families that count the retries of their feed rollers. */
  readonly retriesCounted: number;
  /** Share of the pieces near the end of their named life that are replaced when somebody is there anyway. */
  readonly takenAlong: number;
  /** Calls a device-year for which nothing is replaced; with any, one jam in twenty makes a call as well. */
  readonly calls: number;
  /** Service codes a device-year that mean nothing. */
  readonly strayCodes: number;
  /** Share of the devices that report when a part was replaced. */
  readonly replacementsReported: number;
  /** Share of the replacements after which the counter is not reset and no replacement is reported. */
  readonly counterNotReset: number;
  /** Share of the pieces whose counter somebody resets without replacing them. */
  readonly resetAlone: number;
  /** Devices 0, 3, 6 …: page counters and those of the parts fall back by this many days of use, once. */
  readonly counterFalls: number;
  /** Devices 1, 4, 7 …: the same counters leap ahead by this many days of use, once. */
  readonly counterLeaps: number;
  /** Of the devices whose counters a world lets fall or leap, the share that it happens to. */
  readonly countersShifted: number;
  /** Share of the reports in which the counters of parts read nothing or half; the next is right again. */
  readonly misread: number;
  /** Of every 42 days this many are silent. */
  readonly silentDays: number;
  /** Every seventh device: days by which the clock that dates its errors and replacements is behind. */
  readonly ownClockBehind: number;
}

export const usualWorld: World = {
  runsToFailure: false,
  ownWear: false,
  lifeSpread: 0,
  shortLot: 0,
  badLots: null,
  sudden: 0,
  failuresLogged: 1,
  failuresStop: 0,
  failuresJam: 0,
  sensorsFollowUse: 0,
  sensorsMute: 0,
  sensorNoise: 1,
  transferLimitOff: 0,
  retriesCounted: 1,
  takenAlong: 0,
  calls: 0,
  strayCodes: 0,
  replacementsReported: 0.5,
  counterNotReset: 0,
  resetAlone: 0,
  counterFalls: 0,
  counterLeaps: 0,
  countersShifted: 1,
  misread: 0,
  silentDays: 0,
  ownClockBehind: 0,
};
