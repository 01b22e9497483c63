import { useTranslations } from 'use-intl/react';
import { ButtonLink } from '../../ui/link.tsx';
import { pageSize, toAddressSearch, type View } from './address.ts';
import styles from './collectors.module.css';

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
