import { sensorNames } from '@platen/contract/telemetry';
import { addSensor, type Component, type DayLog, type Draft, measured, type Resettable, round } from './component.ts';
import type { Color, DeviceSpec } from './device-spec.ts';
import { colorIndex, namedShare, pagesOf, showFailure, toDrivenPart, toHours, toOffset } from './part-state.ts';
import { Random } from './random.ts';
import type { DayUse } from './usage.ts';
import { WornPart } from './worn-part.ts';

/**
 * Photosensitive drum of a colour: turns with the pages and with every job; the voltage that charges it rises
 * as it wears.
 */
export class Drum implements Component, Resettable {
  readonly #spec: DeviceSpec;
  readonly #color: Color;
  readonly #part: WornPart;
  readonly #offset: number;

  constructor(spec: DeviceSpec, color: Color) {
    this.#spec = spec;
    this.#color = color;
    const { drumTurns } = spec.physics;
    this.#part = new WornPart(spec, {
      code: String(6250 + colorIndex(color)),
      law: drumTurns,
      nominal: drumTurns.scale * namedShare,
      failure: spec.wear.failureCode('drum', colorIndex(color)),
      disturbs: true,
      patience: 7,
    });
    this.#offset = toOffset(spec, `charging.${color}`, spec.physics.charging.offset);
  }

  step(use: DayUse, log: DayLog): void {
    const { turnsPerPage, turnsPerJob } = this.#spec.physics;
    const pages = pagesOf(this.#color, use);
    // Colour drums turn along at some black jobs.
    const jobs = use.pages === 0 ? 0 : use.jobs * Math.min(1, pages / use.pages + 0.05);
    this.#part.step(use.day, pages * turnsPerPage + jobs * turnsPerJob, pages, log);
  }

  report(draft: Draft, noise: Random): void {
    const { charging, turnsPerPage, turnsPerJob } = this.#spec.physics;
    const turnsEach = turnsPerPage + turnsPerJob / this.#spec.pagesPerJob;
    draft.parts.push({
      ...this.#part.toPart(),
      rotations: measured(Math.round(this.#part.counted.used)),
      lifePages: measured(Math.round(this.#part.plan.nominal / turnsEach / 1000) * 1000),
    });
    showFailure(draft, this.#part);
    const volts =
      charging.start +
      this.#offset +
      charging.rise * this.#spec.wear.charging(this.#part.shown) +
      2.5 * this.#part.scatter(noise);
    addSensor(draft, sensorNames.chargingVoltage, 'V', round(volts, 1), this.#color);
  }

  reset = () => this.#part.reset();
  unfinished = () => this.#part.unfinished();
}

/**
 * Developer of a colour; after its life the auto-toner sensor drifts up, and some weeks later prints are bad
 * enough for a call.
 */
export class Developer implements Component, Resettable {
  readonly #spec: DeviceSpec;
  readonly #color: Color;
  readonly #part: WornPart;
  readonly #offset: number;

  constructor(spec: DeviceSpec, color: Color) {
    this.#spec = spec;
    this.#color = color;
    const { developerHours } = spec.physics;
    this.#part = new WornPart(spec, {
      code: String(6274 + colorIndex(color)),
      law: developerHours,
      nominal: developerHours.scale * namedShare,
      failure: spec.wear.failureCode('developer', colorIndex(color)),
      failsLoudAfter: 14,
      patience: 10,
    });
    this.#offset = toOffset(spec, `autoToner.${color}`, spec.physics.autoToner.offset);
  }

  step(use: DayUse, log: DayLog): void {
    const pages = pagesOf(this.#color, use);
    this.#part.step(use.day, toHours(this.#spec, pages), pages, log);
  }

  report(draft: Draft, noise: Random): void {
    const { autoToner } = this.#spec.physics;
    draft.parts.push(toDrivenPart(this.#spec, this.#part));
    showFailure(draft, this.#part, 14);
    const drift = this.#spec.wear.autoToner(this.#part.shown);
    const volts = autoToner.start + this.#offset + drift + 0.025 * this.#part.scatter(noise);
    addSensor(draft, sensorNames.autoTonerSensor, 'V', round(volts, 3), this.#color);
  }

  reset = () => this.#part.reset();
  unfinished = () => this.#part.unfinished();
}

/** Second transfer roller: its voltage falls with the hours it turned; due when below the limit. */
export class SecondTransfer implements Component, Resettable {
  readonly #spec: DeviceSpec;
  readonly #part: WornPart;
  readonly #offset: number;
  /** Volts below which this machine prints badly. */
  readonly #limit: number;

  constructor(spec: DeviceSpec) {
    this.#spec = spec;
    const { transferHours, transfer } = spec.physics;
    this.#part = new WornPart(spec, {
      code: '6321',
      law: transferHours,
      nominal: transferHours.scale * namedShare,
      failure: spec.wear.failureCode('secondTransfer', 0),
      disturbs: true,
      patience: 10,
    });
    this.#offset = toOffset(spec, 'transfer', transfer.offset);
    const off = new Random(spec.seed, spec.index, 'transferLimit').between(-1, 1);
    this.#limit = spec.wear.transferLimit + spec.world.transferLimitOff * off;
  }

  #voltsAt(share: number): number {
    const { start } = this.#spec.physics.transfer;
    const { transfer, transferLimit } = this.#spec.wear;
    return start + this.#offset - (start - transferLimit) * transfer(share);
  }

  step(use: DayUse, log: DayLog): void {
    const hours = toHours(this.#spec, use.pages);
    this.#part.step(use.day, hours, use.pages, log, (consumed) => this.#voltsAt(consumed) < this.#limit);
  }

  report(draft: Draft, noise: Random): void {
    draft.parts.push(toDrivenPart(this.#spec, this.#part));
    showFailure(draft, this.#part);
    addSensor(
      draft,
      sensorNames.secondTransferVoltage,
      'V',
      Math.round(this.#voltsAt(this.#part.shown) + 14 * this.#part.scatter(noise)),
    );
  }

  reset = () => this.#part.reset();
  unfinished = () => this.#part.unfinished();
}

/** A part that never fails and is replaced by plan: cleaning blades and charging grids. */
export class PlannedPart implements Component, Resettable {
  readonly #color: Color;
  readonly #part: WornPart;

  constructor(spec: DeviceSpec, color: Color, firstCode: number) {
    this.#color = color;
    const nominal = Math.round((spec.physics.drumTurns.scale / 4.5) * 0.9 * 0.001) * 1000;
    this.#part = new WornPart(spec, { code: String(firstCode + colorIndex(color)), nominal, patience: 21 });
  }

  step(use: DayUse, log: DayLog): void {
    const pages = pagesOf(this.#color, use);
    this.#part.step(use.day, pages, pages, log);
  }

  report(draft: Draft): void {
    draft.parts.push({
      ...this.#part.toPart(),
      consumedLife: measured(Math.round((100 * this.#part.counted.pages) / this.#part.plan.nominal)),
    });
  }

  reset = () => this.#part.reset();
  unfinished = () => this.#part.unfinished();
}
