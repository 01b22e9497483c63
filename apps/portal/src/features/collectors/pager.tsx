import { useTranslations } from 'use-intl/react';
import { ButtonLink } from '../../ui/link.tsx';
import { useDates } from '../../ui/use-dates.ts';
import styles from './collectors.module.css';
import { pageSize, toAddressSearch, type View } from './model.ts';

interface PagerProps {
  readonly view: View;
  readonly from: number;
  readonly shown: number;
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * Which rows of how many are shown, and links to those before and after. Nothing where all are on one page.
 */
export function Pager({ view, from, shown, total, hasMore }: PagerProps) {
  const t = useTranslations('reporting');
  if (from === 0 && !hasMore) return null;
  return (
    <nav className={styles.pager} aria-label={t('pages')} data-print="none">
      {shown > 0 && <span>{t('page', { from: from + 1, to: from + shown, total })}</span>}
      {from > 0 && (
        <ButtonLink to="/reporting" search={toAddressSearch({ view, from: Math.max(0, from - pageSize) })}>
          {t('previous')}
        </ButtonLink>
      )}
      {hasMore && (
        <ButtonLink to="/reporting" search={toAddressSearch({ view, from: from + pageSize })}>
          {t('next')}
        </ButtonLink>
      )}
    </nav>
  );
}

interface StaleNoteProps {
  readonly query: { readonly isError: boolean; readonly data: unknown; readonly dataUpdatedAt: number };
}

/** After a failed refresh the rows stay; this shows the time they are from. */
export function StaleNote({ query: { isError, data, dataUpdatedAt } }: StaleNoteProps) {
  const t = useTranslations('reporting');
  const { dateTime } = useDates();
  if (!isError || data === undefined) return null;
  return (
    <p className={styles.stale} role="alert">
      {t('refreshFailed', { time: dateTime(new Date(dataUpdatedAt)) })}
    </p>
  );
}
