import type { InputsOf } from '@platen/contract/figures';
import { reproduce } from '@platen/diagnosis/figures/reproduce';
import { continueMeter, type MeterRun } from '@platen/diagnosis/meters/continue-meter';
import { toMeterPoints } from '@platen/diagnosis/meters/meter-points';
import type { PageFacts } from '@platen/diagnosis/meters/page-series';
import type { Period } from '../../device/periods.ts';
import type { ChangedReadings } from '../../ledger/load-meters.ts';
import type { CounterDay, CounterReading } from './store.ts';

/** Pages by kind; null: not known. `total` only where color and black are not both reported. */
export interface Pages {
  readonly color: number | null;
  readonly black: number | null;
  readonly total?: number;
}

/** Readings that people excluded and entered, by page counter. */
export type Changes = ReadonlyMap<string, ChangedReadings>;

/**
 * Pages of each month, by what the counters rose between readings, continued as the ledger does it
 * (`continueMeter`): never negative, nothing across a place where a counter fell or leapt, and the pages
 * between the two sides of a misread. A rise counts in the month of its later reading; a month in which none
 * ended is null. The first reading of all adds nothing, so its month counts from it on. Readings of quarters
 * divide the rise of a day, so a month of any zone is cut within six hours and the months together are the
 * same pages in every zone (0225).
 */
export const toMonthlyPages = (
  days: readonly CounterDay[],
  months: readonly Period[],
  facts: PageFacts = {},
  changes: Changes = new Map(),
): Pages[] => toMonthlyRises(days, months, facts, changes).map(toPagesOf);

type Rise = InputsOf<'counterRise'>;
/**
 * What the pages of a month were calculated from, by kind; left out for a kind without a reading in the
 * month.
 */
export type Rises = Partial<Record<'color' | 'black' | 'total', Rise>>;

/** The readings behind the pages of each month: the last before its first rise, and its last one. */
export function toMonthlyRises(
  days: readonly CounterDay[],
  months: readonly Period[],
  facts: PageFacts = {},
  changes: Changes = new Map(),
): Rises[] {
  const { causes, ...limits } = facts;
  const points = toMeterPoints(days.flatMap(({ quarters, last }) => [...(quarters ?? []), last].map(toReport)));
  const [total, color, black] = keys.map((key) => {
    const { excluded = [], entered = [] } = changes.get(key) ?? {};
    const own = [...(points.get(key) ?? []), ...entered];
    return toRises(continueMeter(own, { causes: causes?.get(key) ?? [], excluded, ...limits }), months);
  });
  const of = (rises: Map<string, Risen> | undefined, name: string): Rise | undefined => {
    const risen = rises?.get(name);
    if (risen === undefined) return undefined;
    const { first, last, pages } = risen;
    return { kind: 'counterRise', first, last, omitted: last - first - pages };
  };
  return months.map(({ name }) => {
    const rises = { color: of(color, name), black: of(black, name), total: of(total, name) };
    return {
      ...(rises.color && { color: rises.color }),
      ...(rises.black && { black: rises.black }),
      ...(rises.total && { total: rises.total }),
    };
  });
}

export function toPagesOf({ color, black, total }: Rises): Pages {
  const pages = (rise: Rise | undefined) => (rise === undefined ? null : reproduce('counterRise', rise));
  return toPages(pages(color), pages(black), pages(total));
}

/** The readings behind the pages of a device that prints black only. */
export function toBlackRises({ black, total }: Rises): Rises {
  const all = total ?? black;
  return all === undefined ? {} : { black: all, total: all };
}

/** The months together; null where none of them is known. */
export function toSum(months: readonly Pages[]): Pages {
  const sum = (values: readonly (number | null | undefined)[]) => {
    const known = values.filter((value) => typeof value === 'number');
    return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
  };
  // A kind that a month with a total lacks is unknown for all of them: the other months alone would be too
  // few pages.
  const ofKind = (kind: 'color' | 'black') =>
    months.some((pages) => pages.total !== undefined && pages[kind] === null)
      ? null
      : sum(months.map((pages) => pages[kind]));
  const hasTotals = months.some(({ total }) => total !== undefined);
  const totals = hasTotals ? months.map(({ total, ...kinds }) => total ?? toWhole(kinds)) : [];
  return toPages(ofKind('color'), ofKind('black'), sum(totals));
}

/** `total` goes out only where the two kinds do not make it up. */
export const toPages = (color: number | null, black: number | null, total: number | null): Pages =>
  total === null || (color !== null && black !== null) ? { color, black } : { color, black, total };

/** Pages of a device that prints black only: all it counts is black, and as a whole. */
export function toBlackOnly({ black, total }: Pages): Pages {
  const all = total ?? black;
  return all === null ? { color: null, black: null } : { color: null, black: all, total: all };
}

const toWhole = ({ color, black }: Pages): number | null => (color === null || black === null ? null : color + black);

const keys = ['pages.total', 'pages.color', 'pages.black'] as const;

const toReport = ([at, ...counts]: CounterReading) => ({
  at: Date.parse(at),
  values: new Map(keys.flatMap((key, index) => (typeof counts[index] === 'number' ? [[key, counts[index]]] : []))),
});

interface Risen {
  readonly first: number;
  readonly last: number;
  readonly pages: number;
}

/** Rises by name of the month. */
function toRises({ rows, epochs }: Pick<MeterRun, 'rows' | 'epochs'>, months: readonly Period[]): Map<string, Risen> {
  const counted = rows.filter(({ state }) => state !== 'excluded');
  const begun = new Set(epochs.map(({ from }) => from));
  const rises = new Map<string, Risen>();
  for (const [index, { at, value, rise }] of counted.entries()) {
    const before = counted[index - 1];
    const month = months.find(({ start, end }) => at >= start.getTime() && at < end.getTime());
    // The first reading of an epoch adds nothing to any month.
    if (before === undefined || month === undefined || begun.has(at)) continue;
    const { first, pages } = rises.get(month.name) ?? { first: before.value, pages: 0 };
    rises.set(month.name, { first, last: value, pages: pages + rise });
  }
  return rises;
}
