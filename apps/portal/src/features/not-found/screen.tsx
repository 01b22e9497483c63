import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { isSignedIn } from '../../session/stored-session.ts';
import { ButtonLink } from '../../ui/link.tsx';
import styles from './screen.module.css';

const toCode = (text: ReactNode) => <span className="code">{text}</span>;

/** Unknown path (RT-22). Anonymous users are led to the login, others to the device list (OQ-54). */
export function NotFoundScreen() {
  const t = useTranslations('notFound');
  return (
    <div className={styles.screen}>
      <Sheet />
      <div>
        <h2>{t('title')}</h2>
        <p>
          {t.rich('noScreen', {
            path: toCode,
            address: window.location.pathname,
          })}
          <br />
          {t('hint')}
        </p>
        {isSignedIn() ? (
          <ButtonLink variant="primary" to="/devicelist">
            {t('toDeviceList')}
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" to="/login">
            {t('toLogin')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** A sheet of paper, struck out. */
function Sheet() {
  return (
    <svg className={styles.sheet} viewBox="0 0 96 112" fill="none" strokeWidth={1.5} aria-hidden="true">
      <path className={styles.outline} d="M8 1h58l22 22v88H8zM66 1v22h22" />
      <path className={styles.lines} d="M22 44h52M22 56h52M22 68h30" />
      <path className={styles.cross} d="M60 76l18 18M78 76L60 94" strokeWidth={2} />
    </svg>
  );
}
