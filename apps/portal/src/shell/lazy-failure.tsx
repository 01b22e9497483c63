import { useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/button.tsx';
import styles from './lazy-failure.module.css';
import { LazyTimeout } from '../platform/lazy-resource.ts';
import { logError } from '../platform/log.ts';

/** The browser's own message for a module that failed to load. */
function isLoadFailure(error: Error): boolean {
  return error instanceof LazyTimeout || /dynamically imported module|module script failed/i.test(error.message);
}

/**
 * In place of a screen that did not load (CN-19, OQ-122) or that crashed: an error, with the offer to reload.
 */
export function LazyFailure({ error }: { readonly error: Error }) {
  const t = useTranslations('errors');
  useEffect(() => logError('a screen could not be shown', error), [error]);
  const isLoad = isLoadFailure(error);
  return (
    <section className={styles.failure} role="alert">
      <h2>{t(isLoad ? 'lazyFailed' : 'crashed')}</h2>
      <p>{t(isLoad ? 'lazyHint' : 'crashedHint')}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('reload')}
      </Button>
    </section>
  );
}

/** The same for the router, which hands on whatever was thrown. */
export function ScreenFailure({ error }: { readonly error: unknown }) {
  return <LazyFailure error={error instanceof Error ? error : new Error(String(error))} />;
}
