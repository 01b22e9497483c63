import { sensorNames } from '@platen/contract/telemetry';
import { type Day, toDate } from './calendar.ts';
import { addSensor, type Component, type DayLog, type Draft, type Resettable, visitAfter } from './component.ts';
import { allColors, type Color, type DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';

/** A defect of something that does not wear: begins by chance, ends when somebody repairs it. */
class Fault {
  from: Day | undefined;
  #visit = 0;
  readonly #random: Random;
  readonly #perYear: number;
  readonly #patience: readonly [number, number];

  /** `patience`: fewest and most days until it is repaired. */
  constructor(random: Random, perYear: number, patience: readonly [number, number]) {
    this.#random = random;
    this.#perYear = perYear;
    this.#patience = patience;
  }

  /** `ended`: the day it began, where it is repaired today. */
  step(day: Day, log: DayLog): { readonly began: boolean; readonly ended: Day | undefined } {
    if (this.from === undefined) {
      const began = this.#random.is(this.#perYear / 365);
      if (began) {
        const [fewest, most] = this.#patience;
        this.from = day;
        this.#visit = visitAfter(day + fewest, this.#random, most - fewest);
        log.visits.announce(this.#visit);
      }
      return { began, ended: undefined };
    }
    if (day < this.#visit) return { began: false, ended: undefined };
    const ended = this.from;
    this.from = undefined;
    log.visits.note('fault');
    return { began: false, ended };
  }
}

const toNullable = (day: Day | null) => (day === null ? null : toDate(day));

/**
 * Image quality sensor of a colour: dirt makes it fall slowly until a visit cleans it; one that fails drifts
 * away or scatters.
 */
export class ImageSensor implements Component {
  readonly #spec: DeviceSpec;
  readonly #color: Color;
  readonly #random: Random;
  readonly #offset: number;
  readonly #fault: Fault;
  #dirt = 0;
  #cleanAt: number;
  #scatters = false;
  #away = 0;

  constructor(spec: DeviceSpec, color: Color) {
    this.#spec = spec;
    this.#color = color;
    this.#random = new Random(spec.seed, spec.index, 'imageSensor', color);
    this.#offset = spec.physics.imageSensor.offset * this.#random.normal();
    this.#fault = new Fault(this.#random, 0.03, [25, 60]);
    this.#cleanAt = this.#random.between(40, 110);
  }

  step({ day, pages }: DayUse, log: DayLog): void {
    if (pages > 0) this.#dirt += this.#spec.physics.imageSensor.dirtPerDay;
    const { began, ended } = this.#fault.step(day, log);
    if (began) this.#scatters = this.#random.is(0.4);
    if (this.#fault.from !== undefined && !this.#scatters) this.#away += 2.5 + 2 * this.#random.next();
    if (this.#fault.from !== undefined && day - this.#fault.from > 20 && pages > 0 && this.#random.is(0.15))
      log.error('CE10');
    if (ended !== undefined) log.truth(this.#toTruth(ended, day));
    if (ended === undefined && this.#dirt < this.#cleanAt) return;
    this.#dirt = 0;
    this.#away = 0;
    this.#cleanAt = this.#random.between(40, 110);
  }

  report(draft: Draft, noise: Random): void {
    const spread = this.#fault.from !== undefined && this.#scatters ? 75 : 5;
    const level =
      this.#spec.physics.imageSensor.start + this.#offset - this.#dirt - this.#away + spread * noise.normal();
    addSensor(
      draft,
      sensorNames.imageQualitySensor,
      'level',
      Math.round(Math.min(1023, Math.max(0, level))),
      this.#color,
    );
  }

  unfinished(): readonly TruthEvent[] {
    return this.#fault.from === undefined ? [] : [this.#toTruth(this.#fault.from, null)];
  }

  #toTruth(from: Day, to: Day | null): TruthEvent {
    return { kind: 'sensor', serial: this.#spec.serial, color: this.#color, from: toDate(from), to: toNullable(to) };
  }
}

/** Image control errors of one code: rare, and on a defective machine 10 to 30 times as many. */
export class ControlErrors implements Component, Resettable {
  readonly #spec: DeviceSpec;
  readonly #code: 'CE20' | 'CE40';
  readonly #random: Random;
  readonly #quality: number;
  readonly #fault: Fault;
  #factor = 1;
  #count = 0;

  constructor(spec: DeviceSpec, code: 'CE20' | 'CE40') {
    this.#spec = spec;
    this.#code = code;
    this.#random = new Random(spec.seed, spec.index, code);
    this.#quality = this.#random.factor(0.3);
    this.#fault = new Fault(this.#random, 0.03, [30, 80]);
  }

  step({ day, pages }: DayUse, log: DayLog): void {
    const { began, ended } = this.#fault.step(day, log);
    if (began) this.#factor = this.#random.between(10, 30);
    if (ended !== undefined) {
      log.truth(this.#toTruth(ended, day));
      this.#factor = 1;
    }
    const mean = (pages / 100_000) * this.#spec.physics.controlErrors[this.#code] * this.#quality * this.#factor;
    const count = this.#random.negativeBinomial(mean, 0.8);
    this.#count += count;
    for (let i = 0; i < Math.min(count, 10); i++) log.error(this.#code);
  }

  report(draft: Draft): void {
    addSensor(draft, this.#code === 'CE20' ? sensorNames.countCE20 : sensorNames.countCE40, 'count', this.#count);
  }

  reset(): void {
    this.#count = 0;
  }

  unfinished(): readonly TruthEvent[] {
    return this.#fault.from === undefined ? [] : [this.#toTruth(this.#fault.from, null)];
  }

  #toTruth(from: Day, to: Day | null): TruthEvent {
    return { kind: 'ce', serial: this.#spec.serial, code: this.#code, from: toDate(from), to: toNullable(to) };
  }
}

/** Polygonal motor of a colour's laser: starts with the work; one that fails starts again and again. */
export class PolygonalMotor implements Component, Resettable {
  readonly #spec: DeviceSpec;
  readonly #color: Color;
  readonly #random: Random;
  readonly #quality: number;
  readonly #fault: Fault;
  #factor = 1;
  #count = 0;

  constructor(spec: DeviceSpec, color: Color) {
    this.#spec = spec;
    this.#color = color;
    this.#random = new Random(spec.seed, spec.index, 'polygon', color);
    this.#quality = this.#random.factor(0.1);
    this.#fault = new Fault(this.#random, 0.025, [20, 60]);
  }

  step({ day, pages, color }: DayUse, log: DayLog): void {
    const { began, ended } = this.#fault.step(day, log);
    if (began) this.#factor = this.#random.between(2.5, 6);
    if (ended !== undefined) {
      log.truth(this.#toTruth(ended, day));
      this.#factor = 1;
    }
    const used = this.#color === 'black' ? pages : color;
    const mean = (used / this.#spec.physics.pagesPerPolygonStart + (used > 0 ? 4 : 0)) * this.#quality * this.#factor;
    this.#count += this.#random.negativeBinomial(mean, 25);
    if (this.#fault.from !== undefined && day - this.#fault.from > 15 && used > 0 && this.#random.is(0.1))
      log.error(`CA${allColors.indexOf(this.#color) + 1}0`);
  }

  report(draft: Draft): void {
    addSensor(draft, sensorNames.polygonalMotorCount, 'count', this.#count, this.#color);
  }

  reset(): void {
    this.#count = 0;
  }

  unfinished(): readonly TruthEvent[] {
    return this.#fault.from === undefined ? [] : [this.#toTruth(this.#fault.from, null)];
  }

  #toTruth(from: Day, to: Day | null): TruthEvent {
    return { kind: 'polygon', serial: this.#spec.serial, color: this.#color, from: toDate(from), to: toNullable(to) };
  }
}

/**
 * Laser unit: dust on its slit glass or a loose connector, now and then an error of the unit, until somebody
 * cleans it.
 */
export class LaserUnit implements Component {
  readonly #random: Random;
  readonly #fault: Fault;

  constructor(spec: DeviceSpec) {
    this.#random = new Random(spec.seed, spec.index, 'laser unit');
    this.#fault = new Fault(this.#random, 0.12, [10, 45]);
  }

  step({ day, pages }: DayUse, log: DayLog): void {
    this.#fault.step(day, log);
    if (this.#fault.from !== undefined && pages > 0 && this.#random.is(0.12)) log.error('CA00');
  }

  report(): void {
    // It measures nothing of its own.
  }

  unfinished(): readonly TruthEvent[] {
    return [];
  }
}
