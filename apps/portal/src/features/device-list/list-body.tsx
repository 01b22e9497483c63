import { useTranslations } from 'use-intl/react';
import type { DeviceSearch } from '../../device-search/address.ts';
import { PanelBody } from '../../ui/panel.tsx';
import { EmptyList } from './list-states.tsx';
import styles from './list-states.module.css';
import { retryList } from './load-list.ts';
import type { ListFailure, ListQuery } from './model.ts';

/** The first page could not be read: code, message and Retry (OQ-84). */
export function FailedList({ failure, busy }: { failure: ListFailure; busy: boolean }) {
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
