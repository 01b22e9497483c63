import { useFormatter, useTranslations } from 'use-intl/react';
import type { ChartTable } from './chart-table.ts';
import styles from './chart-frame.module.css';

/** The rows of a chart as a table. Hidden from sight it is still read by assistive technology. */
export function DataTable({ title, toTable }: { title: string; toTable: () => ChartTable }) {
  const table = toTable();
  const format = useFormatter();
  const none = useTranslations('common')('none');
  const show = (cell: string | number | null | undefined) =>
    cell === null || cell === undefined ? none : typeof cell === 'number' ? format.number(cell) : cell;
  const alignOf = (column: number) => table.columns[column]?.align ?? 'start';
  return (
    <table className={styles.table}>
      <caption className="vh">{title}</caption>
      <thead>
        <tr>
          {table.columns.map(({ label }, column) => (
            <th key={label} scope="col" data-align={alignOf(column)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...cells], row) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows are what a drawing shows, in its order
          <tr key={row}>
            <th scope="row">{show(name)}</th>
            {cells.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- a cell is known by its column
              <td key={column} data-align={alignOf(column + 1)}>
                {show(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
