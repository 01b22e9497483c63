import type { DeviceReport } from '@platen/contract/report';
import { contradicted, isMeasured } from './layer.ts';

type Counters = NonNullable<DeviceReport['counters']>;
type Counter = NonNullable<Counters['total']>;
type ByFunction = NonNullable<Counters['byFunction']>[number];

/** The contract's limit. */
const byFunctionLimit = 128;
/** Pages that a running machine prints while its sources are asked one after the other. */
const pagesMeanwhile = 20;

/**
 * Counters by what they count. A counter whose unit is known goes before one whose unit is not; units are never mixed,
 * and two counts contradict each other only in one known unit.
 */
export function mergeCounters(said: readonly Counters[]): Counters | undefined {
  if (said.length === 0) return undefined;
  const pick = (name: 'total' | 'color' | 'black' | 'duplexSheets' | 'scanLarge' | 'scanSmall'): Counter | undefined =>
    pickCounter(said.map((counters) => counters[name]));
  const byFunction = mergeByFunction(said.flatMap((counters) => counters.byFunction ?? []));
  const paperSources = said.find((counters) => counters.paperSources !== undefined)?.paperSources;
  const markers = said.find((counters) => counters.markers !== undefined)?.markers;
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
  const said = counters.filter((counter) => counter !== undefined);
  const best = said.find((counter) => isMeasured(counter.reading) && isNamed(counter)) ?? said.find(isCounted);
  if (best === undefined) return said[0];
  return beside(best, said);
}

const isCounted = ({ reading }: Counter): boolean => isMeasured(reading);
const isNamed = ({ unit }: Counter): boolean => unit !== 'unknown' && unit !== 'other';

/** The counter with those beside it that count in the same unit and came to another number. */
function beside<C extends Counter>(best: C, said: readonly Counter[]): C {
  const { reading } = best;
  if (!isMeasured(reading) || !isNamed(best)) return best;
  const others = said.filter((other) => {
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

function mergeByFunction(said: readonly ByFunction[]): ByFunction[] {
  const byKey = new Map<string, ByFunction[]>();
  for (const entry of said) {
    const key = `${entry.function} ${entry.color} ${entry.size} ${entry.unit}`;
    byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  }
  return [...byKey.values()]
    .flatMap((entries) => {
      const best = entries.find(isCounted) ?? entries[0];
      return best === undefined ? [] : [beside(best, entries)];
    })
    .slice(0, byFunctionLimit);
}
