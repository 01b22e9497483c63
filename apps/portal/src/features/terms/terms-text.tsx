import { termsOfUse } from '@platen/catalogue/terms-of-use';
import { defaultAgreedVersion } from '@platen/contract/constants';
import { useTranslations } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './terms-text.module.css';

interface TermsTextProps {
  readonly className?: string | undefined;
  /** Of the user's organisation, in the place of the product's (OA-04). */
  readonly own?: { readonly english: string; readonly japanese: string } | undefined;
}

/**
 * The full text, read-only, scrolled by itself: the product's in English for everybody (TM-11, TM-23), that
 * of an organisation in the language of the user where it has one.
 */
export function TermsText({ className, own }: TermsTextProps) {
  const t = useTranslations('terms');
  const { locale } = environment();
  const isJapanese = own !== undefined && own.japanese !== '' && (locale === 'ja-jp' || own.english === '');
  return (
    <section
      className={classNames(styles.text, className)}
      lang={isJapanese ? 'ja' : 'en'}
      aria-label={t(own === undefined ? 'text' : 'ownText')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- reachable by keyboard: it scrolls
      tabIndex={0}
    >
      {own === undefined
        ? termsOfUse.sections.map((section) => (
            <div key={section.title}>
              <h3>{section.title}</h3>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          ))
        : toParagraphs(isJapanese ? own.japanese : own.english).map(({ key, text }) => (
            <p key={key} className={styles.lines}>
              {text}
            </p>
          ))}
    </section>
  );
}

/** Paragraphs of a plain text, which blank lines separate; keys are their places in it. */
const toParagraphs = (text: string) =>
  text.split(/\n\s*\n/).map((paragraph, index) => ({ key: String(index), text: paragraph.trim() }));

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
