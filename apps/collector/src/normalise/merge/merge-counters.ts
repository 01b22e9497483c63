import type { DeviceReport } from '@platen/contract/report';
import { contradicted, isMeasured } from './layer.ts';

type Counters = NonNullable<DeviceReport['counters']>;
type Counter = NonNullable<Counters['total']>;
type ByFunction = NonNullable<Counters['byFunction']>[number];

/** The contract's limit. */
const byFunctionLimit = 128;
/** Pages that a running machine prints while its sources are read one after the other. */
const pagesMeanwhile = 20;

/**
 * Counters by what they count. A counter with a known unit takes precedence over one without; units are never
 * mixed, and two counts contradict each other only in one known unit.
 */
export function mergeCounters(reported: readonly Counters[]): Counters | undefined {
  if (reported.length === 0) return undefined;
  const pick = (name: 'total' | 'color' | 'black' | 'duplexSheets' | 'scanLarge' | 'scanSmall'): Counter | undefined =>
    pickCounter(reported.map((counters) => counters[name]));
  const byFunction = mergeByFunction(reported.flatMap((counters) => counters.byFunction ?? []));
  const paperSources = reported.find((counters) => counters.paperSources !== undefined)?.paperSources;
  const markers = reported.find((counters) => counters.markers !== undefined)?.markers;
  return {
    byFunction: byFunction.length === 0 ? undefined : byFunction,
    total: pick('total'),
    color: pick('color'),
    black: pick('black'),
    duplexSheets: pick('duplexSheets'),
    scanLarge: pick('scanLarge'),
    scanSmall: pick('scanSmall'),
    paperSources,
    markers,
  };
}

function pickCounter(counters: readonly (Counter | undefined)[]): Counter | undefined {
  const reported = counters.filter((counter) => counter !== undefined);
  const best = reported.find((counter) => isMeasured(counter.reading) && isNamed(counter)) ?? reported.find(isCounted);
  if (best === undefined) return reported[0];
  return withContradictions(best, reported);
}

const isCounted = ({ reading }: Counter): boolean => isMeasured(reading);
const isNamed = ({ unit }: Counter): boolean => unit !== 'unknown' && unit !== 'other';

/** The counter with contradicting ones of the same unit in its evidence. */
function withContradictions<C extends Counter>(best: C, reported: readonly Counter[]): C {
  const { reading } = best;
  if (!isMeasured(reading) || !isNamed(best)) return best;
  const others = reported.filter((other) => {
    if (other === best || other.unit !== best.unit || !isMeasured(other.reading)) return false;
    return Math.abs(other.reading.value - reading.value) > pagesMeanwhile;
  });
  return {
    ...best,
    reading: contradicted(
      reading,
      others.map((other) => other.reading.evidence),
    ),
  };
}

function mergeByFunction(reported: readonly ByFunction[]): ByFunction[] {
  const byKey = new Map<string, ByFunction[]>();
  for (const entry of reported) {
    const key = `${entry.function} ${entry.color} ${entry.size} ${entry.unit}`;
    byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  }
  return [...byKey.values()]
    .flatMap((entries) => {
      const best = entries.find(isCounted) ?? entries[0];
      return best === undefined ? [] : [withContradictions(best, entries)];
    })
    .slice(0, byFunctionLimit);
}
