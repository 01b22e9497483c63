/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
import type { CSSProperties, HTMLAttributes, ReactNode, RefObject } from 'react';
import { Icon } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { GridContext } from '../evidence-source.ts';
import { printedRows } from './use-visible-rows.ts';
import styles from './windowed-table.module.css';

/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role,
   jsx-a11y/no-noninteractive-element-interactions -- one listener for all rows, not one a row */

type BodyListener = 'onClick' | 'onKeyDown' | 'onFocus' | 'onPointerEnter' | 'onPointerOver';

interface WindowedTableProps extends Pick<HTMLAttributes<HTMLTableSectionElement>, BodyListener> {
  readonly label: string;
  /** Number of all rows, with the head; -1: unknown. */
  readonly rowCount: number;
  readonly isBusy?: boolean;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly head: ReactNode;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Height of all rows, px. */
  readonly height: number;
  /** The rows that are in the window. */
  readonly children: ReactNode;
}

/**
 * A table that draws those of its rows that are in the window, each at its place. `--columns` in its style:
 * the grid's tracks.
 */
export function WindowedTable(props: WindowedTableProps) {
  const { label, rowCount, isBusy, className, style, head, body, height, children, ...listeners } = props;
  return (
    <table
      role="grid"
      className={classNames(styles.table, className)}
      aria-label={label}
      aria-rowcount={rowCount}
      aria-busy={isBusy}
      style={style}
    >
      {head}
      <tbody ref={body} role="rowgroup" className={styles.body} style={{ height }} {...listeners}>
        <GridContext value={true}>{children}</GridContext>
      </tbody>
    </table>
  );
}

type HeadAloneProps = Pick<WindowedTableProps, 'label' | 'className' | 'head'> & {
  readonly style?: CSSProperties;
};

/** A table without rows. */
export function HeadAlone({ label, className, style, head }: HeadAloneProps) {
  return (
    <table
      role="table"
      className={classNames(styles.table, className)}
      aria-label={label}
      aria-rowcount={1}
      style={style}
    >
      {head}
    </table>
  );
}

interface SortHeadProps<Column extends string> {
  readonly columns: readonly Column[];
  readonly sorted: Column;
  readonly order: 'asc' | 'desc';
  readonly toName: (column: Column) => string;
  readonly onSort: (column: Column) => void;
}

/**
 * The head, sticky under what `--head-top` says. `aria-sort` stands on the sorted column only (design
 * README).
 */
export function SortHead<Column extends string>({ columns, sorted, order, toName, onSort }: SortHeadProps<Column>) {
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return (
    <thead role="rowgroup" className={styles.head} data-cover>
      <tr role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <th
            key={column}
            role="columnheader"
            scope="col"
            data-column={column}
            aria-sort={column === sorted ? direction : undefined}
          >
            <button type="button" onClick={() => onSort(column)}>
              {toName(column)}
              {column === sorted && <Icon name={direction} />}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface PaperNoteProps {
  /** Rows that are loaded. */
  readonly rows: number;
  /** There are more than are loaded. */
  readonly isPart?: boolean;
  readonly text: (printed: number) => string;
}

/**
 * On paper alone: that a table goes on beyond what is printed of it, and how to get the rest. Nothing where
 * it is whole.
 */
export function PaperNote({ rows, isPart = false, text }: PaperNoteProps) {
  return isPart || rows > printedRows ? <p className={styles.note}>{text(Math.min(rows, printedRows))}</p> : null;
}
