import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Logo } from '../../brand/logo.tsx';
import { environment } from '../../platform/environment.ts';
import { closePopup, useArea } from '../../platform/state.ts';
import { userArea } from '../../session/session-areas.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './popup.module.css';

const firstYear = 2026;
/** The project's name, whatever the brand (OQ-07). */
const holder = 'Platen';

/** Information: logo, version, copyright (PO-07..PO-09). */
export function InformationPopup() {
  const t = useTranslations();
  const { brand } = environment();
  const { version } = useArea(userArea);
  const [year] = useState(() => new Date().getFullYear());
  const years = year > firstYear ? `${firstYear}–${year}` : String(firstYear);
  return (
    <Dialog title={t('header.titles.information')} size="narrow" onClose={closePopup}>
      <Logo brand={brand} />
      <dl className={styles.facts}>
        <dt className="label">{t('popups.information.version')}</dt>
        <dd className="code">{version ?? t('common.none')}</dd>
        <dt className="label">{t('popups.information.copyright')}</dt>
        <dd>{t('popups.information.copyrightLine', { years, name: holder })}</dd>
      </dl>
    </Dialog>
  );
}
