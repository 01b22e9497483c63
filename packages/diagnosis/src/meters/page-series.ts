import type { Series } from '../history/day-reading.ts';
import { remembered } from '../history/remembered.ts';
import { continueMeter, type StatedCause } from './continue-meter.ts';
import { toMeterPoints } from './meter-points.ts';
import { dayMs } from './suspicious-rise.ts';

/** What is known of the page counters of a device besides their values. */
export interface PageFacts {
  /** What people stated of breaks, by key. */
  readonly causes?: ReadonlyMap<string, readonly StatedCause[]>;
  /** What the model prints a minute. */
  readonly perMinute?: number;
}

/** What is known of one page counter besides its values, one a day. */
interface PageSeries extends Pick<PageFacts, 'perMinute'> {
  readonly causes: readonly StatedCause[];
  /** Days on which it is 0 while another page counter went on (LG-12). */
  readonly zeroAlone: ReadonlySet<number>;
}

const known = new WeakMap<Series, PageSeries>();

/** The last instant of a day: its reading is the last one of the day. */
const endOf = (day: number): number => (day + 1) * dayMs - 1;

/**
 * Marks the page counters of a device (`pages.total`, …) as meters: what is made of their series follows the
 * continuity of the ledger, with what people stated of breaks.
 */
export function markPageSeries(
  all: ReadonlyMap<string, Series>,
  { causes = new Map(), ...facts }: PageFacts = {},
): void {
  const pages = [...all].filter(([key]) => key.startsWith('pages.'));
  const zeros = pages.some(([, series]) => hasFallenToZero(series)) ? findZeros(pages) : new Map<string, Set<number>>();
  for (const [key, series] of pages)
    known.set(series, { ...facts, causes: causes.get(key) ?? [], zeroAlone: zeros.get(key) ?? new Set() });
}

const hasFallenToZero = (series: Series): boolean =>
  series.some(({ value }, index) => value === 0 && (series[index - 1]?.value ?? 0) > 0);

function findZeros(pages: readonly (readonly [string, Series])[]): Map<string, Set<number>> {
  const reports = new Map<number, Map<string, number>>();
  for (const [key, series] of pages)
    for (const { day, value } of series) reports.set(day, (reports.get(day) ?? new Map()).set(key, value));
  const inOrder = [...reports].toSorted(([a], [b]) => a - b).map(([day, values]) => ({ at: day, values }));
  return new Map(
    [...toMeterPoints(inOrder)].map(([key, points]) => [
      key,
      new Set(points.flatMap(({ at, isZeroAlone }) => (isZeroAlone === true ? [at] : []))),
    ]),
  );
}

/** Rises and breaks of a series that was marked as a page counter; undefined for any other. */
export function runOf(series: Series): ReturnType<typeof toRun> | undefined {
  return known.has(series) ? toRun(series) : undefined;
}

const toRun = remembered((series: Series) => {
  const { causes = [], zeroAlone = new Set(), perMinute } = known.get(series) ?? {};
  const points = series.map(({ day, value }) => ({
    at: endOf(day),
    value,
    ...(zeroAlone.has(day) && { isZeroAlone: true }),
  }));
  const { daily, breaks } = continueMeter(points, { causes, ...(perMinute !== undefined && { perMinute }) });
  return { daily, breaks };
});

/** What was stated of the break of a day (`YYYY-MM-DD`, UTC). */
export function toStatedCause(day: string, cause: StatedCause['cause']): StatedCause {
  const from = Date.parse(day);
  return { from, to: from + dayMs - 1, cause };
}
