import { messageLanguages } from '@platen/contract/channel-names';
import { priorities } from '@platen/contract/worklist-names';
import { useTranslations } from 'use-intl/react';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { toAnswer } from './model.ts';
import styles from './organisations.module.css';

/** The settings that are no calendar, as typed. */
export interface AnswerDraft {
  readonly mailLanguage: string;
  /** By class, `2/8`: hours until acknowledged, and until on site. */
  readonly answers: readonly string[];
  readonly secondPerson: string;
  /** Empty: as inherited. */
  readonly retention: string;
  readonly addressesLeave: boolean;
}

interface AnswerSettingsProps {
  readonly draft: AnswerDraft;
  readonly secondPersonProblem: string | undefined;
  readonly retentionProblem: string | undefined;
  readonly showProblems: boolean;
  readonly onChange: (part: Partial<AnswerDraft>) => void;
}

/** Language of mails, answer times, limit of corrections, retention, and network addresses (OA-04). */
export function AnswerSettings(props: AnswerSettingsProps) {
  const { draft, secondPersonProblem, retentionProblem, showProblems, onChange } = props;
  const t = useTranslations('organisations');
  return (
    <>
      <div className={styles.fields}>
        <Select
          isStacked
          label={t('setting.mailLanguage')}
          value={draft.mailLanguage}
          options={messageLanguages.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChange={({ currentTarget }) => onChange({ mailLanguage: currentTarget.value })}
        />
        <TextField
          label={t('setting.secondPersonPages')}
          hint={t('secondPersonHint')}
          inputMode="numeric"
          value={draft.secondPerson}
          problem={secondPersonProblem}
          onChange={({ currentTarget }) => onChange({ secondPerson: currentTarget.value })}
        />
        <TextField
          label={t('setting.retentionMonths')}
          hint={t('retentionHint')}
          inputMode="numeric"
          value={draft.retention}
          problem={retentionProblem}
          onChange={({ currentTarget }) => onChange({ retention: currentTarget.value })}
        />
      </div>
      <fieldset className={styles.week}>
        <legend>{t('setting.answerTimes')}</legend>
        {priorities.map((priority, index) => (
          <TextField
            key={priority}
            label={priority}
            hint={index === 0 ? t('answerHint') : undefined}
            value={draft.answers[index] ?? ''}
            problem={showProblems && toAnswer(draft.answers[index] ?? '') === undefined ? t('answerWrong') : undefined}
            onChange={({ currentTarget }) =>
              onChange({ answers: draft.answers.map((one, at) => (at === index ? currentTarget.value : one)) })
            }
          />
        ))}
      </fieldset>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.addressesLeave}
          onChange={({ currentTarget }) => onChange({ addressesLeave: currentTarget.checked })}
        />
        {t('setting.addressesLeave')}
      </label>
    </>
  );
}
