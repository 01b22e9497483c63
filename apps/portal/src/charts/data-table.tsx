import { useLayoutEffect, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import type { ChartTable } from './chart-table.ts';
import styles from './chart-frame.module.css';

/** The rows of a chart as a table. Hidden from sight it is still read by assistive technology. */
export function DataTable({ title, toTable }: { title: string; toTable: () => ChartTable }) {
  const table = toTable();
  const format = useFormatter();
  const none = useTranslations('common')('none');
  const body = useRef<HTMLTableSectionElement>(null);
  const alignOf = (column: number) => table.columns[column]?.align ?? 'start';
  // Without a component a cell: a screen of charts has thousands of them, and each would make leaving it
  // slower.
  useLayoutEffect(() => {
    const show = (cell: string | number | null | undefined) =>
      cell === null || cell === undefined ? none : typeof cell === 'number' ? format.number(cell) : cell;
    const rows = table.rows.map((cells) => {
      const row = document.createElement('tr');
      row.append(...cells.map((cell, column) => toCell(column, show(cell), alignOf(column))));
      return row;
    });
    body.current?.replaceChildren(...rows);
  });
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
      <tbody ref={body} />
    </table>
  );
}

function toCell(column: number, text: string, align: string): HTMLElement {
  const cell = document.createElement(column === 0 ? 'th' : 'td');
  cell.textContent = text;
  if (column === 0) cell.setAttribute('scope', 'row');
  else cell.dataset['align'] = align;
  return cell;
}
