import type { Day } from '@platen/diagnosis/history/day-reading';
import { toDate } from './calendar.ts';
import { type DayLog, measured, type Part, visitAfter } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import type { Law } from './physics.ts';
import { Random } from './random.ts';
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
  /** Days until somebody comes, at most. */
  readonly patience: number;
}

/** How many times shorter a piece of a bad lot lasts. */
const shorter = 1.5;
/** 2026-03-01: counters of a world in which they fall do so within the 200 days from here on. */
const fallsFrom = 20_513;

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
  #life: number;
  #planned: number;
  #visit: Day | null = null;
  #reportedOn: Day | null = null;
  /** What a board that was exchanged does not know of. */
  #forgotten = { used: 0, pages: 0 };
  /** Wear at which this piece fails out of the blue, and at which its counter is reset; Infinity: never. */
  #suddenAt = Number.POSITIVE_INFINITY;
  #resetAt = Number.POSITIVE_INFINITY;
  /** Draws of the world: where it is the usual one nothing depends on them. */
  readonly #odds: Random;
  readonly #fallsOn: Day;

  constructor(spec: DeviceSpec, plan: WornPartPlan) {
    this.#spec = spec;
    this.plan = plan;
    this.random = new Random(spec.seed, spec.index, 'part', plan.code);
    this.#odds = new Random(spec.seed, spec.index, 'world', plan.code);
    this.#fallsOn = spec.index % 3 === 0 ? fallsFrom + new Random(spec.seed, spec.index, 'falls').whole(0, 200) : -1;
    this.installed = spec.setUp;
    this.#life = this.#drawLife();
    this.#planned = this.#drawPlanned();
  }

  /** Wear as a share of the hidden life. */
  get consumed(): number {
    return this.used / this.#life;
  }

  /**
   * What its sensor shows of its life: wear as a share of the hidden life, or of the mean of all where
   * sensors know nothing of the piece.
   */
  get shown(): number {
    const { law } = this.plan;
    return this.#spec.world.sensorsFollowUse && law !== undefined ? this.used / law.scale : this.consumed;
  }

  /** Whether the device reports that it failed. */
  get isLogged(): boolean {
    return this.#spec.world.logsFailures;
  }

  /** The day that a new piece was put in, where the device reports it; null for the first one. */
  get reportedReplacement(): Day | null {
    return this.#reportedOn;
  }

  /** Wear and pages of this piece as far as the board counted them. */
  get counted(): { readonly used: number; readonly pages: number } {
    return {
      used: Math.max(0, this.used - this.#forgotten.used),
      pages: Math.max(0, this.pages - this.#forgotten.pages),
    };
  }

  /**
   * Adds a day's wear. `isOver` says whether it has failed, where that is more than the end of its life.
   * True: it was replaced today.
   */
  step(
    day: Day,
    amount: number,
    pages: number,
    log: DayLog,
    isOver = this.consumed + amount / this.#life >= 1,
  ): boolean {
    this.used += amount;
    this.pages += pages;
    const { failure, failsLoudAfter = 0, patience, law } = this.plan;
    this.#mistreatCounter(day);
    if (this.failed === null && law !== undefined && (isOver || this.used >= this.#suddenAt)) {
      this.failed = day;
      this.#visit = visitAfter(day + failsLoudAfter, this.random, patience);
    }
    if (this.failed !== null) this.failedFor = day - this.failed;
    if (this.failed === null && this.#visit === null && this.used >= this.#planned)
      this.#visit = visitAfter(day, this.random, 21);
    if (
      this.failed !== null &&
      failure !== undefined &&
      this.#spec.world.logsFailures &&
      pages > 0 &&
      this.failedFor >= failsLoudAfter &&
      this.failedFor % 2 === 0
    )
      log.error(failure);
    if (this.#visit === null || day < this.#visit) return false;
    log.truth(this.#toTruth(day));
    const isNotReset = this.#odds.is(this.#spec.world.counterNotReset);
    const { used: counted, pages: countedPages } = this.counted;
    this.used = 0;
    this.pages = 0;
    this.#forgotten = isNotReset ? { used: -counted, pages: -countedPages } : { used: 0, pages: 0 };
    this.installed = day;
    this.failed = null;
    this.failedFor = 0;
    this.#visit = null;
    if (!isNotReset) this.#reportedOn = this.#spec.reportsReplacements ? day : null;
    this.#life = this.#drawLife();
    this.#planned = this.#drawPlanned();
    return true;
  }

  /** Somebody comes on this day instead. */
  visitOn(day: Day): void {
    this.#visit = day;
  }

  /** The board that counts was exchanged. */
  reset(): void {
    this.#forgotten = { used: this.used, pages: this.pages };
  }

  unfinished(): TruthEvent[] {
    return [this.#toTruth(null)];
  }

  /** Its entry in a report, as far as all parts have one. */
  toPart(): Part {
    return {
      partsCode: this.plan.code,
      ...(this.#reportedOn === null ? {} : { replacedAt: `${toDate(this.#reportedOn)}T12:00:00.000Z` }),
      pages: measured(this.counted.pages),
    };
  }

  #toTruth(replaced: Day | null): TruthEvent {
    return {
      kind: 'part',
      serial: this.#spec.serial,
      family: this.#spec.family.code,
      part: this.plan.code,
      installed: toDate(this.installed),
      failed: this.failed === null ? null : toDate(this.failed),
      replaced: replaced === null ? null : toDate(replaced),
      preventive: replaced !== null && this.failed === null,
    };
  }

  /** What people and boards do to the counter while the piece wears on. */
  #mistreatCounter(day: Day): void {
    if (this.used >= this.#resetAt) {
      this.#forgotten = { used: this.used, pages: this.pages };
      this.#resetAt = Number.POSITIVE_INFINITY;
      if (this.#spec.reportsReplacements) this.#reportedOn = day;
    }
    const { counterFalls } = this.#spec.world;
    if (counterFalls === 0 || day !== this.#fallsOn || day <= this.installed) return;
    const share = Math.min(1, counterFalls / (day - this.installed));
    const { used, pages } = this.counted;
    this.#forgotten = {
      used: this.#forgotten.used + share * used,
      pages: this.#forgotten.pages + Math.round(share * pages),
    };
  }

  #drawLife(): number {
    const { law } = this.plan;
    if (law === undefined) return Number.POSITIVE_INFINITY;
    const usual = this.random.weibull(law.shape, law.scale);
    const { lifeSpread, shortLot, badLotFrom, sudden, resetAlone } = this.#spec.world;
    const odds = this.#odds;
    const spread = odds.factor(lifeSpread);
    const isShort = odds.is(shortLot) || (badLotFrom !== null && this.installed >= badLotFrom);
    const life = (usual * spread) / (isShort ? shorter : 1);
    this.#suddenAt = odds.is(sudden) ? life * odds.between(0.05, 1) : Number.POSITIVE_INFINITY;
    this.#resetAt = odds.is(resetAlone) ? life * odds.between(0.1, 0.9) : Number.POSITIVE_INFINITY;
    return life;
  }

  /** Under a plan near the named life; else only what never fails is replaced, when it is long overdue. */
  #drawPlanned(): number {
    const share = this.random.between(0.86, 1);
    const { customer, world } = this.#spec;
    if (customer.preventive && !(world.runsToFailure && this.plan.law !== undefined)) return this.plan.nominal * share;
    return this.plan.law === undefined ? this.plan.nominal * share * 1.3 : Number.POSITIVE_INFINITY;
  }
}
