import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/button.tsx';
import { PaperNote } from '../../ui/windowed/paper-note.tsx';
import { ListFailure } from './list-failure.tsx';
import styles from './list-states.module.css';
import { loadNextPage, retryList } from './load-list.ts';
import type { ListState } from './model.ts';

/** Below the rows: how many are loaded, and the way to more where the list does not load on by itself (OQ-33). */
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
