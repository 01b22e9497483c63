import type { FigureInputs } from '@platen/contract/figures';
import type { StackedBar } from '../../charts/to-stacked-bars.ts';
import { type PagesAnswer, toPages } from './to-pages.ts';

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
  /** The kinds that any of the months tells, from the baseline up. */
  readonly kinds: readonly Kind[];
  /** Labels of the months without a report. */
  readonly silent: readonly string[];
  /** The month with the most pages; the later of two alike. */
  readonly highest: { readonly label: string; readonly pages: number } | undefined;
}

/**
 * The bars of the months, oldest first (CT-02): black below, color above; one bar for a month told as a whole only; none for a month
 * without a report. `running` is said of the last month, which is not over.
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
  const told = new Set(parts.flatMap((month) => month ?? []).map(({ series }) => series));
  return {
    bars: months.map(({ label }, n) => ({
      label,
      parts: parts[n] ?? null,
      note: n === months.length - 1 ? running : undefined,
    })),
    kinds: (['black', 'color', 'total'] as const).filter((kind) => told.has(kind)),
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
