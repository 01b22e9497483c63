import { sensorNames } from '@platen/contract/telemetry';
import { addSensor, type Component, type DayLog, type Draft } from './component.ts';
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
