import { useTranslations } from 'use-intl/react';
import { TextField } from '../../ui/text-field.tsx';
import { Choice } from './choice.tsx';
import styles from './record.module.css';
import type { FormPartProps } from './record-form.tsx';
import { partChoices } from './record-model.ts';

/** An answer for each part of the pack, one tap each (amendment to VR-02). */
export function PartsPart({ subject, draft, onChange, itemName }: FormPartProps) {
  const t = useTranslations('visitRecord');
  return (
    <section className={styles.cell}>
      <h2>
        {t('parts')} <span className="quiet">{t('fromPack')}</span>
      </h2>
      {subject.parts.length === 0 ? <p className="quiet">{t('noParts')}</p> : null}
      <ul className={styles.rows}>
        {subject.parts.map(({ item, partNumber, pieces, isInStock }) => (
          <li key={item}>
            <div>
              <b>{itemName(item)}</b>
              <span className="quiet">
                {partNumber === null ? t('numberNotKnown') : <span className="code">{partNumber}</span>} × {pieces}
                {isInStock ? null : ` ${t('notInStock')}`}
              </span>
            </div>
            <Choice
              isSmall
              label={t('answerFor', { part: itemName(item) })}
              options={partChoices.map((value) => ({ value, label: t(`answers.${value}`) }))}
              value={draft.parts[item] ?? null}
              onChoose={(choice) => onChange({ ...draft, parts: { ...draft.parts, [item]: choice } })}
            />
            {draft.parts[item] === 'replaced' ? (
              <TextField
                label={t('serial')}
                maxLength={60}
                value={draft.serials[item] ?? ''}
                onChange={(event) => onChange({ ...draft, serials: { ...draft.serials, [item]: event.target.value } })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
