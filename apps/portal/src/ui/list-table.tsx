import type { ReactNode } from 'react';
import styles from './list-area.module.css';

interface ListTableProps<C extends string> {
  readonly columns: readonly C[];
  /** The heading of a column; that of `act`, which holds buttons, is for screen readers alone. */
  readonly heading: (column: C) => string;
  readonly caption?: string;
  /** Other rows are on their way. */
  readonly isBusy?: boolean;
  readonly className: string | undefined;
  /** Its rows. */
  readonly children: ReactNode;
}

/** The table of a list, which scrolls sideways where it is too wide. */
export function ListTable<C extends string>(props: ListTableProps<C>) {
  const { columns, heading, caption, isBusy, className, children } = props;
  return (
    <div className={styles.scroll}>
      <table className={className} aria-busy={isBusy}>
        {caption === undefined ? null : <caption className="vh">{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {column === 'act' ? <span className="vh">{heading(column)}</span> : heading(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
