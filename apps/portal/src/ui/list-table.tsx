import type { ReactNode } from 'react';
import styles from './list-area.module.css';

interface ChooseAll {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

interface ListTableProps<C extends string> {
  /** Names the region, which the keyboard scrolls too. */
  readonly caption: string;
  /** None: its rows need no head. */
  readonly columns: readonly C[];
  /** The heading of a column; that of `act`, which holds buttons, is for screen readers alone. */
  readonly heading: (column: C) => string;
  /** Columns of numbers. */
  readonly figures?: readonly C[];
  /** The box in the head of the column with a box for each row; it is not on paper. */
  readonly chooseAll?: ChooseAll | undefined;
  /** Other rows are on their way. */
  readonly isBusy?: boolean;
  readonly className: string | undefined;
  /** Its rows. */
  readonly children: ReactNode;
}

/** The table of a list, which scrolls sideways where it is too wide. */
export function ListTable<C extends string>(props: ListTableProps<C>) {
  const { caption, columns, heading, figures = [], chooseAll, isBusy, className, children } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={className} aria-label={caption} aria-busy={isBusy}>
        {columns.length === 0 ? null : (
          <thead>
            <tr>
              {chooseAll === undefined ? null : (
                <th scope="col" data-print="none">
                  <input
                    type="checkbox"
                    aria-label={chooseAll.label}
                    checked={chooseAll.isChosen}
                    onChange={({ currentTarget }) => chooseAll.onChoose(currentTarget.checked)}
                  />
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  data-column={column}
                  data-figure={figures.includes(column) ? '' : undefined}
                >
                  {column === 'act' ? <span className="vh">{heading(column)}</span> : heading(column)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
