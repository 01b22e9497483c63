import type { Day } from './calendar.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';

/** Days between two draws of what a sensor scatters slowly. */
const knotDays = 12;
/** A sensor that knows nothing of its part stays where it is at this share of its life. */
const still = 0.2;

/** How the sensor of a part sees it: by its life, by its use alone, or not at all; and how it scatters. */
export class SensorView {
  readonly #spec: DeviceSpec;
  readonly #name: string;
  readonly #sees: 'life' | 'use' | 'nothing';
  /** Day of the year on which the weather moves it most. */
  readonly #season: number;
  #knot = Number.NaN;
  #ends: readonly [number, number] = [0, 0];

  /** `name`: the part code; its first three digits are the kind of part. */
  constructor(spec: DeviceSpec, name: string) {
    this.#spec = spec;
    this.#name = name;
    const { seed, index, family, world } = spec;
    const isMute = new Random(seed, index, 'mute', name).is(world.sensorsMute);
    const followsUse = new Random(seed, 'view', family.code, name.slice(0, 3)).is(world.sensorsFollowUse);
    this.#sees = isMute ? 'nothing' : followsUse ? 'use' : 'life';
    this.#season = new Random(seed, family.code, 'season', name.slice(0, 3)).whole(0, 364);
  }

  /** The share of a life that it shows, of the true one and of the one that use alone makes of it. */
  show(byLife: number, byUse: number): number {
    return this.#sees === 'life' ? byLife : this.#sees === 'use' ? byUse : still;
  }

  /** What it is off today in standard deviations of its usual noise. */
  scatter(day: Day, noise: Random): number {
    const { world, wear } = this.#spec;
    const slow = wear.slowNoise === 0 ? 0 : wear.slowNoise * this.#slow(day);
    return world.sensorNoise * (noise.normal() + slow);
  }

  /** Half of it with the season, half wandering over weeks; a function of the day alone. */
  #slow(day: Day): number {
    const knot = Math.floor(day / knotDays);
    if (knot !== this.#knot) {
      this.#knot = knot;
      this.#ends = [this.#drawKnot(knot), this.#drawKnot(knot + 1)];
    }
    const [from, to] = this.#ends;
    const season = Math.cos((2 * Math.PI * (day - this.#season)) / 365);
    return season + from + (to - from) * (day / knotDays - knot);
  }

  #drawKnot = (knot: number): number =>
    new Random(this.#spec.seed, this.#spec.index, 'wander', this.#name, knot).normal();
}
