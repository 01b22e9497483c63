import type { Day } from './calendar.ts';
import { type Component, type DayLog, visitAfter } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { DayUse } from './usage.ts';

/** Jams of which one makes somebody call. */
const jamsPerCall = 20;
/** Codes of a machine that was switched off and on again, and works. */
const strayCodes = ['C010', 'C130', 'C411', 'F070', 'F110', 'F120'] as const;

/** Calls after which nothing is replaced (jams, settings), and service codes that mean nothing. */
export class Calls implements Component {
  readonly #random: Random;
  readonly #callsADay: number;
  readonly #straysADay: number;
  #visit: Day | undefined;

  constructor({ seed, index, world }: DeviceSpec) {
    this.#random = new Random(seed, index, 'calls');
    this.#callsADay = world.calls / 365;
    this.#straysADay = world.strayCodes / 365;
  }

  /** To be called after all that may jam. */
  step({ day, pages }: DayUse, log: DayLog): void {
    const random = this.#random;
    if (pages > 0 && random.is(this.#straysADay)) log.error(random.pick(strayCodes));
    if (this.#callsADay === 0) return;
    if (this.#visit === undefined && random.is(this.#callsADay + log.jamsToday / jamsPerCall)) {
      this.#visit = visitAfter(day, random, 3);
      log.visits.announce(this.#visit);
    }
    if (this.#visit === undefined || day < this.#visit) return;
    this.#visit = undefined;
    log.visits.note('call');
  }

  report(): void {
    // A call is in no report.
  }

  unfinished = () => [];
}
