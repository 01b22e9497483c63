import { Outlet } from '@tanstack/react-router';
import { Component, type ComponentType, lazy, type MouseEvent, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { LazyTimeout, loadResource } from '../platform/load-texts.ts';
import { logError } from '../platform/log.ts';
import type { TitleKey } from '../platform/screens.ts';
import { closePopup, type PopupName, popupArea, useArea } from '../platform/state.ts';
import { sessionPhaseArea } from '../session/session-areas.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Header } from './header.tsx';
import styles from './root-layout.module.css';

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

/** The error popup, as the others, is code of its own; see `prefetchErrorPopup`. */
const loadErrorPopup = () => import('../features/error-popup/popup.tsx');

const popups = {
  information: lazyPopup(() => import('../features/information/popup.tsx'), 'InformationPopup'),
  errorInformation: lazyPopup(loadErrorPopup, 'ErrorPopup'),
  notification: lazyPopup(() => import('../features/notifications/popup.tsx'), 'NotificationPopup'),
  terms: lazyPopup(() => import('../features/terms/popup.tsx'), 'TermsPopup'),
  advancedSearch: lazyPopup(() => import('../features/advanced-search/popup.tsx'), 'AdvancedSearchPopup'),
} satisfies Record<PopupName, ComponentType>;

function lazyPopup<Name extends string>(load: () => Promise<Readonly<Record<Name, () => ReactNode>>>, name: Name) {
  return lazy(async () => {
    const Loaded: () => ReactNode = (await loadResource(load))[name];
    return { default: () => <Loaded /> };
  });
}

const titles = {
  information: 'information',
  errorInformation: 'errorInformation',
  notification: 'notification',
  terms: 'terms',
  advancedSearch: 'advancedSearch',
} as const satisfies Record<PopupName, TitleKey>;

/** The error popup must be there when the network is not: its code is fetched while all is well. */
export function prefetchErrorPopup(): Promise<unknown> {
  return loadErrorPopup();
}

/** Renders the one open popup (PO-01, PO-06). */
function PopupHost() {
  const t = useTranslations('header.titles');
  const name = useArea(popupArea);
  if (name === 'none') return null;
  return (
    <PopupBoundary key={name} title={t(titles[name])}>
      <Suspense fallback={null}>
        <Popup name={name} />
      </Suspense>
    </PopupBoundary>
  );
}

/** The popup of a name; an unknown name shows 'No data' (PO-18). */
export function Popup({ name }: { readonly name: string }) {
  const t = useTranslations('popups');
  const Content = isPopupName(name) ? popups[name] : undefined;
  if (Content !== undefined) return <Content />;
  return (
    <Dialog title={t('noData')} size="narrow" onClose={closePopup}>
      <p>{t('noData')}</p>
    </Dialog>
  );
}

const isPopupName = (name: string): name is PopupName => Object.hasOwn(popups, name);

interface PopupBoundaryProps {
  /** Title of the dialog shown when the popup could not be loaded. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A popup whose code fails to load shows an error with 'Reload' (CN-19, OQ-122). */
export class PopupBoundary extends Component<PopupBoundaryProps, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Dialog title={this.props.title} onClose={closePopup}>
        <LazyFailure error={error} />
      </Dialog>
    );
  }
}

/** The browser's own message for a module that failed to load. */
function isLoadFailure(error: Error): boolean {
  return error instanceof LazyTimeout || /dynamically imported module|module script failed/i.test(error.message);
}

/**
 * In place of a screen that did not load (CN-19, OQ-122) or that crashed: an error, with the offer to reload.
 */
function LazyFailure({ error }: { readonly error: Error }) {
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
