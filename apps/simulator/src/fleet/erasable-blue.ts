import { sensorNames } from '@platen/contract/telemetry';
import { addSensor, type Component, type DayLog, type Draft, measured, round } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';

/** Pages of a cartridge of erasable toner at its usual coverage. */
const pagesPerCartridge = 9000;

/**
 * Erasable blue toner of a machine that can decolour paper: some of its pages are printed with it; changed
 * when it is empty.
 */
export class ErasableBlue implements Component {
  readonly #random: Random;
  readonly #share: number;
  readonly #coverage: number;
  #left: number;

  constructor(spec: DeviceSpec) {
    this.#random = new Random(spec.seed, spec.index, 'erasable blue');
    this.#share = this.#random.between(0.05, 0.25);
    this.#coverage = this.#random.between(3, 6);
    this.#left = this.#random.next();
  }

  step({ pages }: DayUse, log: DayLog): void {
    this.#left -= (pages * this.#share * (0.9 + 0.2 * this.#random.next())) / pagesPerCartridge;
    if (this.#left > 0) return;
    log.error('D345');
    this.#left = 1;
  }

  report(draft: Draft): void {
    draft.supplies.push({
      index: '1.5',
      description: 'Erasable Blue Toner',
      class: 'supplyThatIsConsumed',
      type: 'toner',
      tonerColor: 'eBlue',
      percent: measured(Math.round(100 * this.#left)),
    });
    addSensor(draft, sensorNames.pixelCount, 'percent', round(this.#coverage, 2), 'eBlue');
  }

  unfinished(): readonly TruthEvent[] {
    return [];
  }
}
