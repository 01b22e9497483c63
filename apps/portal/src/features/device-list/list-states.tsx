import { Skeleton } from '../../ui/skeleton.tsx';
import { useTranslations } from 'use-intl/react';
import type { ReactNode } from 'react';
import styles from './list-states.module.css';
import { useRowHeight } from '../../ui/windowed/use-row-height.ts';
import { twoLines } from './device-table.tsx';

const skeletonRows = 10;

/** Ten rows where the rows will be: nothing moves when they come. */
export function LoadingRows() {
  const t = useTranslations('deviceList');
  const rowHeight = useRowHeight(twoLines);
  return (
    <output className={styles.loading}>
      <span className="vh">{t('loading')}</span>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <span key={row} className={styles.skeleton} style={{ height: rowHeight }}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </span>
      ))}
    </output>
  );
}

/** A list without rows: what that means, and the way out where there is one. */
export function EmptyList({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <output className={styles.empty}>
      <b>{title}</b>
      {children === undefined ? null : <span>{children}</span>}
      {action}
    </output>
  );
}
