import type { Day } from '../history/day-reading.ts';
import { Increment } from '../history/increment.ts';
import type { Estimate } from '../judge/judgement.ts';
import { defaultCalibration, type UsageCalibration } from '../usage/calibration.ts';
import { forecastUsage, neededReadings, type UsageForecast } from '../usage/forecast-usage.ts';

export const dayMs = 86_400_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Pages a minute of a model of which nothing else is known (LG-13). */
export const usualPerMinute = 80;
/** A rise is suspicious only where it differs by more than this from the middle of the forecast (LG-13). */
const leastShare = 0.6;
export const leastPages = 500;
/**
 * Up to twice what was printed on a day of the last eight weeks is usual whatever the forecast says: its
 * range is that of weeks, single days vary far more.
 */
const usualDays = { remembered: 56, times: 2 };
/** From the range that holds 80 of 100 to the one that holds 99: 2.576 over 1.282 deviations. */
const widening = 2.01;
/** A reading in the last six hours of a day covers the whole day. */
const endOfDay = 6 * hourMs;

export interface TimedValue {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly value: number;
}

export const dayOf = (at: number): Day => Math.floor(at / dayMs);

/** What a meter rose by, day by day, as far as its readings were accepted; decides what is suspicious. */
export class MeterPast {
  readonly #daily: Increment[] = [];
  readonly #forecasts = new Map<Day, UsageForecast | undefined>();
  readonly #perMinute: number;
  readonly #calibration: UsageCalibration;

  constructor(perMinute = usualPerMinute, calibration = defaultCalibration) {
    this.#perMinute = perMinute;
    this.#calibration = calibration;
  }

  /** By day of the later reading; `span` in whole days, at least 1. */
  get daily(): readonly Increment[] {
    return this.#daily;
  }

  add(from: TimedValue, to: TimedValue): void {
    const day = dayOf(to.at);
    const rise = to.value - from.value;
    const last = this.#daily.at(-1);
    if (last?.day === day) this.#daily[this.#daily.length - 1] = new Increment(day, last.span, last.value + rise);
    else this.#daily.push(new Increment(day, Math.max(1, day - dayOf(from.at)), rise));
    // A forecast rests on the days before the one it is for.
    this.#forecasts.delete(day);
  }

  /**
   * The usual use of the time of a suspicious rise, with its 80 % range; `null` where only the speed of the
   * model speaks against it; undefined: the rise is plausible (LG-13).
   */
  findSuspicion(from: TimedValue, to: TimedValue): Estimate | null | undefined {
    const rise = to.value - from.value;
    const isTooFast = rise > this.#perMinute * ((to.at - from.at) / minuteMs + 1);
    if (!isTooFast && rise <= leastPages) return undefined;
    const last = dayOf(to.at);
    const first = Math.min(last, dayOf(from.at + endOfDay));
    const days = last - first + 1;
    const known = this.#daily.at(-1);
    const before = known?.day === first && first === dayOf(from.at) ? known.value : 0;
    // Asked before the forecast, which takes a thousand times as long: nearly every rise ends here.
    if (!isTooFast && (rise + before) / days <= usualDays.times * this.#greatest(last)) return undefined;
    const usual = this.#forecast(first - 1)?.cumulative(days);
    if (isTooFast) return usual ?? null;
    if (usual === undefined) return undefined;
    const isFarOff = rise + before - usual.value > Math.max(leastPages, leastShare * usual.value);
    return isFarOff && rise + before > toWideUpper(usual) ? usual : undefined;
  }

  /** Use within `days` days from the end of `today`; undefined where too little is known. */
  forecast(today: Day, days: number): Estimate | undefined {
    return this.#forecast(today)?.cumulative(days);
  }

  #forecast(today: Day): UsageForecast | undefined {
    if (this.#daily.length + 1 < neededReadings) return undefined;
    if (!this.#forecasts.has(today)) this.#forecasts.set(today, forecastUsage(this.#daily, today, this.#calibration));
    return this.#forecasts.get(today);
  }

  /** Most pages of a day in the last eight weeks. */
  #greatest(until: Day): number {
    let greatest = 0;
    for (let index = this.#daily.length - 1; index >= 0; index--) {
      const one = this.#daily[index];
      if (one === undefined || one.day < until - usualDays.remembered) break;
      if (one.day < until) greatest = Math.max(greatest, one.value / one.span);
    }
    return greatest;
  }
}

/** Upper end of the range that holds 99 of 100. */
const toWideUpper = ({ value, upper }: Estimate): number => (value <= 0 ? upper : value * (upper / value) ** widening);
