interface BrokenCounter {
  /** `pages.total`, `source.CST1`, `scan.large`. */
  readonly key: string;
  readonly before: number;
  readonly after: number;
}

/** The counter that says most about a day of breaks is that of all pages; else the first. */
const order = ['pages.total', 'pages.black', 'pages.color'];

/** The counter to be shown for a day, and how many others did not go on that day either. */
export function toBreakRow(counters: readonly BrokenCounter[]): { shown: BrokenCounter | undefined; others: number } {
  const known = order.flatMap((key) => counters.filter((counter) => counter.key === key));
  return { shown: known[0] ?? counters[0], others: Math.max(0, counters.length - 1) };
}
