import type { RuleWords } from '@platen/catalogue/rule-sentence';
import { trialDays } from '@platen/contract/rule-trials';
import type { RuleForm } from '@platen/contract/rules';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRefused } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { firesAlike } from './other-forms.ts';
import { TrialOutcome } from './outcome.tsx';
import styles from './trial.module.css';
import { useTrial } from './use-trial.ts';

interface TrialPanelProps {
  readonly form: RuleForm;
  /** The form as it is saved; undefined: it is not saved yet. */
  readonly saved: RuleForm | undefined;
  readonly ruleId: string | undefined;
  readonly words: RuleWords;
  /** The form has no fault. */
  readonly isWhole: boolean;
  /** Undefined: the user may not change the rule. */
  readonly onChange: ((form: RuleForm) => void) | undefined;
}

const spans = [trialDays.least, 30, trialDays.usual, trialDays.most] as const;

/** What the rule would have done, next to its form (BT-01). */
export function TrialPanel({ form, saved, ruleId, words, isWhole, onChange }: TrialPanelProps) {
  const t = useTranslations('ruleTrial');
  const id = useId();
  const [days, setDays] = useState<number>(trialDays.usual);
  const [isCompared, setCompared] = useState(false);
  const { done, ask, isBusy, progress, errorCode } = useTrial(ruleId);
  const refusal = useRefused(errorCode);
  const canCompare = saved !== undefined && !firesAlike(saved, form);
  const start = (span: number) => ask({ form, days: span, against: isCompared && canCompare ? saved : undefined });
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{t('title')}</h2>
        <span className={styles.space} />
        <fieldset className={styles.spans} disabled={isBusy} data-print="none">
          <legend className="vh">{t('span')}</legend>
          {spans.map((span) => (
            <button
              key={span}
              type="button"
              aria-pressed={span === days}
              onClick={() => {
                setDays(span);
                if (done !== undefined && isWhole) start(span);
              }}
            >
              {t('days', { days: span })}
            </button>
          ))}
        </fieldset>
        <Button busy={isBusy} disabled={!isWhole} onClick={() => start(days)}>
          {t(done === undefined ? 'try' : 'again')}
        </Button>
      </div>
      {canCompare ? (
        <label className={styles.compare} data-print="none">
          <input
            type="checkbox"
            checked={isCompared}
            onChange={({ currentTarget }) => setCompared(currentTarget.checked)}
          />
          {t('compare')}
        </label>
      ) : null}
      <output className={styles.messages}>
        {isWhole ? null : <p className="quiet">{t('needsForm')}</p>}
        {progress === undefined ? null : (
          <p>
            <progress className={styles.progress} value={progress.done} max={Math.max(1, progress.total)} />{' '}
            {t(progress.state === 'waiting' ? 'waiting' : 'running', { done: progress.done, total: progress.total })}
          </p>
        )}
        {refusal === undefined || isBusy ? null : <p data-tone="error">{refusal}</p>}
      </output>
      {done === undefined ? (
        <p className={styles.intro}>
          {t('intro')} {t('notTried')}
        </p>
      ) : (
        <TrialOutcome asked={done.asked} answer={done.answer} form={form} words={words} onChange={onChange} />
      )}
    </section>
  );
}
