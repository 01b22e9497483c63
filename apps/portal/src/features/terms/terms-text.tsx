import { termsOfUse } from '@platen/catalogue/terms-of-use';
import { defaultAgreedVersion } from '@platen/contract/constants';
import { useTranslations } from 'use-intl/react';
import { classNames } from '../../ui/class-names.ts';
import styles from './terms-text.module.css';

/** The full text, in English for everybody (TM-11, TM-23), read-only, scrolled by itself. */
export function TermsText({ className }: { readonly className?: string | undefined }) {
  const t = useTranslations('terms');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- reachable by keyboard: it scrolls
    <section className={classNames(styles.text, className)} lang="en" aria-label={t('text')} tabIndex={0}>
      {termsOfUse.sections.map((section) => (
        <div key={section.title}>
          <h3>{section.title}</h3>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ))}
    </section>
  );
}

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
