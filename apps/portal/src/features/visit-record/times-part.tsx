import { useTranslations } from 'use-intl/react';
import { TextField } from '../../ui/text-field.tsx';
import { useAgeText } from '../../ui/use-dates.ts';
import styles from './record.module.css';
import type { FormPartProps } from './record-form.tsx';

/** An instant as the browser's box for day and time takes it: in the zone of the reader. */
function toLocal(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of a box; undefined: it is empty or incomplete. */
function toInstant(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

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
          value={toLocal(arrivedAt)}
          onChange={({ target }) => onChange({ ...draft, arrivedAt: toInstant(target.value) ?? arrivedAt })}
        />
        <TextField
          type="datetime-local"
          label={leftAt === null ? `${t('left')} (${t('onSaving')})` : t('left')}
          value={leftAt === null ? '' : toLocal(leftAt)}
          onChange={({ target }) => onChange({ ...draft, leftAt: toInstant(target.value) ?? null })}
        />
        {stay < 0 ? null : <span className="quiet">{ages.duration(stay)}</span>}
      </div>
    </section>
  );
}
