import { useTranslations } from 'use-intl/react';
import { toShownFailure } from '../../platform/application-message.ts';
import { Button } from '../../ui/button.tsx';
import { type PanelState, Skeleton, toPanelState, useRetry } from '../../ui/panel.tsx';
import styles from './later.module.css';

type Query = Parameters<typeof toPanelState>[0];

/** Shown until a later part of the profile has loaded: placeholders, or the failure with Retry. */
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
  return <LaterFailure state={state} />;
}

function LaterFailure({ state: { onRetry, busy = false, ...failure } }: { state: PanelState & { kind: 'failed' } }) {
  const t = useTranslations('common');
  const { code, message } = toShownFailure(failure);
  const detail = useTranslations('detail');
  const retry = useRetry(`${code} ${message}`, onRetry);
  return (
    <p className={styles.notLoaded} role="alert" title={message}>
      <span className="code">{code}</span> <span>{retry === undefined ? detail('failed') : message}</span>
      {retry === undefined ? null : (
        <Button variant="quiet" busy={busy} onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </p>
  );
}
