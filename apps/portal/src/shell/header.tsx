import { useCanGoBack, useMatches, useNavigate, useRouter } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { Mark } from '../brand/logo.tsx';
import { environment } from '../platform/environment.ts';
import { logError } from '../platform/log.ts';
import type { Screen } from '../platform/screens.ts';
import { openPopup, resetAreas } from '../platform/state.ts';
import { closeSession } from '../session/session.ts';
import { isSignedIn } from '../session/stored-session.ts';
import { IconButton } from '../ui/button.tsx';
import { useIsWide } from '../ui/media.ts';
import styles from './header.module.css';
import type { UserMenuProps } from './user-menu.tsx';

const unknownScreen: Omit<Screen, 'name'> = { title: 'notFound', kind: 'notFound' };

/** The screen of the address; an address without one is the not-found screen. */
function useScreen(): Omit<Screen, 'name'> {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.screen }) ?? unknownScreen;
}

/** Without the strip the screen of the address is still there: a strip that cannot be loaded is left out. */
const AreaStrip = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const { loadAreaStrip } = await import('./area-strip.tsx');
    return { default: await loadAreaStrip() };
  } catch (thrown) {
    logError('the areas could not be shown', thrown);
    return { default: () => null };
  }
});

/** Where the menu cannot be loaded, its icon logs out: that must always be possible. */
const UserMenu = lazy(async (): Promise<{ default: ComponentType<UserMenuProps> }> => {
  try {
    return { default: (await import('./user-menu.tsx')).UserMenu };
  } catch (thrown) {
    logError('the user menu could not be shown', thrown);
    return { default: LogoutButton };
  }
});

/** The bezel: mark, title of the screen, and what the screen offers (HD-01..HD-38). */
export function Header() {
  const t = useTranslations('header');
  const { brand } = environment();
  const { title, kind } = useScreen();
  const heading = useRef<HTMLHeadingElement>(null);
  const isWide = useIsWide();
  const isAfterSignIn = kind === 'list' || kind === 'detail';
  const hasMenu = isAfterSignIn || kind === 'terms' || (kind === 'notFound' && isSignedIn());
  useFocusOnChange(heading, title);
  return (
    <>
      <header className={styles.bezel}>
        {kind === 'detail' && <BackButton />}
        <div className={styles.mark}>
          <Mark brand={brand.id} />
          <span>{brand.title}</span>
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {t(`titles.${title}`)}
        </h1>
        <div className={styles.space} />
        {kind === 'detail' && <DeviceListButton />}
        {isAfterSignIn && isWide && (
          <IconButton tone="bezel" icon="info" label={t('information')} onClick={() => openPopup('information')} />
        )}
        {hasMenu && (
          <Suspense fallback={<span className={styles.menu} />}>
            <UserMenu isLogoutOnly={!isAfterSignIn} isWide={isWide} />
          </Suspense>
        )}
      </header>
      {kind === 'list' && (
        <Suspense fallback={<div className={styles.areas} />}>
          <AreaStrip />
        </Suspense>
      )}
    </>
  );
}

/**
 * Where the control that led here is gone with its screen, keyboard and screen reader go on at the heading.
 */
function useFocusOnChange(heading: React.RefObject<HTMLElement | null>, title: string): void {
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, [heading, title]);
}

/** Exactly one step back; without a step to go back, the device list (HD-25, OQ-55). */
function BackButton() {
  const t = useTranslations('header');
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: '/devicelist' });
  };
  return <IconButton tone="bezel" className={styles.back} icon="back" label={t('backToPrevious')} onClick={goBack} />;
}

/** Forgets the device and the state of the list, then goes to the list (HD-27). */
function DeviceListButton() {
  const t = useTranslations('header');
  const navigate = useNavigate();
  const goToList = () => {
    resetAreas(['device', 'devices']);
    void navigate({ to: '/devicelist' });
  };
  return <IconButton tone="bezel" icon="list" label={t('deviceList')} onClick={goToList} />;
}

function LogoutButton() {
  const t = useTranslations('header.menu');
  return <IconButton tone="bezel" icon="user" label={t('logout')} onClick={() => void closeSession()} />;
}
