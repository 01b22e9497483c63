import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { agreedTermsQuery } from '../../api/account-queries.ts';
import { Logo } from '../../brand/logo.tsx';
import { environment } from '../../platform/environment.ts';
import { closePopup, useArea } from '../../platform/state.ts';
import { termsArea } from '../../session/session-areas.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import styles from './popup.module.css';
import { TermsText, TermsVersions } from './terms-text.tsx';

/** Terms of use, to read again: logo, latest version, the agreed one, the full text (PO-13..PO-16). */
export function TermsPopup() {
  const t = useTranslations('header.titles');
  const { brand } = environment();
  const { latest } = useArea(termsArea);
  const terms = useQuery(agreedTermsQuery);
  const { data } = terms;
  return (
    <Dialog title={t('terms')} size="wide" onClose={closePopup}>
      <div className={styles.head}>
        <Logo brand={brand} />
        <TermsVersions latest={data?.own?.version ?? latest} agreed={data?.version} />
      </div>
      <PanelBody state={toPanelState(terms, 6)}>
        <TermsText className={styles.text} own={data?.own} />
      </PanelBody>
    </Dialog>
  );
}
