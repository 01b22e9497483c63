import { type SortColumn, sortColumns } from '@platen/contract/devices';
import { useTranslations } from 'use-intl/react';
import type { Sort } from '../../device-search/address.ts';
import { SortHead } from '../../ui/windowed/sort-head.tsx';
import { HeadAlone } from '../../ui/windowed/windowed-table.tsx';
import { toTracks } from './columns.tsx';
import styles from './device-table.module.css';
import { shownSort } from './model.ts';

interface TableHeadProps {
  sort: Sort | undefined;
  onSort: (column: SortColumn) => void;
}

export function TableHead({ sort, onSort }: TableHeadProps) {
  const t = useTranslations('deviceList');
  const { sortColumn, sortOrder } = shownSort(sort);
  const toName = (column: SortColumn) => t(`columns.${column}`);
  return <SortHead columns={sortColumns} sorted={sortColumn} order={sortOrder} toName={toName} onSort={onSort} />;
}

/** The head over a list without rows. */
export function EmptyTable({ sort, onSort }: TableHeadProps) {
  const t = useTranslations('deviceList');
  return (
    <HeadAlone
      label={t('table')}
      className={styles.table}
      style={toTracks()}
      head={<TableHead sort={sort} onSort={onSort} />}
    />
  );
}
