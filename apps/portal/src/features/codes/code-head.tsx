import { useTranslations } from 'use-intl/react';
import { SortHead } from '../../ui/windowed/sort-head.tsx';
import { HeadAlone } from '../../ui/windowed/windowed-table.tsx';
import type { CodeSort } from './code-rows.ts';
import styles from './codes.module.css';
import { type CodeColumn, toTableStyle } from './columns.ts';

interface CodeHeadProps {
  readonly columns: readonly CodeColumn[];
  readonly sort: CodeSort;
  readonly onSort: (column: CodeColumn) => void;
}

export function CodeHead({ columns, sort, onSort }: CodeHeadProps) {
  const t = useTranslations('codes.columns');
  return <SortHead columns={columns} sorted={sort.column} order={sort.order} toName={t} onSort={onSort} />;
}

/** The head over a table without rows. */
export function EmptyTable({ label, ...head }: CodeHeadProps & { readonly label: string }) {
  return (
    <HeadAlone
      label={label}
      className={styles.table}
      style={toTableStyle(head.columns)}
      head={<CodeHead {...head} />}
    />
  );
}
