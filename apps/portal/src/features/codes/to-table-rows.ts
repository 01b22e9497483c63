import type { CodeRow } from './code-rows.ts';
import type { RowWords } from './code-cells.tsx';
import type { CodeColumn } from './columns.ts';

/** The table as copied and downloaded: the rows as searched and sorted, the columns as shown; unknown in words. */
export function toTableRows(rows: readonly CodeRow[], columns: readonly CodeColumn[], words: RowWords) {
  const cellOf = (row: CodeRow, column: CodeColumn): string | number | null => {
    if (column === 'current') return row.current ?? words.notReported;
    if (column === 'setting') return row.alert === null ? null : words.alert(row.alert);
    if (column === 'main' || column === 'sub') return row[column];
    return row[column] ?? words.notCompared;
  };
  return rows.map((row) => columns.map((column) => cellOf(row, column)));
}
