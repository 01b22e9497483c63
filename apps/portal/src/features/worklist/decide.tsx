import type { Condition } from '@platen/contract/worklist-item';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../device/use-headline.ts';
import styles from './decide.module.css';

/**
 * Where a person hands something over or orders it: which of these conditions are judged, and that nothing
 * has left by itself (XC-01). Nothing where all of them are reported.
 */
export function Decide({ conditions }: { readonly conditions: readonly Condition[] }) {
  const t = useTranslations('dialogs.decide');
  const headline = useHeadline();
  const judged = conditions.filter(({ source }) => source === 'judgement');
  if (judged.length === 0) return null;
  return (
    <p className={styles.decide} role="note">
      <b>{t('title')}</b> <span>{t('judged', { names: judged.map(headline).join(t('and')) })}</span>
    </p>
  );
}
