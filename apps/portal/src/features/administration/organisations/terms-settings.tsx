import { longestTerms } from '@platen/contract/organisation-terms';
import { useTranslations } from 'use-intl/react';
import { TextArea } from '../../../editing/form-dialog.tsx';
import styles from './organisations.module.css';

/** The terms of use, as typed. */
export interface TermsDraft {
  readonly english: string;
  readonly japanese: string;
}

interface TermsSettingsProps {
  readonly draft: TermsDraft;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<TermsDraft>) => void;
}

/** Terms of use of the organisation and those below it, in both languages (OA-04). */
export function TermsSettings({ draft, problem, onChange }: TermsSettingsProps) {
  const t = useTranslations('organisations');
  return (
    <>
      <TextArea
        label={t('termsIn', { language: t('languages.en-us') })}
        hint={t('termsHint')}
        longest={longestTerms}
        rows={6}
        value={draft.english}
        onChange={(english) => onChange({ english })}
      />
      <TextArea
        label={t('termsIn', { language: t('languages.ja-jp') })}
        longest={longestTerms}
        rows={6}
        value={draft.japanese}
        onChange={(japanese) => onChange({ japanese })}
      />
      {problem === undefined ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
