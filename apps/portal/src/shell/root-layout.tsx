import { Outlet } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl/react';
import { sessionPhaseArea } from '../session/session-areas.ts';
import { Header } from './header.tsx';
import { PopupHost } from './popup-host.tsx';
import styles from './root-layout.module.css';
import { useArea } from '../platform/state.ts';

/** First stop of the keyboard: past the header to the screen (WCAG 2.4.1). The address stays as it is. */
function SkipLink() {
  const t = useTranslations('common');
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById('content')?.focus();
  };
  return (
    <a className={styles.skip} href="#content" onClick={skip}>
      {t('skipToContent')}
    </a>
  );
}

/**
 * Frame of every screen: header, the screen, the popup. While the browser leaves for the logout nothing of
 * the user is shown.
 */
export function RootLayout() {
  const t = useTranslations('session');
  const phase = useArea(sessionPhaseArea);
  if (phase === 'leaving') {
    return <output className={styles.pending}>{t('leaving')}</output>;
  }
  return (
    <>
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <PopupHost />
    </>
  );
}
