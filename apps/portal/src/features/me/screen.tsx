import type { MeTexts } from '@platen/catalogue/texts/types';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { TokensPanel } from '../../api-tokens/tokens-panel.tsx';
import { loadDeliveryTexts } from '../../delivery/load-texts.ts';
import { lazyTexts } from '../../platform/load-once.ts';
import { AddedTexts, ScreenLoading, ScreenWithTexts } from '../../ui/added-texts.tsx';
import { later } from '../../ui/later.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import styles from './me.module.css';
import { settingsQuery } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';
import { SignOut } from './sign-out.tsx';

export const loadTexts = lazyTexts<MeTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/me-ja-jp') : import('@platen/catalogue/texts/me-en-us'),
);

const waiting = <ScreenLoading rows={3} />;
const OwnDelivery = later(async () => (await import('../../delivery/own-delivery.tsx')).OwnDelivery, waiting);

/** '/me': own settings, channels with what goes there, API tokens, and signing out everywhere (OA-19). */
export function MeScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={8}>
      <Me />
    </ScreenWithTexts>
  );
}

function Me() {
  const t = useTranslations('me');
  const { data: me } = useQuery(meQuery);
  const settings = useQuery(settingsQuery);
  return (
    <div className={`page ${styles.page}`}>
      <Part title={t('settings')}>
        <PanelBody state={toPanelState(settings, 2)}>
          {settings.data === undefined ? null : <SettingsForm settings={settings.data} me={me} />}
        </PanelBody>
      </Part>
      <section className={styles.part} aria-label={t('channels')}>
        <AddedTexts load={loadDeliveryTexts} placeholder={waiting}>
          <OwnDelivery />
        </AddedTexts>
      </section>
      <Part title={t('tokens')}>
        <div className={styles.tokens}>
          <TokensPanel whose="own" me={me} />
        </div>
      </Part>
      <Part title={t('signOut')}>
        <SignOut />
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
