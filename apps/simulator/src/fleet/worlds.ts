import { usualWorld, type World } from './world.ts';

/** Parts run to failure, so that every date and sign can be compared with what came. */
const seen: World = { ...usualWorld, runsToFailure: true };
/**
 * The base of all that follow. A failure shows in what happens around it: some stop the machine, some jam,
 * and service codes come that mean nothing.
 */
const own: World = { ...seen, ownWear: true, failuresStop: 0.3, failuresJam: 0.35, strayCodes: 0.8 };

/** All of it at once, each as often as in the field; four of five customers replace by plan. */
const field: World = {
  ...own,
  runsToFailure: false,
  lifeSpread: 0.2,
  shortLot: 0.05,
  badLots: { share: 0.12, from: 19_500, to: 21_000, days: 200 },
  sudden: 0.15,
  failuresLogged: 0.35,
  sensorsFollowUse: 0.4,
  sensorsMute: 0.2,
  sensorNoise: 1.5,
  transferLimitOff: 60,
  retriesCounted: 0.15,
  takenAlong: 0.5,
  calls: 1.6,
  replacementsReported: 0.3,
  counterNotReset: 0.08,
  resetAlone: 0.03,
  counterFalls: 10,
  counterLeaps: 10,
  misread: 0.003,
  silentDays: 2,
  ownClockBehind: 1,
};

/**
 * By name. `usual` and `run-to-failure` share laws and codes with it; `own-wear` does not. Each of
 * the others is `own-wear` and one thing more, so that what it costs can be measured (decision 0290).
 */
export const worlds = {
  usual: usualWorld,
  'run-to-failure': seen,
  'own-wear': own,
  'wide-lives': { ...own, lifeSpread: 0.4 },
  'short-lot': { ...own, shortLot: 1 / 3 },
  // From 2025-01-02 on, so that pieces of the lots fail in the judged days of the benchmarks.
  'bad-lots': { ...own, badLots: { share: 0.5, from: 20_090, to: 20_270, days: 365 } },
  'sudden-failures': { ...own, sudden: 1 / 3 },
  'no-errors': { ...own, failuresLogged: 0, strayCodes: 0 },
  'blind-sensors': { ...own, sensorsFollowUse: 1 },
  'mute-sensors': { ...own, sensorsMute: 1 },
  'noisy-sensors': { ...own, sensorNoise: 4 },
  'other-limits': { ...own, transferLimitOff: 120 },
  'no-retries': { ...own, retriesCounted: 0 },
  'planned-visits': { ...own, runsToFailure: false, takenAlong: 0.5, calls: 1.6 },
  unreported: { ...own, replacementsReported: 0 },
  'counters-kept': { ...own, counterNotReset: 0.3 },
  'reset-alone': { ...own, resetAlone: 0.2 },
  'falling-counters': { ...own, counterFalls: 60 },
  'leaping-counters': { ...own, counterLeaps: 60 },
  'misread-counters': { ...own, misread: 0.02 },
  silence: { ...own, silentDays: 14 },
  'wrong-clock': { ...own, ownClockBehind: 400 },
  field,
  /** The field for people to look at: counters fall or leap on few devices (decision 0941). */
  demonstration: { ...field, countersShifted: 0.05 },
} as const satisfies Readonly<Record<string, World>>;

export type WorldName = keyof typeof worlds;
export const isWorldName = (name: string): name is WorldName => Object.hasOwn(worlds, name);
