import { sensorNames } from '@platen/contract/telemetry';
import type { Day } from './calendar.ts';
import { addSensor, type Component, type DayLog, type Draft, visitAfter } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';

/**
 * What happens on any machine and means nothing of its wear: jams at the exit and in the finisher, and the
 * setting of the near-empty warning.
 */
export class Everyday implements Component {
  readonly #random: Random;
  readonly #pagesPerJam: number;
  readonly #staples: boolean;
  readonly #nearEmpty: readonly [name: string, unit: string, value: number];

  constructor(spec: DeviceSpec) {
    this.#random = new Random(spec.seed, spec.index, 'everyday');
    this.#pagesPerJam = 16_000 * this.#random.factor(0.5);
    this.#staples = spec.finisher !== '';
    // Most leave it as it was delivered.
    this.#nearEmpty = this.#random.pick([
      ...[2, 2, 2, 2, 2, 1, 3].map((mode) => [sensorNames.nearEmptyMode, 'mode', mode] as const),
      [sensorNames.nearEmptyPercent, 'percent', 8] as const,
      [sensorNames.nearEmptySheets, 'sheets', 1500] as const,
    ]);
  }

  step({ pages }: DayUse, log: DayLog): void {
    this.#jam(pages / this.#pagesPerJam, 'E010', log);
    if (this.#staples) this.#jam(pages / this.#pagesPerJam / 2, 'EA50', log);
  }

  report(draft: Draft): void {
    addSensor(draft, ...this.#nearEmpty);
  }

  unfinished(): readonly TruthEvent[] {
    return [];
  }

  #jam(mean: number, code: string, log: DayLog): void {
    const count = this.#random.negativeBinomial(mean, 0.8);
    for (let i = 0; i < Math.min(count, 20); i++) log.error(code);
  }
}

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
