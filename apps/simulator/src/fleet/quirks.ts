import { type Day, toDate } from './calendar.ts';
import type { DayLog } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';

/** What goes wrong around a device rather than in it. */
export interface DayQuirks {
  /** Nothing is reported today. */
  readonly silent: boolean;
  /** Nothing is printed today. */
  readonly idle: boolean;
  /** Today's report arrives this many days later; 0 at once. */
  readonly late: number;
  readonly twice: boolean;
  /** Seconds by which the device's clock is ahead. */
  readonly clockOffset: number;
  readonly reset: boolean;
  readonly moved: boolean;
}

type Span = { readonly what: 'silent' | 'wrongClock'; readonly from: Day; readonly last: Day };
/** Days of which a world makes some silent. */
const silencePeriod = 42;
const hour = 3600;
const offsets = [hour, -2 * hour, 9 * hour, -26 * hour, 72 * hour, -40 * 24 * hour, 200 * 24 * hour, -1500 * 24 * hour];

/** Draws, day by day, silence, broken clocks, late and doubled reports, exchanged boards and moves. */
export class Quirks {
  readonly #serial: string;
  readonly #random: Random;
  readonly #silentDays: number;
  /** Devices are not all silent at once. */
  readonly #shift: number;
  #silence: (Span & { readonly idle: boolean }) | undefined;
  #clock: (Span & { readonly offset: number }) | undefined;

  constructor(spec: DeviceSpec) {
    this.#serial = spec.serial;
    this.#random = new Random(spec.seed, spec.index, 'quirks');
    this.#silentDays = spec.world.silentDays;
    this.#shift = spec.index * 5;
  }

  step(day: Day, log: DayLog): DayQuirks {
    const random = this.#random;
    const record = (what: Extract<TruthEvent, { kind: 'event' }>['what'], from: Day, to: Day | null) =>
      log.truth(this.#toTruth(what, from, to));
    if (this.#silence !== undefined && day > this.#silence.last) {
      record('silent', this.#silence.from, this.#silence.last);
      this.#silence = undefined;
    }
    if (this.#clock !== undefined && day > this.#clock.last) {
      record('wrongClock', this.#clock.from, this.#clock.last);
      this.#clock = undefined;
    }
    // Always the same number of draws a day would not be needed: the stream is this device's own.
    if (this.#silence === undefined && random.is(0.0012))
      this.#silence = { what: 'silent', from: day, last: day + random.whole(2, 25), idle: random.is(0.3) };
    if (this.#clock === undefined && random.is(0.00035))
      this.#clock = { what: 'wrongClock', from: day, last: day + random.whole(4, 30), offset: random.pick(offsets) };
    const isHushed = (day + this.#shift) % silencePeriod < this.#silentDays;
    const silent = this.#silence !== undefined || random.is(0.012) || isHushed;
    const late = !silent && random.is(0.02) ? random.whole(1, 5) : 0;
    const twice = !silent && random.is(0.008);
    const reset = random.is(0.0001);
    const moved = random.is(0.0003);
    if (late > 0) record('late', day, day + late);
    if (twice) record('duplicate', day, day);
    if (reset) record('counterReset', day, day);
    if (moved) record('moved', day, day);
    return {
      silent,
      idle: this.#silence?.idle ?? false,
      late,
      twice,
      clockOffset: this.#clock?.offset ?? 0,
      reset,
      moved,
    };
  }

  unfinished(): readonly TruthEvent[] {
    return [this.#silence, this.#clock]
      .filter((span) => span !== undefined)
      .map(({ what, from }) => this.#toTruth(what, from, null));
  }

  #toTruth(what: Extract<TruthEvent, { kind: 'event' }>['what'], from: Day, to: Day | null): TruthEvent {
    return { kind: 'event', serial: this.#serial, what, from: toDate(from), to: to === null ? null : toDate(to) };
  }
}
