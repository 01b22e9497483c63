import { sensorNames } from '@platen/contract/telemetry';
import { type Day, toDate } from './calendar.ts';
import { addSensor, type Component, type DayLog, type Draft, measured, round } from './component.ts';
import { allColors, type Color, type DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';

const names: Readonly<Record<Color, string>> = { black: 'Black', yellow: 'Yellow', magenta: 'Magenta', cyan: 'Cyan' };
const emptyCodes: Readonly<Record<Color, string>> = { black: 'D341', yellow: 'D342', magenta: 'D343', cyan: 'D344' };

/**
 * A toner cartridge, and those after it. Level falls with pages times pixels set; it is changed early, at
 * empty or late.
 */
export class Toner implements Component {
  readonly #spec: DeviceSpec;
  readonly #color: Color;
  readonly #random: Random;
  /** Of every five users some change early. */
  readonly #habit: 'early' | 'atEmpty' | 'late';
  #installed: Day;
  #capacity: number;
  #used = 0;
  #pages = 0;
  #pixels = 0;
  #changeAt: number;
  #changeOn: Day | null = null;
  #emptied: Day | null = null;

  constructor(spec: DeviceSpec, color: Color) {
    this.#spec = spec;
    this.#color = color;
    this.#random = new Random(spec.seed, spec.index, 'toner', color);
    this.#habit = new Random(spec.seed, spec.index, 'habit').pick(['early', 'atEmpty', 'atEmpty', 'late']);
    this.#installed = spec.setUp;
    this.#capacity = this.#drawCapacity();
    this.#changeAt = this.#drawChange();
  }

  /** Percent left, as it really is. */
  get left(): number {
    return Math.max(0, 100 * (1 - this.#used / this.#capacity));
  }

  step({ day, black, color, shade }: DayUse, log: DayLog): void {
    const random = this.#random;
    const pages = this.#color === 'black' ? black + color : color;
    const weight = this.#color === 'black' ? black + 0.55 * color : color;
    const pixels = this.#spec.coverage[this.#color] * shade * (0.9 + 0.2 * random.next());
    this.#pages += weight;
    this.#pixels += weight * pixels;
    // Colours are used a little on every start, for cleaning and registration.
    this.#used += weight * pixels + (pages > 0 ? this.#capacity * 0.0002 : 0);
    const { left } = this;
    if (left <= 0 && this.#emptied === null) {
      this.#emptied = day;
      log.error(emptyCodes[this.#color]);
    }
    if (this.#changeOn === null && left <= this.#changeAt)
      this.#changeOn = this.#habit === 'late' ? day + random.whole(1, 4) : day;
    if (this.#changeOn === null || day < this.#changeOn) return;
    log.truth(this.#toTruth(day));
    this.#installed = day;
    this.#emptied = null;
    this.#changeOn = null;
    this.#used = 0;
    this.#pages = 0;
    this.#pixels = 0;
    this.#capacity = this.#drawCapacity();
    this.#changeAt = this.#drawChange();
  }

  report(draft: Draft): void {
    const percent = Math.round(this.left);
    if (percent === 0) draft.states.add('noToner');
    else if (percent <= 5) draft.states.add('lowToner');
    draft.supplies.push({
      index: `1.${allColors.indexOf(this.#color) + 1}`,
      description: `${names[this.#color]} Toner`,
      class: 'supplyThatIsConsumed',
      type: 'toner',
      tonerColor: this.#color,
      percent: measured(percent),
    });
    if (this.#pages > 0)
      addSensor(draft, sensorNames.pixelCount, 'percent', round(this.#pixels / this.#pages, 2), this.#color);
  }

  unfinished(): readonly TruthEvent[] {
    return [this.#toTruth(null)];
  }

  #toTruth(replaced: Day | null): TruthEvent {
    return {
      kind: 'toner',
      serial: this.#spec.serial,
      color: this.#color,
      installed: toDate(this.#installed),
      empty: this.#emptied === null ? null : toDate(this.#emptied),
      replaced: replaced === null ? null : toDate(replaced),
    };
  }

  /** In percent of a page times pages; cartridges are filled a little differently. */
  #drawCapacity(): number {
    const { blackToner, colorToner } = this.#spec.physics;
    return (this.#color === 'black' ? blackToner : colorToner) * this.#random.factor(0.03);
  }

  /** Percent left at which it is changed; -1 never before it is empty. */
  #drawChange(): number {
    const early = this.#random.between(2, 14);
    return this.#habit === 'early' && this.#random.is(0.8) ? early : 0;
  }
}
