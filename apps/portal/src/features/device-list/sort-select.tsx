import { isSortColumn, sortColumns } from '@platen/contract/devices';
import { useTranslations } from 'use-intl/react';
import type { Sort } from '../../device-search/address.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './list-bar.module.css';
import { shownSort, toNextSort } from './model.ts';

/** The order, where the table has no head to press (below 960 px). */
export function SortSelect({ sort, onSort }: { sort: Sort | undefined; onSort: (sort: Sort) => void }) {
  const t = useTranslations('deviceList');
  const { sortColumn, sortOrder } = shownSort(sort);
  const direction = sortOrder === 'asc' ? 'ascending' : 'descending';
  return (
    <span className={styles.sort}>
      <Select
        label={t('sort.label')}
        hideLabel
        options={sortColumns.map((column) => ({ value: column, label: t(`columns.${column}`) }))}
        value={sortColumn}
        onChange={({ currentTarget: { value } }) => {
          if (isSortColumn(value)) onSort({ sortColumn: value, sortOrder });
        }}
      />
      <Button
        className={styles.direction}
        aria-label={t('sort.state', { column: t(`columns.${sortColumn}`), order: t(`sort.${direction}`) })}
        onClick={() => onSort(toNextSort(sort, sortColumn))}
      >
        <Icon name={direction} />
      </Button>
    </span>
  );
}
