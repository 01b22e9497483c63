import { sensorNames } from '@platen/contract/telemetry';
import { addSensor, type Component, type DayLog, type Draft, measured, type Resettable, round } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { namedShare, showFailure, toHours, toOffset } from './part-state.ts';
import type { Random } from './random.ts';
import type { DayUse } from './usage.ts';
import { WornPart } from './worn-part.ts';

/**
 * Fuser belt: takes longer to be warm in the last fifth of its life. The press roller next to it shows
 * nothing.
 */
export class Fuser implements Component, Resettable {
  readonly #spec: DeviceSpec;
  readonly #belt: WornPart;
  readonly #roller: WornPart;
  readonly #offset: number;

  constructor(spec: DeviceSpec) {
    this.#spec = spec;
    const { fuserPages, pressRollerPages, warmUp } = spec.physics;
    const nominal = (scale: number) => Math.round((scale * namedShare) / 1000) * 1000;
    this.#belt = new WornPart(spec, {
      code: '6342',
      law: fuserPages,
      nominal: nominal(fuserPages.scale),
      failure: spec.wear.failureCode('fuserBelt', 0),
      disturbs: true,
      patience: 5,
    });
    this.#roller = new WornPart(spec, {
      code: '6340',
      law: pressRollerPages,
      nominal: nominal(pressRollerPages.scale),
      failure: spec.wear.failureCode('pressRoller', 0),
      disturbs: true,
      patience: 5,
    });
    this.#offset = toOffset(spec, 'warmUp', warmUp.offset);
  }

  step({ day, pages }: DayUse, log: DayLog): void {
    this.#belt.step(day, pages, pages, log);
    this.#roller.step(day, pages, pages, log);
  }

  report(draft: Draft, noise: Random): void {
    const { warmUp } = this.#spec.physics;
    draft.parts.push({
      ...this.#belt.toPart(),
      driveHours: measured(round(toHours(this.#spec, this.#belt.counted.pages), 2)),
      lifePages: measured(this.#belt.plan.nominal),
    });
    draft.parts.push({
      ...this.#roller.toPart(),
      lifePages: measured(this.#roller.plan.nominal),
    });
    showFailure(draft, this.#belt);
    showFailure(draft, this.#roller);
    const rise = warmUp.rise * this.#spec.wear.warmUp(this.#belt.shown);
    const seconds = warmUp.start + this.#offset + rise + 0.5 * this.#belt.scatter(noise);
    addSensor(draft, sensorNames.fuserWarmUp, 's', round(Math.max(1, seconds), 1));
  }

  reset(): void {
    this.#belt.reset();
    this.#roller.reset();
  }

  unfinished = () => [...this.#belt.unfinished(), ...this.#roller.unfinished()];
}
