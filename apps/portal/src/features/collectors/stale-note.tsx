import { useTranslations } from 'use-intl/react';
import { useDates } from '../../ui/use-dates.ts';
import styles from './collectors.module.css';

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
