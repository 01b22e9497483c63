/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role,
   jsx-a11y/no-noninteractive-element-interactions -- one listener for all rows, not one a row */
import type { CSSProperties, HTMLAttributes, ReactNode, RefObject } from 'react';
import { GridContext } from '../grid/grid-context.ts';
import { classNames } from '../class-names.ts';
import styles from './windowed-table.module.css';

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
