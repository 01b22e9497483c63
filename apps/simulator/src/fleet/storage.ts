import { type Day, toDate } from './calendar.ts';
import { type Component, type DayLog, type Draft, measured } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';

/** Share of the failing drives that fail without a warning. */
const silentShare = 0.3;
const attributes = ['5', '187', '188', '197', '198'] as const;
type Attribute = (typeof attributes)[number];
/**
 * Counts of drives that stay sound, made after 56,293 hard disks in service from 2013 to 2015: a clean one
 * gets its first bad sectors or timeouts about every 25 years; of those 45 % get more, mostly of the same
 * kind, at very different paces.
 */
const firstSpot = 0.00011;
const spottyShare = 0.45;
const spotPace = { median: 0.01, spread: 1.6, most: 0.25 };
const spotKinds: readonly (readonly [Attribute, number])[] = [
  ['188', 0.52],
  ['5', 0.7],
  ['197', 0.88],
  ['187', 1],
];
/** Worn out, an SSD fails after this many days. */
const wornOutDays = [20, 150] as const;
/** Events a day at the end of a drive that warns; 188 counts command timeouts, the others sectors. */
const pace: Readonly<Record<Attribute, number>> = { 5: 14, 187: 3, 188: 1, 197: 9, 198: 5 };

/** A drive at a SATA port, and those that take its place. */
export class Storage implements Component {
  readonly #spec: DeviceSpec;
  readonly #port: number;
  readonly #type: 'HDD' | 'SSD';
  readonly #random: Random;
  #installed: Day;
  #failsOn = 0;
  #warnsFrom = 0;
  #silent = false;
  #visit: Day | undefined;
  #smart: Record<string, number> = {};
  /** The first kind of count that rose, and how often a day one rises again. */
  #spot: { readonly attribute: Attribute; readonly pace: number } | undefined;
  #wear = 0;
  #wearPerPage = 0;
  #isWornOut = false;

  constructor(spec: DeviceSpec, port: number, type: 'HDD' | 'SSD') {
    this.#spec = spec;
    this.#port = port;
    this.#type = type;
    this.#random = new Random(spec.seed, spec.index, 'storage', port);
    this.#installed = spec.setUp;
    this.#renew(spec.setUp);
  }

  step({ day, pages }: DayUse, log: DayLog): void {
    const random = this.#random;
    this.#wear += pages * this.#wearPerPage;
    if (this.#wear >= 100 && !this.#isWornOut) this.#wearOut(day);
    this.#addSpots();
    if (day >= this.#warnsFrom && !this.#silent) {
      const near = (day - this.#warnsFrom + 1) / (this.#failsOn - this.#warnsFrom + 1);
      for (const attribute of attributes)
        this.#add(attribute, random.negativeBinomial(pace[attribute] * near ** 2, 0.4));
    }
    if (day === this.#failsOn) {
      log.truth({
        kind: 'storage',
        serial: this.#spec.serial,
        port: this.#port,
        failed: toDate(day),
        silent: this.#silent,
      });
      const { visits } = log;
      visits.fail({ item: this.#item, stops: true });
      this.#visit = visits.isServed ? Number.POSITIVE_INFINITY : day + random.whole(1, 5);
      if (!visits.isServed) visits.announce(this.#visit);
    }
    const isPutIn = log.visits.isPutIn(this.#item);
    if (this.#visit === undefined && !isPutIn) return;
    if (this.#visit !== undefined && pages > 0) log.error('F106');
    if (this.#visit !== undefined && log.visits.isServed) log.visits.stop(day + 2);
    if (this.#visit !== undefined && day < this.#visit && !isPutIn) return;
    log.visits.note(this.#visit === undefined ? 'plan' : 'failure');
    this.#visit = undefined;
    log.visits.replace(this.#item);
    this.#renew(day);
  }

  get #item(): string {
    return `storage.${this.#port}`;
  }

  report(draft: Draft, noise: Random): void {
    // A drive that has failed says nothing.
    if (this.#visit !== undefined) {
      draft.panel.push('F106');
      draft.states.add('serviceRequested');
      return;
    }
    draft.storage.push({
      sataPort: this.#port,
      type: this.#type,
      smart: { ...this.#smart },
      ...(noise.is(0.01) ? { selfTestRunning: true } : {}),
      ...(this.#type === 'SSD' ? { wearPercent: measured(Math.min(100, Math.floor(this.#wear))) } : {}),
    });
  }

  unfinished(): readonly TruthEvent[] {
    return [];
  }

  /** A few bad sectors are no failure. */
  #addSpots(): void {
    const random = this.#random;
    if (!random.is(this.#spot?.pace ?? firstSpot)) return;
    if (this.#spot === undefined) {
      const pace = random.is(spottyShare)
        ? Math.min(spotPace.most, spotPace.median * random.factor(spotPace.spread))
        : 0;
      this.#spot = { attribute: this.#drawKind(), pace };
    }
    const attribute = random.is(0.77) ? this.#spot.attribute : this.#drawKind();
    const count = 1 + random.negativeBinomial(4, 0.4);
    this.#add(attribute, count);
    if (attribute === '197' && random.is(0.35)) this.#add('198', count);
  }

  #drawKind(): Attribute {
    const place = this.#random.between(0, 1);
    return spotKinds.find(([, upTo]) => place < upTo)?.[0] ?? '5';
  }

  /**
   * Its cells do not hold for long any more: it fails in some weeks, with a warning, if it would not have
   * before.
   */
  #wearOut(day: Day): void {
    const [soonest, latest] = wornOutDays;
    const failsOn = day + this.#random.whole(soonest, latest);
    this.#isWornOut = true;
    if (failsOn >= this.#failsOn) return;
    this.#failsOn = failsOn;
    this.#silent = false;
    this.#warnsFrom = Math.max(day, failsOn - this.#random.whole(15, 60));
  }

  #add(attribute: Attribute, count: number): void {
    const before = this.#smart[attribute];
    if (before !== undefined) this.#smart[attribute] = before + count;
  }

  #renew(day: Day): void {
    const random = this.#random;
    this.#installed = day;
    this.#failsOn = this.#installed + Math.ceil(random.weibull(1.2, this.#type === 'HDD' ? 4600 : 7500));
    this.#silent = random.is(silentShare);
    this.#warnsFrom = this.#failsOn - random.whole(15, 60);
    this.#smart = Object.fromEntries(
      (this.#type === 'HDD' ? attributes : (['5', '187'] as const)).map((name) => [name, 0]),
    );
    this.#spot = undefined;
    this.#wear = 0;
    this.#isWornOut = false;
    // Built to last as long as the machine: worn out after some two million pages.
    this.#wearPerPage = 0.00005 * random.factor(0.4);
  }
}
