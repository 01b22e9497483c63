import { byteOrderMark, type Cell, toCsvRow } from '@platen/contract/csv';

/** A table as a CSV file that spreadsheets read as UTF-8 and of which they run nothing. */
export const toCsvFile = (head: readonly string[], rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([byteOrderMark, ...[head, ...rows].map(toCsvRow)], { type: 'text/csv;charset=utf-8' });
