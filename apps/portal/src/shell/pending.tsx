import { useTranslations } from 'use-intl/react';
import styles from './root-layout.module.css';

/** A screen's code is on its way: said after 0.3 s. */
export function Pending() {
  const t = useTranslations('common');
  return <output className={styles.pending}>{t('loading')}</output>;
}
