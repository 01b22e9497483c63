/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
import { type SortColumn, sortColumns } from '@platen/contract/devices';
import { useTranslations } from 'use-intl/react';
import type { Sort } from '../../device-search/address.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './device-table.module.css';
import { shownSort } from './model.ts';

interface TableHeadProps {
  sort: Sort | undefined;
  onSort: (column: SortColumn) => void;
}

/** The head, sticky under the bezel. `aria-sort` stands on the sorted column only (design README). */
export function TableHead({ sort, onSort }: TableHeadProps) {
  const t = useTranslations('deviceList');
  const { sortColumn, sortOrder } = shownSort(sort);
  const direction = sortOrder === 'asc' ? 'ascending' : 'descending';
  return (
    <thead role="rowgroup" className={styles.head} data-cover>
      <tr role="row" aria-rowindex={1}>
        {sortColumns.map((column) => (
          <th key={column} role="columnheader" scope="col" aria-sort={column === sortColumn ? direction : undefined}>
            <button type="button" onClick={() => onSort(column)}>
              {t(`columns.${column}`)}
              {column === sortColumn && <Icon name={direction} />}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The head over a list without rows. */
export function EmptyTable({ sort, onSort }: TableHeadProps) {
  const t = useTranslations('deviceList');
  return (
    <table role="table" className={styles.table} aria-label={t('table')} aria-rowcount={1}>
      <TableHead sort={sort} onSort={onSort} />
    </table>
  );
}
