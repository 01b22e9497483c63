import type { breakCauses } from '@platen/contract/constants';
import type { Increment } from '../history/increment.ts';
import type { Estimate } from '../judge/judgement.ts';
import type { UsageCalibration } from '../usage/calibration.ts';
import { dayMs, leastPages, MeterPast, type TimedValue } from './suspicious-rise.ts';

export type BreakCause = (typeof breakCauses)[number];

/** One reading of one meter. */
export interface MeterPoint extends TimedValue {
  /** It is 0 while another meter of the same report went on (LG-12). */
  readonly isZeroAlone?: boolean;
}

/** What a person or a visit stated of the break whose first reading lies in this time, ends included. */
export interface StatedCause {
  readonly from: number;
  readonly to: number;
  readonly cause: BreakCause;
}

export interface ContinueOptions {
  /** Of several for one break the last one counts. */
  readonly causes?: readonly StatedCause[];
  /** Readings that people excluded, ends included. */
  readonly excluded?: readonly { readonly from: number; readonly to: number }[];
  /** What the model prints a minute; 80 where not known. */
  readonly perMinute?: number;
  readonly calibration?: UsageCalibration;
}

/** `stated`: by a cause or a correction; `recognised`: misread that healed (LG-11); `zero`: LG-12. */
export type Exclusion = 'stated' | 'recognised' | 'zero';

export interface MeterRow extends TimedValue {
  readonly state: 'good' | 'afterBreak' | 'suspicious' | 'excluded';
  readonly exclusion?: Exclusion;
  /** Raw value plus the offset of its epoch; null: not billed. */
  readonly billed: number | null;
  /** Since the reading before that counts; 0 at a break. */
  readonly rise: number;
  /** Sum of all rises; never falls, over exchanged devices too. */
  readonly used: number;
  /** Index in `epochs`. */
  readonly epoch: number;
}

export interface MeterBreak {
  readonly kind: 'fell' | 'leapt';
  readonly before: TimedValue;
  readonly after: TimedValue;
  /** Null: not yet known. */
  readonly cause: BreakCause | null;
  /** The reading that showed a misread (LG-11). */
  readonly healed?: TimedValue;
  /** Usual use in that time (LG-13). */
  readonly usual?: Estimate;
}

export interface Epoch {
  /** Instant of its first reading. */
  readonly from: number;
  readonly offset: number;
  /** Null: of the first epoch, and of one whose cause is not known. */
  readonly cause: BreakCause | null;
  /** Its readings are not billed until the cause is known (LG-08). */
  readonly isProvisional: boolean;
}

export interface MeterRun {
  /** Ascending; at most one an instant. */
  readonly rows: readonly MeterRow[];
  readonly breaks: readonly MeterBreak[];
  readonly epochs: readonly Epoch[];
  /** Rises by UTC day, as forecasts take them. */
  readonly daily: readonly Increment[];
  readonly past: MeterPast;
}

/** Within this many readings and days a counter is back at its value before (LG-11). */
const healing = { readings: 10, ms: 7 * dayMs };
/** Most that is left of a leap after a fall that shows it to be a misread. */
const spikeRest = 0.1;

/**
 * Continues a meter over falls, leaps and misreads (LG-07 to LG-13): what is billed never falls, and nothing
 * is billed that only a break added until somebody states its cause. Pure; the order of the points does not
 * matter, repeated ones change nothing, of two at one instant the greater counts.
 */
export function continueMeter(points: readonly MeterPoint[], options: ContinueOptions = {}): MeterRun {
  const sorted = inOrder(points);
  const spikes = new Set<number>();
  for (;;) {
    const continuation = new Continuation(sorted, options, spikes);
    const run = continuation.run();
    // What a later reading shows to be a misread changes all that was decided since.
    if (continuation.spike.length === 0) return run;
    for (const at of continuation.spike) spikes.add(at);
  }
}

class Continuation {
  readonly #rows: MeterRow[] = [];
  readonly #breaks: MeterBreak[] = [];
  readonly #epochs: Epoch[] = [];
  readonly #points: readonly MeterPoint[];
  readonly #options: ContinueOptions;
  readonly #past: MeterPast;
  /** Instants of high readings that later ones showed to be misread. */
  readonly #spikes: ReadonlySet<number>;
  /** Instants of further ones, found by this pass, which then ended. */
  spike: readonly number[] = [];
  /** The last reading that counts. */
  #anchor: MeterPoint | undefined;
  #used = 0;
  #offset = 0;
  /** Set by the first break of unknown cause. */
  #open: 'afterBreak' | 'suspicious' | undefined;

  constructor(points: readonly MeterPoint[], options: ContinueOptions, spikes: ReadonlySet<number>) {
    this.#points = points;
    this.#spikes = spikes;
    this.#options = options;
    this.#past = new MeterPast(options.perMinute, options.calibration);
  }

  run(): MeterRun {
    for (let index = 0; index < this.#points.length && this.spike.length === 0; index++) {
      const point = this.#points[index];
      if (point === undefined) break;
      index = this.#take(point, index);
    }
    return {
      rows: this.#rows,
      breaks: this.#breaks,
      epochs: this.#epochs,
      daily: this.#past.daily,
      past: this.#past,
    };
  }

  /** Takes the reading at `index`; returns the index of the last one that is settled. */
  #take(point: MeterPoint, index: number): number {
    const { excluded = [] } = this.#options;
    if (excluded.some(({ from, to }) => point.at >= from && point.at <= to)) return this.#exclude(index, 'stated');
    if (this.#spikes.has(point.at)) return this.#exclude(index, 'recognised');
    const anchor = this.#anchor;
    if (anchor === undefined) {
      this.#epochs.push({ from: point.at, offset: 0, cause: null, isProvisional: false });
      return this.#accept(point, 0, index);
    }
    const cause = this.#causeOf(point);
    if (point.isZeroAlone === true && anchor.value > 0 && cause === undefined) return this.#exclude(index, 'zero');
    const suspicion = point.value < anchor.value ? undefined : this.#past.findSuspicion(anchor, point);
    if (point.value >= anchor.value && suspicion === undefined) {
      this.#past.add(anchor, point);
      return this.#accept(point, point.value - anchor.value, index);
    }
    return this.#takeBreak(point, index, { anchor, cause, suspicion: suspicion ?? undefined });
  }

  #takeBreak(
    point: MeterPoint,
    index: number,
    {
      anchor,
      cause,
      suspicion,
    }: { anchor: MeterPoint; cause: BreakCause | undefined; suspicion: Estimate | undefined },
  ): number {
    const kind = point.value < anchor.value ? 'fell' : 'leapt';
    const found = {
      kind,
      before: toTimed(anchor),
      after: toTimed(point),
      ...(suspicion && { usual: suspicion }),
    } as const;
    if (cause === 'printed' && kind === 'leapt') {
      this.#breaks.push({ ...found, cause });
      this.#past.add(anchor, point);
      return this.#accept(point, point.value - anchor.value, index);
    }
    if (cause === 'misread') {
      this.#breaks.push({ ...found, cause });
      const back = this.#points.findIndex((one, at) => at > index && isBack(one, point, anchor));
      return this.#exclude(back === -1 ? this.#points.length - 1 : back - 1, 'stated', index);
    }
    const healed = cause === undefined ? this.#findHealing(point, index, anchor) : undefined;
    if (healed !== undefined) {
      this.#breaks.push({ ...found, cause: null, healed: toTimed(healed.by) });
      return this.#exclude(healed.index - 1, 'recognised', index);
    }
    this.spike = kind === 'fell' && cause === undefined ? this.#findSpike(point) : [];
    if (this.spike.length > 0) return index;
    this.#breaks.push({ ...found, cause: cause ?? null });
    this.#beginEpoch(point, anchor, cause);
    if (cause === undefined || cause === 'printed') this.#open ??= kind === 'fell' ? 'afterBreak' : 'suspicious';
    return this.#accept(point, 0, index);
  }

  /** The gap adds nothing by itself; an exchanged device counts by its own counter (LG-09). */
  #beginEpoch(point: MeterPoint, anchor: MeterPoint, cause: BreakCause | undefined): void {
    this.#offset = cause === 'deviceExchanged' ? 0 : anchor.value + this.#offset - point.value;
    const isKnown = cause !== undefined && cause !== 'printed';
    const isProvisional = !isKnown || this.#open !== undefined;
    this.#epochs.push({ from: point.at, offset: this.#offset, cause: isKnown ? cause : null, isProvisional });
  }

  #accept(point: MeterPoint, rise: number, index: number): number {
    this.#used += rise;
    this.#anchor = point;
    // Field by field: a spread takes most of the time of a long run.
    this.#rows.push({
      at: point.at,
      value: point.value,
      state: this.#open ?? 'good',
      billed: this.#open === undefined ? point.value + this.#offset : null,
      rise,
      used: this.#used,
      epoch: this.#epochs.length - 1,
    });
    return index;
  }

  #exclude(last: number, exclusion: Exclusion, first = last): number {
    for (const point of this.#points.slice(first, last + 1))
      this.#rows.push({
        ...toTimed(point),
        state: 'excluded',
        exclusion,
        billed: null,
        rise: 0,
        used: this.#used,
        epoch: Math.max(0, this.#epochs.length - 1),
      });
    return last;
  }

  #causeOf({ at }: TimedValue): BreakCause | undefined {
    return this.#options.causes?.findLast(({ from, to }) => at >= from && at <= to)?.cause;
  }

  #findHealing(point: MeterPoint, index: number, anchor: MeterPoint) {
    for (let at = index + 1; at < this.#points.length && at < index + healing.readings; at++) {
      const by = this.#points[at];
      if (by === undefined || by.at - anchor.at > healing.ms) return undefined;
      // A counter that somebody explained in between did not heal.
      if (this.#causeOf(by) !== undefined) return undefined;
      if (isBack(by, point, anchor) && this.#past.findSuspicion(anchor, by) === undefined) return { by, index: at };
    }
    return undefined;
  }

  /**
   * The readings before a fall that were misread, if it takes away nearly all of a leap of the last readings:
   * too small a leap to be suspicious when it came. Empty: none were.
   */
  #findSpike(point: MeterPoint): readonly number[] {
    const counted = this.#rows.filter(({ state }) => state !== 'excluded').slice(-healing.readings);
    for (let last = counted.length - 1; last > 0; last--) {
      const [before, high] = [counted[last - 1], counted[last]];
      if (before === undefined || high === undefined || point.at - before.at > healing.ms) return [];
      const leap = high.value - before.value;
      const rest = point.value - before.value;
      if (leap > leastPages && rest >= 0 && rest <= spikeRest * leap && this.#causeOf(high) === undefined)
        return counted.slice(last).map(({ at }) => at);
    }
    return [];
  }
}

/** Whether a reading lies again where the meter had been: above the value before a fall, below a leap. */
const isBack = (one: TimedValue, broken: TimedValue, before: TimedValue): boolean =>
  one.value >= before.value && (broken.value < before.value || one.value < broken.value);

const toTimed = ({ at, value }: TimedValue): TimedValue => ({ at, value });

function inOrder(points: readonly MeterPoint[]): readonly MeterPoint[] {
  const sorted = points
    .filter(({ at, value }) => Number.isFinite(at) && Number.isFinite(value) && value >= 0)
    .toSorted((a, b) => a.at - b.at || a.value - b.value);
  return sorted.filter(({ at }, index) => sorted[index + 1]?.at !== at);
}
