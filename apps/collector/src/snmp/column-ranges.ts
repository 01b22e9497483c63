import type { Range } from './walk.ts';

/** Ranges of the wanted columns (ascending): neighbours become one, as a gap of one unwanted column is cheaper read than skipped. */
export function toColumnRanges(name: string, entry: string, columns: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const column of columns) {
    const last = ranges.at(-1);
    if (last !== undefined && column - last.last <= 2) last.last = column;
    else ranges.push({ name, entry, first: column, last: column });
  }
  return ranges;
}
