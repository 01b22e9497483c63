import { defaultAgreedVersion } from '@platen/contract/constants';
import { useTranslations } from 'use-intl/react';
import styles from './terms-versions.module.css';

interface TermsVersionsProps {
  readonly latest: string;
  /** Undefined while it is not known. */
  readonly agreed: string | undefined;
}

/** Latest and agreed version (PO-14, PO-16, TM-10). */
export function TermsVersions({ latest, agreed }: TermsVersionsProps) {
  const t = useTranslations();
  const shown =
    agreed === undefined ? t('common.none') : agreed === defaultAgreedVersion ? t('terms.neverAgreed') : agreed;
  return (
    <dl className={styles.versions}>
      <div>
        <dt className="label">{t('terms.latestVersion')}</dt>
        <dd>{latest}</dd>
      </div>
      <div>
        <dt className="label">{t('terms.agreedVersion')}</dt>
        <dd>{shown}</dd>
      </div>
    </dl>
  );
}
