import { useTranslations } from 'use-intl/react';
import { toInstant, toLocalMinute } from '../../ui/local-minute.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useAgeText } from '../../ui/use-dates.ts';
import type { FormPartProps } from './form-part.ts';
import styles from './record.module.css';
import type { DraftProblem } from './record-model.ts';

/** Arrived and left to the minute (VR-01); without a time one leaves when the record is saved. */
export function TimesPart({ draft, onChange, now }: FormPartProps & { readonly now: number }) {
  const t = useTranslations('visitRecord');
  const ages = useAgeText();
  const { arrivedAt, leftAt } = draft;
  const stay = (leftAt === null ? now : Date.parse(leftAt)) - Date.parse(arrivedAt);
  return (
    <section className={styles.cell}>
      <h2 className="vh">{t('times')}</h2>
      <div className={styles.line}>
        <TextField
          type="datetime-local"
          label={t('arrived')}
          data-problem={'badTimes' satisfies DraftProblem}
          value={toLocalMinute(arrivedAt)}
          onChange={({ target }) => onChange({ ...draft, arrivedAt: toInstant(target.value) ?? arrivedAt })}
        />
        <TextField
          type="datetime-local"
          label={leftAt === null ? `${t('left')} (${t('onSaving')})` : t('left')}
          value={leftAt === null ? '' : toLocalMinute(leftAt)}
          onChange={({ target }) => onChange({ ...draft, leftAt: toInstant(target.value) ?? null })}
        />
        {stay < 0 ? null : <span className="quiet">{ages.duration(stay)}</span>}
      </div>
    </section>
  );
}
