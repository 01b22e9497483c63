import { useTranslations } from 'use-intl/react';
import styles from './later.module.css';

/**
 * How many rows are left out, in a window of 900 pixels and in a taller one; the screen behind the panel's
 * link has them.
 */
export function More({ count, countTall }: { count: number; countTall: number }) {
  const t = useTranslations('failureSign.profile');
  if (count <= 0) return null;
  return (
    <p className={styles.more}>
      <span data-short>{t('more', { count })}</span>
      {countTall <= 0 ? null : <span data-tall>{t('more', { count: countTall })}</span>}
    </p>
  );
}
