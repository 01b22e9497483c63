import { type Day, toCalendarDay } from './calendar.ts';
import type { DeviceSpec } from './device-spec.ts';
import { toActivity } from './offices.ts';
import { Random } from './random.ts';

/**
 * What a device did on one day. Pages are impressions; `sheets` by paper source in the order of the device's
 * sources.
 */
export interface DayUse {
  readonly day: Day;
  readonly black: number;
  readonly color: number;
  readonly pages: number;
  readonly sheets: readonly number[];
  readonly duplexSheets: number;
  readonly scanSmall: number;
  readonly scanLarge: number;
  readonly jobs: number;
  /** How much darker than usual the day's pages were. */
  readonly shade: number;
}

/**
 * The work that an office gives a device: rhythm of the office, a level that wanders slowly and at times
 * leaps, and chance of the day.
 */
export class Usage {
  readonly #spec: DeviceSpec;
  readonly #random: Random;
  #level = 1;
  #drift = 0;

  constructor(spec: DeviceSpec) {
    this.#spec = spec;
    this.#random = new Random(spec.seed, spec.index, 'usage');
  }

  step(day: Day, idle: boolean): DayUse {
    const { customer, pagesPerDay, colorShare, pagesPerJob, duplexShare, scansPerPage, largeShare, sources } =
      this.#spec;
    const random = this.#random;
    this.#drift = 0.992 * this.#drift + 0.018 * random.normal();
    if (random.is(0.0008)) this.#level = Math.min(2, Math.max(0.4, this.#level * random.between(0.6, 1.5)));
    const activity = toActivity(customer.kind, customer.country, toCalendarDay(day));
    const mean = pagesPerDay * this.#level * Math.exp(this.#drift) * activity;
    const luck = random.gamma(9) / 9;
    const split = Math.min(0.95, Math.max(0, colorShare * (0.75 + 0.5 * random.next())));
    const shade = 0.85 + 0.3 * random.next();
    const pages = idle ? 0 : Math.round(mean * luck);
    const color = Math.round(pages * split);
    const duplexSheets = Math.floor((pages * duplexShare) / 2);
    const paper = pages - duplexSheets;
    const scans = Math.round(pages * scansPerPage);
    const scanLarge = Math.round(scans * largeShare);
    let rest = paper;
    const sheets = sources.map(({ source, share }) => {
      if (source === 'ADF') return Math.round(scans * share);
      const taken = Math.min(rest, Math.round(paper * share));
      rest -= taken;
      return taken;
    });
    // What rounding left over comes from the first cassette.
    sheets[0] = (sheets[0] ?? 0) + rest;
    return {
      day,
      pages,
      color,
      black: pages - color,
      sheets,
      duplexSheets,
      scanLarge,
      scanSmall: scans - scanLarge,
      jobs: Math.ceil(pages / pagesPerJob),
      shade,
    };
  }
}
