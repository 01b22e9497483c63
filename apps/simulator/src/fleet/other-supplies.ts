import { sensorNames } from '@platen/contract/telemetry';
import { addSensor, type Component, type DayLog, type Draft, measured, round } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';

/** Percent of room below which the device can tell how much is left. */
const reportsBelow = 4;

/**
 * Waste toner box: only near its end the device knows its room; changed when it is full, or some days later.
 */
export class WasteBox implements Component {
  readonly #random: Random;
  readonly #pagesPerBox: number;
  #used = 0;
  #late = 0;

  constructor(spec: DeviceSpec) {
    this.#random = new Random(spec.seed, spec.index, 'waste');
    this.#pagesPerBox = (spec.family.color ? 55_000 : 90_000) * this.#random.factor(0.15);
  }

  step({ pages }: DayUse, log: DayLog): void {
    this.#used += pages / this.#pagesPerBox;
    if (this.#used < 1) return;
    if (this.#late === 0) {
      log.error('D30D');
      this.#late = this.#random.whole(1, 4);
    }
    this.#late -= 1;
    if (this.#late === 0) this.#used = 0;
  }

  report(draft: Draft): void {
    const room = Math.max(0, Math.round(100 * (1 - this.#used)));
    if (room === 0) draft.panel.push('D30D');
    draft.supplies.push({
      index: '1.9',
      description: 'Waste Toner Box',
      class: 'receptacleThatIsFilled',
      type: 'wasteToner',
      percent: room < reportsBelow ? measured(room) : { state: 'someRemaining' },
    });
  }

  unfinished(): readonly TruthEvent[] {
    return [];
  }
}

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
