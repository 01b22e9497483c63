import type { ConditionSource } from '@platen/contract/worklist-names';
import { useTranslations } from 'use-intl/react';
import styles from './drawer.module.css';

/** Who found a condition: solid what was reported, banded what was judged. */
export function Source({ source }: { readonly source: ConditionSource }) {
  const t = useTranslations('drawer');
  return (
    <span className={styles.source} data-source={source}>
      {t(`source.${source}`)}
    </span>
  );
}
