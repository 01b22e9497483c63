/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
import { Icon } from '../icon.tsx';
import styles from './windowed-table.module.css';

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
