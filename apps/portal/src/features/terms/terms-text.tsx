import { termsOfUse } from '@platen/catalogue/terms-of-use';
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
