import { useTranslations } from 'use-intl/react';
import { toMessage } from '../platform/application-message.ts';
import styles from './lazy-failure.module.css';
import { deviceArea } from '../platform/selected-device.ts';
import { ButtonLink } from '../ui/link.tsx';

/**
 * In place of a device that a link named and the server refuses: why, and the way to the devices of the user.
 */
export function RefusedLink({ code }: { readonly code: number }) {
  const t = useTranslations();
  return (
    <section className={styles.failure} role="alert">
      <h2>{t('errors.panelFailed')}</h2>
      <p>
        <span className="code">{code}</span> {toMessage(code)}
      </p>
      <ButtonLink variant="primary" to="/devicelist" onClick={() => deviceArea.reset()}>
        {t('header.titles.deviceList')}
      </ButtonLink>
    </section>
  );
}
