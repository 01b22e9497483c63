import { type Day, toDate } from './calendar.ts';
import { type DayLog, measured, type Part, visitAfter } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { PartCounter } from './part-counter.ts';
import type { Law } from './physics.ts';
import { drawPiece, type Piece } from './piece.ts';
import { Random } from './random.ts';
import { SensorView } from './sensor-view.ts';
import type { TruthEvent } from './truth.ts';

export interface WornPartPlan {
  readonly code: string;
  /**
   * Hidden lives, in whatever `wear` is counted in. Undefined: it never fails, the plan alone has it
   * replaced.
   */
  readonly law?: Law;
  /** The life that the maker names, in the same unit. */
  readonly nominal: number;
  /** Error that the device logs while it has failed. */
  readonly failure?: string;
  /** Days of work from the end of its life until it is so bad that the device calls. */
  readonly failsLoudAfter?: number;
  /** Its failure may stop the machine, or jam it. */
  readonly disturbs?: boolean;
  /** Days until somebody comes, at most. */
  readonly patience: number;
}

/** A piece that jams does so from this share of its life on, once in this number of pages. */
const jamsFrom = 0.97;
const pagesPerJam = 500;
const jamCodes = ['E010', 'E020', 'E280'] as const;

/** Whether a part is worn out at a share of its life, to which a day adds another. */
type IsWornOut = (consumed: number, added: number) => boolean;
const isLifeOver: IsWornOut = (consumed, added) => consumed + added >= 1;

interface SparedPiece {
  readonly piece: Piece;
  readonly installed: Day;
  used: number;
}

/** A part with a hidden life: it wears, fails or is replaced by plan, and the next one takes its place. */
export class WornPart {
  readonly plan: WornPartPlan;
  /** Wear of this piece, and the pages printed with it. */
  used = 0;
  pages = 0;
  installed: Day;
  failed: Day | null = null;
  /** Days since it failed; 0 while it has not. */
  failedFor = 0;
  readonly random: Random;
  readonly #spec: DeviceSpec;
  readonly #counter: PartCounter;
  readonly #view: SensorView;
  #piece: Piece;
  #today: Day;
  #visit: Day | null = null;
  #reportedOn: Day | null = null;
  #isReset = false;
  #isSudden = false;
  /** Draws of the world: where it is the usual one nothing depends on them. */
  readonly #odds: Random;
  /** Pieces that were replaced before they failed, as if they were used on. */
  #spared: SparedPiece[] = [];

  constructor(spec: DeviceSpec, plan: WornPartPlan) {
    this.#spec = spec;
    this.plan = plan;
    this.random = new Random(spec.seed, spec.index, 'part', plan.code);
    this.#odds = new Random(spec.seed, spec.index, 'world', plan.code);
    this.#counter = new PartCounter(spec);
    this.#view = new SensorView(spec, plan.code);
    this.installed = spec.setUp;
    this.#today = spec.setUp;
    this.#piece = drawPiece(spec, plan, spec.setUp, this.random, this.#odds);
  }

  /** Wear as a share of the hidden life. */
  get consumed(): number {
    return this.used / this.#piece.life;
  }

  /** The share of its life that its sensor shows. */
  get shown(): number {
    const { law } = this.plan;
    return this.#view.show(this.consumed, law === undefined ? 0 : this.used / law.scale);
  }

  /** What its sensor is off today, in standard deviations of its usual noise. */
  scatter(noise: Random): number {
    return this.#view.scatter(this.#today, noise);
  }

  /** Whether the device says that it failed. */
  get isLogged(): boolean {
    return this.#piece.isLogged;
  }

  /** Wear and pages of this piece as far as the board counted them. */
  get counted(): { readonly used: number; readonly pages: number } {
    return this.#counter.count(this);
  }

  /**
   * Adds a day's wear. `isWornOut` says of a share of its life, and what the day adds to it, whether it has
   * failed, where that is more than the end of its life. True: it was replaced today.
   */
  step(day: Day, amount: number, pages: number, log: DayLog, isWornOut: IsWornOut = isLifeOver): boolean {
    this.#wearSpared(day, amount, log, isWornOut);
    const isOver = isWornOut(this.consumed, amount / this.#piece.life);
    this.#today = day;
    this.used += amount;
    this.pages += pages;
    this.#mistreatCounter(day);
    if (this.failed === null && this.plan.law !== undefined && (isOver || this.used >= this.#piece.suddenAt))
      this.#fail(day, !isOver, log);
    if (this.failed !== null) this.failedFor = day - this.failed;
    // It stands still until the service people come.
    if (this.failed !== null && this.#stops && log.visits.isServed) log.visits.stop(day + 2);
    if (this.failed === null && this.#visit === null && this.used >= this.#piece.plannedAt) {
      this.#visit = visitAfter(day, this.random, 21);
      log.visits.announce(this.#visit);
    }
    this.#disturb(pages, log);
    if ((this.#visit !== null && day >= this.#visit) || log.visits.isPutIn(this.plan.code))
      this.#replace(day, this.failed === null ? 'planned' : 'failed', log);
    else if (this.failed === null && this.used >= this.#piece.alongFrom && log.visits.isOn(day))
      this.#replace(day, 'along', log);
    else return false;
    return true;
  }

  /** Somebody comes on this day instead. */
  visitOn(day: Day, log: DayLog): void {
    this.#visit = day;
    log.visits.announce(day);
  }

  /** The board that counts was exchanged. */
  reset(): void {
    this.#counter.reset(this);
  }

  unfinished(): TruthEvent[] {
    return [this.#toTruth(null, null)];
  }

  /** Its entry in a report, as far as all parts have one. */
  toPart(): Part {
    return {
      partsCode: this.plan.code,
      ...(this.#reportedOn === null ? {} : { replacedAt: `${toDate(this.#reportedOn)}T12:00:00.000Z` }),
      pages: measured(this.counted.pages),
    };
  }

  #fail(day: Day, isSudden: boolean, log: DayLog): void {
    const { failsLoudAfter = 0, patience, code } = this.plan;
    this.failed = day;
    this.#isSudden = isSudden;
    log.visits.fail({ item: code, stops: this.#stops });
    this.#visit = null;
    if (log.visits.isServed) return;
    this.#visit = visitAfter(day + failsLoudAfter, this.random, patience);
    if (patience > 0) log.visits.announce(this.#visit);
    if (this.#stops) log.visits.stop(this.#visit);
  }

  get #stops(): boolean {
    return this.plan.disturbs === true && this.#piece.stops;
  }

  /** What a piece that fails does to the machine: its code every other day, and jams. */
  #disturb(pages: number, log: DayLog): void {
    const { failure, failsLoudAfter = 0, disturbs } = this.plan;
    const { isLogged, jams, life } = this.#piece;
    const isCalling = this.failed !== null && this.failedFor >= failsLoudAfter && this.failedFor % 2 === 0;
    if (failure !== undefined && isLogged && pages > 0 && isCalling) log.error(failure);
    if (disturbs !== true || !jams || (this.failed === null && this.used < jamsFrom * life)) return;
    for (let count = this.#odds.poisson(pages / pagesPerJam); count > 0; count--) log.error(this.#odds.pick(jamCodes));
  }

  /** What was replaced before it failed would have failed some day: no report knows, the truth does. */
  #wearSpared(day: Day, amount: number, log: DayLog, isWornOut: IsWornOut): void {
    this.#spared = this.#spared.filter((spared) => {
      const { piece, installed } = spared;
      const isOver = isWornOut(spared.used / piece.life, amount / piece.life);
      spared.used += amount;
      if (!isOver && spared.used < piece.suddenAt) return true;
      const { serial } = this.#spec;
      const part = this.plan.code;
      log.truth({ kind: 'spared', serial, part, installed: toDate(installed), failed: toDate(day), sudden: !isOver });
      return false;
    });
  }

  #replace(day: Day, why: 'failed' | 'planned' | 'along', log: DayLog): void {
    if (this.failed === null && this.plan.law !== undefined)
      this.#spared.push({ piece: this.#piece, installed: this.installed, used: this.used });
    const isNotReset = this.#odds.is(this.#spec.world.counterNotReset);
    this.#isReset = !isNotReset;
    log.truth(this.#toTruth(day, why));
    log.visits.replace(this.plan.code);
    log.visits.note(why === 'failed' ? 'failure' : 'plan');
    if (isNotReset) this.#counter.goOn(this);
    else this.#counter.reset({ used: 0, pages: 0 });
    this.used = 0;
    this.pages = 0;
    this.installed = day;
    this.failed = null;
    this.failedFor = 0;
    this.#visit = null;
    if (!isNotReset) this.#reportedOn = this.#spec.reportsReplacements ? day : null;
    this.#piece = drawPiece(this.#spec, this.plan, day, this.random, this.#odds);
  }

  #toTruth(replaced: Day | null, why: 'failed' | 'planned' | 'along' | null): TruthEvent {
    const { failed, plan } = this;
    return {
      kind: 'part',
      serial: this.#spec.serial,
      family: this.#spec.family.code,
      part: plan.code,
      installed: toDate(this.installed),
      failed: failed === null ? null : toDate(failed),
      replaced: replaced === null ? null : toDate(replaced),
      preventive: replaced !== null && failed === null,
      why,
      sudden: failed !== null && this.#isSudden,
      stopped: failed !== null && this.#stops,
      code: failed !== null && this.#piece.isLogged ? (plan.failure ?? null) : null,
      counterReset: replaced !== null && this.#isReset,
      reported: replaced !== null && this.#isReset && this.#spec.reportsReplacements,
    };
  }

  /** What people and boards do to the counter while the piece wears on. */
  #mistreatCounter(day: Day): void {
    if (this.used >= this.#piece.resetAt) {
      this.#counter.reset(this);
      this.#piece = { ...this.#piece, resetAt: Number.POSITIVE_INFINITY };
      if (this.#spec.reportsReplacements) this.#reportedOn = day;
    }
    this.#counter.shift(day, this.installed, this);
  }
}
