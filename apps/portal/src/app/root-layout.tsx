import { Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { sessionPhaseArea } from '../session/session-areas.ts';
import { Header } from './header.tsx';
import { PopupHost } from './popup-host.tsx';
import styles from './pending.module.css';
import { useArea } from './state.ts';

/** Frame of every screen: header, the screen, the popup. While the browser leaves for the logout nothing of the user is shown. */
export function RootLayout() {
  const t = useTranslations('session');
  const phase = useArea(sessionPhaseArea);
  if (phase === 'leaving') {
    return (
      <p className={styles.pending} role="status">
        {t('leaving')}
      </p>
    );
  }
  return (
    <>
      <Header />
      <main>
        <Outlet />
      </main>
      <PopupHost />
    </>
  );
}
