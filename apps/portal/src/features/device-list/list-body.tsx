import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { DeviceSearch } from '../../device-search/address.ts';
import { toShownFailure } from '../../platform/application-message.ts';
import { Button } from '../../ui/button.tsx';
import { PanelBody, Skeleton } from '../../ui/panel.tsx';
import { useRowHeight } from '../../ui/windowed/use-visible-rows.ts';
import { PaperNote } from '../../ui/windowed/windowed-table.tsx';
import { twoLines } from './device-table.tsx';
import styles from './list-states.module.css';
import { loadNextPage, retryList } from './load-list.ts';
import type { ListFailure as Failure, ListQuery, ListState } from './model.ts';

/** The first page could not be read: code, message and Retry (OQ-84). */
export function FailedList({ failure, busy }: { failure: Failure; busy: boolean }) {
  return (
    <div className={styles.failed}>
      <PanelBody state={{ kind: 'failed', ...failure, onRetry: retryList, busy }} />
    </div>
  );
}

interface NoRowsProps {
  query: ListQuery;
  onChange: (change: Partial<DeviceSearch>) => void;
}

/** DL-02 NF-01 OQ-123: no devices at all is another thing than no hit. */
export function NoRows({ query, onChange }: NoRowsProps) {
  const t = useTranslations('deviceList');
  const common = useTranslations('common');
  const clear = (change: Partial<DeviceSearch>) => (
    <button type="button" onClick={() => onChange(change)}>
      {t('clearSearch')}
    </button>
  );
  if (query.criteria !== undefined) {
    return (
      <EmptyList title={common('noDataFound')} action={clear({ criteria: undefined })}>
        {t('noMatchAdvanced')}
      </EmptyList>
    );
  }
  if (query.search !== '') {
    return (
      <EmptyList title={common('noDataFound')} action={clear({ text: '' })}>
        {t('noMatchText', { text: query.search })} {query.search.includes('-') ? t('noMatchHint') : null}
      </EmptyList>
    );
  }
  return <EmptyList title={t('empty')}>{query.groupId === 0 ? t('emptyHint') : t('emptyGroup')}</EmptyList>;
}

/**
 * Below the rows: how many are loaded, and the way to more where the list does not load on by itself (OQ-33).
 */
export function ListFoot({ list }: { list: ListState }) {
  const t = useTranslations('deviceList');
  return (
    <>
      <PaperNote rows={list.rows.length} isPart={list.hasMore} text={(shown) => t('onPaper', { shown })} />
      <More list={list} />
    </>
  );
}

function More({ list }: { list: ListState }) {
  const t = useTranslations('deviceList');
  const { rows, totalCount, hasMore, load, failure } = list;
  if (failure?.load === 'next') {
    return <ListFailure edge="foot" title={t('failedMore')} failure={failure} onRetry={retryList} />;
  }
  if (!hasMore && load !== 'next') return null;
  const loaded = rows.length;
  return (
    <div className={`${styles.more} ${styles.foot}`}>
      <span>{totalCount === undefined ? t('loadedOnly', { loaded }) : t('loaded', { loaded, total: totalCount })}</span>
      <Button busy={load === 'next'} onClick={loadNextPage}>
        {t('loadMore')}
      </Button>
    </div>
  );
}

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
function EmptyList({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <output className={styles.empty}>
      <b>{title}</b>
      {children === undefined ? null : <span>{children}</span>}
      {action}
    </output>
  );
}

interface ListFailureProps {
  /** What could not be done. */
  title: string;
  failure: Failure;
  onRetry: () => void;
  edge: 'top' | 'foot';
}

/**
 * A page or a refresh that failed while rows are on screen: they stay, and this explains why there are no
 * others (OQ-84).
 */
export function ListFailure({ title, failure, onRetry, edge }: ListFailureProps) {
  const t = useTranslations('common');
  const { code, message } = toShownFailure(failure);
  return (
    <div className={styles[edge]}>
      <div className={styles.strip} role="alert">
        <b>{title}</b>
        <span className="code">{code}</span>
        <span>{message}</span>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </div>
    </div>
  );
}
