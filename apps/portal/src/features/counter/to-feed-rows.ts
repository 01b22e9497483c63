import type { paperSources } from '@platen/contract/report-sections';

export type FeedSource = (typeof paperSources)[number];
export interface FeedRow {
  readonly source: FeedSource;
  readonly pages: number;
  /** Percent of the highest of the rows, 0 to 100. */
  readonly length: number;
}

/** As paper lies in the machine: originals, bypass, drawers from above, large capacity, the rest (CT-05, CT-10..CT-16). */
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
 * Rows of the sources that the device reports, zero included (OQ-65), and the names of those whose figure it leaves out.
 * A source that is not in the answer at all is neither.
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
