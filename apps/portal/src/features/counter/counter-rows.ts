import type { FigureInputs } from '@platen/contract/figures';
import type { paperSources } from '@platen/contract/report-sections';
import type { StackedBar } from '../../charts/chart-models.ts';
import type { NamedInputs } from '../../ui/evidence-source.ts';

/** Pages of the answer; `total` only where it is not the sum of the two kinds. */
export interface PagesAnswer {
  readonly black: number | null;
  readonly color: number | null;
  readonly total?: number | undefined;
}
export interface Pages {
  readonly black: number | null;
  readonly color: number | null;
  /** Black plus color (CT-04, OQ-66), else what the device counts as a whole; null when neither is known. */
  readonly total: number | null;
  /** Color in percent of the total; null where a kind is not known or nothing was printed. */
  readonly colorRate: number | null;
}

export function toPages({ black, color, total }: PagesAnswer): Pages {
  if (black === null || color === null) return { black, color, total: total ?? null, colorRate: null };
  const sum = black + color;
  return { black, color, total: sum, colorRate: sum > 0 ? (color / sum) * 100 : null };
}

type Kind = 'black' | 'color' | 'total';
interface MonthPages extends PagesAnswer {
  /** In the reader's form. */
  readonly label: string;
}
export interface NamedMonth extends MonthPages {
  /** What the pages of each kind were calculated from. */
  readonly rises?: Partial<Record<Kind, FigureInputs>> | undefined;
  /** `YYYY-MM`. */
  readonly month: string;
}
export interface MonthBars {
  readonly bars: readonly StackedBar[];
  /** The kinds that any of the months has, from the baseline up. */
  readonly kinds: readonly Kind[];
  /** Labels of the months without a report. */
  readonly silent: readonly string[];
  /** The month with the most pages; the later of two alike. */
  readonly highest: { readonly label: string; readonly pages: number } | undefined;
}

/**
 * The bars of the months, oldest first (CT-02): black below, color above; one bar for a month reported as a
 * whole only; none for a month without a report. `running` is the note of the last month, which is not over.
 *
 */
export function toMonthBars(months: readonly MonthPages[], running: string): MonthBars {
  const parts = months.map(toParts);
  const totals = parts.map((month) => month?.reduce((sum, { value }) => sum + value, 0));
  let highest: MonthBars['highest'];
  for (const [n, pages] of totals.entries()) {
    const label = months[n]?.label;
    if (pages !== undefined && label !== undefined && (highest === undefined || pages >= highest.pages))
      highest = { label, pages };
  }
  const reported = new Set(parts.flatMap((month) => month ?? []).map(({ series }) => series));
  return {
    bars: months.map(({ label }, n) => ({
      label,
      parts: parts[n] ?? null,
      note: n === months.length - 1 ? running : undefined,
    })),
    kinds: (['black', 'color', 'total'] as const).filter((kind) => reported.has(kind)),
    silent: months.filter((_, n) => parts[n] === null).map(({ label }) => label),
    highest,
  };
}

function toParts(month: MonthPages): { series: Kind; value: number }[] | null {
  const { black, color, total } = toPages(month);
  const known = (series: Kind, value: number | null) => (value === null ? [] : [{ series, value }]);
  const kinds = [...known('black', black), ...known('color', color)];
  // One kind alone is less than the whole, but for a device that prints black only.
  if (kinds.length === 2 || total === null || total === black) return kinds.length === 0 ? null : kinds;
  return known('total', total);
}

export type FeedSource = (typeof paperSources)[number];
export interface FeedRow {
  readonly source: FeedSource;
  readonly pages: number;
  /** Percent of the highest of the rows, 0 to 100. */
  readonly length: number;
}

/**
 * As paper lies in the machine: originals, bypass, drawers from above, large capacity, the rest (CT-05,
 * CT-10..CT-16).
 */
const order: Readonly<Record<FeedSource, number>> = {
  ADF: 1,
  bypass: 2,
  CST1: 3,
  CST2: 4,
  CST3: 5,
  CST4: 6,
  LCF: 7,
  TLCF: 8,
  OLCF: 9,
  O2LCF: 10,
  SFB: 11,
  ADU: 12,
};
export const isFeedSource = (name: string): name is FeedSource => Object.hasOwn(order, name);
const sources = Object.keys(order)
  .filter(isFeedSource)
  .sort((a, b) => order[a] - order[b]);

/**
 * Rows of the sources that the device reports, zero included (OQ-65), and the names of those whose figure it
 * leaves out. A source that is not in the answer at all is neither.
 */
export function toFeedRows(answer: Readonly<Partial<Record<FeedSource, number | null | undefined>>>): {
  rows: FeedRow[];
  silent: FeedSource[];
} {
  const most = Math.max(0, ...sources.map((source) => answer[source] ?? 0));
  const rows = sources.flatMap((source) => {
    const pages = answer[source];
    return typeof pages === 'number' ? [{ source, pages, length: most > 0 ? (pages / most) * 100 : 0 }] : [];
  });
  return { rows, silent: sources.filter((source) => answer[source] === null) };
}

/** The readings behind the pages of the months, newest first, each named by month and kind. */
export const toMonthInputs = (
  months: readonly NamedMonth[],
  kinds: readonly Kind[],
  nameOf: (kind: Kind) => string,
): NamedInputs[] =>
  months.toReversed().flatMap(({ label, rises }) =>
    kinds.flatMap((kind) => {
      const inputs = rises?.[kind];
      return inputs === undefined ? [] : [{ name: `${label}, ${nameOf(kind)}`, inputs }];
    }),
  );

/** Pages of several months: a total of both kinds is their sum, all else is the sum of the months. */
export function toSumInputs(months: readonly NamedMonth[], kind: Kind, { black, color }: Pages): FigureInputs {
  const values =
    kind === 'total' && black !== null && color !== null ? [black, color] : months.map((month) => toPages(month)[kind]);
  return { kind: 'sum', values };
}

/** Colour pages of all; undefined where the share is not known. */
export const toRatioInputs = ({ color, total }: Pages): FigureInputs | undefined =>
  color === null || total === null ? undefined : { kind: 'ratio', part: color, whole: total };
