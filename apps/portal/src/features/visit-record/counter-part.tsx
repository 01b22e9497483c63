import type { CounterDoubt } from '@platen/diagnosis/visit-record/check-counter';
import { useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import type { FormPartProps } from './form-part.ts';
import styles from './record.module.css';
import { type DraftProblem, toTotal } from './record-model.ts';

/** The newest report's total, and what the panel shows; a doubtful number asks once (VR-05). */
export function CounterPart({
  subject,
  draft,
  onChange,
  doubt,
}: FormPartProps & { readonly doubt: CounterDoubt | null }) {
  const t = useTranslations('visitRecord');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  const panel = useRef<HTMLInputElement>(null);
  const { total } = subject;
  const typed = toTotal(draft.typedTotal);
  const difference = total === null || typed === null || typed < total.value ? null : typed - total.value;
  return (
    <section className={styles.cell}>
      <h2>{t('counter')}</h2>
      <p className="quiet">
        {total === null
          ? t('noReport')
          : t('reported', { value: format.number(total.value), at: dates.moment(new Date(total.at), now) })}
      </p>
      <div className={styles.line}>
        <TextField
          ref={panel}
          label={t('onPanel')}
          inputMode="numeric"
          data-problem={'badTotal' satisfies DraftProblem}
          value={draft.typedTotal}
          onChange={(event) => onChange({ ...draft, typedTotal: event.target.value })}
        />
        <TextField
          label={t('testPages')}
          inputMode="numeric"
          data-problem={'badTestPages' satisfies DraftProblem}
          value={draft.testPages}
          onChange={(event) => onChange({ ...draft, testPages: event.target.value })}
        />
      </div>
      {difference === null || doubt !== null ? null : <p className="quiet">{t('above', { count: difference })}</p>}
      {doubt === null ? null : (
        <p role="alert" className={styles.problem}>
          {t(`doubts.${doubt}`)} {t('isThisRight')}{' '}
          <Button
            data-problem={'needsAnswer' satisfies DraftProblem}
            onClick={() => {
              onChange({ ...draft, confirmedTotal: draft.typedTotal });
              // The question goes, and the focus with it.
              panel.current?.focus();
            }}
          >
            {t('yes')}
          </Button>
        </p>
      )}
    </section>
  );
}
