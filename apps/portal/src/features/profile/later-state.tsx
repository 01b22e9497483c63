import { useTranslations } from 'use-intl/react';
import { toMessage } from '../../app/application-message.ts';
import { toPanelState } from '../../device/query-panel.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './later.module.css';

type Query = Parameters<typeof toPanelState>[0];

/** What stands in the place kept for a later part: rows that wait, or why nothing came and how to try again. */
export function LaterState({ query, rows }: { query: Query; rows: number }) {
  const t = useTranslations('common');
  const state = toPanelState(query, rows);
  if (state.kind === 'loading') {
    return (
      <output className={styles.waiting}>
        <span className="vh">{t('loading')}</span>
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} />
        ))}
      </output>
    );
  }
  if (state.kind !== 'failed') return null;
  const { errorCode, onRetry, busy = false } = state;
  return (
    <p className={styles.notLoaded} role="alert" title={toMessage(errorCode)}>
      <span className="code">{errorCode}</span> <span>{toMessage(errorCode)}</span>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        {t('retry')}
      </Button>
    </p>
  );
}
