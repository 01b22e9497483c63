import type { MeterPoint } from './continue-meter.ts';

/** What a report counted, by meter; a meter that is not there was not reported. */
export interface MeterReport {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly values: ReadonlyMap<string, number>;
}

/**
 * The readings of each meter. A 0 is marked that stands alone: another meter of its report is above 0 and has
 * not fallen since the report before (LG-12). Reports ascend by time.
 */
export function toMeterPoints(reports: readonly MeterReport[]): Map<string, MeterPoint[]> {
  const points = new Map<string, MeterPoint[]>();
  const last = new Map<string, number>();
  for (const { at, values } of reports) {
    for (const [meter, value] of values) {
      const isZeroAlone =
        value === 0 &&
        (last.get(meter) ?? 0) > 0 &&
        [...values].some(([other, own]) => other !== meter && own > 0 && own >= (last.get(other) ?? 0));
      const known = points.get(meter) ?? [];
      points.set(meter, known);
      known.push(isZeroAlone ? { at, value, isZeroAlone } : { at, value });
    }
    // A 0 that stands alone says nothing of the readings after it.
    for (const [meter, value] of values) if (value > 0 || !last.has(meter)) last.set(meter, value);
  }
  return points;
}
