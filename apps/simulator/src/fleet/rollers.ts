import { feedRetriesOf } from '@platen/contract/telemetry';
import { type Day, toDate } from './calendar.ts';
import {
  addSensor,
  type Component,
  type DayLog,
  type Draft,
  measured,
  type Resettable,
  visitAfter,
} from './component.ts';
import type { DeviceSpec, SourceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';
import { type Drift, toFactor } from './wear-model.ts';
import { WornPart } from './worn-part.ts';

const jamCodes: Readonly<Record<SourceSpec['source'], string>> = {
  bypass: 'E120',
  CST1: 'E130',
  CST2: 'E140',
  CST3: 'E150',
  CST4: 'E160',
  LCF: 'E190',
  TLCF: 'E190',
  OLCF: 'E180',
  O2LCF: 'E180',
  SFB: 'E120',
  ADF: 'E711',
};
/** Size of the negative binomial: retries come in bunches, less than jams. */
const retrySize = 2.5;
/** Days of paper of one kind: of all such spells one in fifteen is of bad paper, which jams more. */
const paperDays = 10;

/**
 * The feed roller of a paper source: as good as new until its hidden life is over, then jams leap or climb
 * until somebody replaces it.
 */
export class Roller implements Component, Resettable {
  readonly #spec: DeviceSpec;
  readonly #place: number;
  readonly #source: SourceSpec['source'];
  readonly #part: WornPart | undefined;
  readonly #random: Random;
  /** Machines and their paper differ. */
  readonly #quality: number;
  #retries = 0;
  #spell = { number: Number.NaN, factor: 1 };
  #drift: (Drift & { readonly from: Day }) | undefined;

  constructor(spec: DeviceSpec, place: number, { source, roller }: SourceSpec) {
    this.#spec = spec;
    this.#place = place;
    this.#source = source;
    this.#random = new Random(spec.seed, spec.index, 'roller', source);
    this.#quality = this.#random.factor(0.3);
    const { rollerSheets } = spec.physics;
    // Originals are fewer and rollers of feeders softer.
    const scale = rollerSheets.scale * (source === 'ADF' ? 0.4 : 1);
    this.#part =
      roller === undefined
        ? undefined
        : new WornPart(spec, {
            code: roller,
            law: { shape: rollerSheets.shape, scale },
            nominal: Math.round((scale * 0.85) / 1000) * 1000,
            patience: 0,
          });
  }

  step(use: DayUse, log: DayLog): void {
    const sheets = use.sheets[this.#place] ?? 0;
    this.#wear(use, sheets, log);
    const worse =
      this.#paper(use.day) * (this.#drift === undefined ? 1 : toFactor(this.#drift, use.day - this.#drift.from));
    const { sheetsPerJam, sheetsPerRetry } = this.#spec.physics;
    const jams = this.#spec.wear.jams(this.#random, (sheets * this.#quality * worse) / sheetsPerJam);
    for (let i = 0; i < Math.min(jams, 40); i++) log.error(jamCodes[this.#source], this.#source);
    this.#retries += this.#random.negativeBinomial((sheets * this.#quality * worse) / sheetsPerRetry, retrySize);
  }

  report(draft: Draft): void {
    const part = this.#part;
    if (part === undefined) return;
    draft.parts.push({ ...part.toPart(), lifePages: measured(part.plan.nominal) });
    if (this.#spec.countsRetries) addSensor(draft, feedRetriesOf(this.#source), 'count', this.#retries);
  }

  unfinished(): readonly TruthEvent[] {
    return [
      ...(this.#part?.unfinished() ?? []),
      ...(this.#drift === undefined ? [] : [this.#toTruth(this.#drift, null)]),
    ];
  }

  reset(): void {
    this.#retries = 0;
    this.#part?.reset();
  }

  /** How many times as many jams the paper of these days makes. */
  #paper(day: Day): number {
    const { world, seed, index } = this.#spec;
    if (!world.ownWear) return 1;
    const spell = Math.floor(day / paperDays);
    if (spell !== this.#spell.number) {
      const random = new Random(seed, index, 'paper', this.#source, spell);
      this.#spell = { number: spell, factor: random.is(1 / 15) ? random.between(1.5, 4) : 1 };
    }
    return this.#spell.factor;
  }

  #wear({ day }: DayUse, sheets: number, log: DayLog): void {
    const part = this.#part;
    if (part === undefined) return;
    const wasSound = part.failed === null;
    const replaced = part.step(day, sheets, sheets, log);
    if (replaced) {
      if (this.#drift !== undefined) log.truth(this.#toTruth(this.#drift, day));
      this.#drift = undefined;
    } else if (wasSound && part.failed !== null) {
      const random = this.#random;
      this.#drift = { from: day, ...this.#spec.wear.drift(random) };
      // Users bear it for a while: two to nine weeks.
      if (!log.visits.isServed) part.visitOn(visitAfter(day + 15, random, 45), log);
    }
  }

  #toTruth({ from, shape, factor }: Drift & { readonly from: Day }, replaced: number | null): TruthEvent {
    return {
      kind: 'roller',
      serial: this.#spec.serial,
      source: this.#source,
      driftFrom: toDate(from),
      shape,
      factor: Math.round(factor * 10) / 10,
      replaced: replaced === null ? null : toDate(replaced),
    };
  }
}
