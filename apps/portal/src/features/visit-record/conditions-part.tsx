import { conditionOutcomes } from '@platen/contract/visit-names';
import { useTranslations } from 'use-intl/react';
import { TextField } from '../../ui/text-field.tsx';
import { Choice } from './choice.tsx';
import type { FormPartProps } from './form-part.ts';
import styles from './record.module.css';
import { outcomeOf } from './record-model.ts';
import type { RecordSubject } from './to-subject.ts';

interface ConditionsPartProps extends FormPartProps {
  readonly headlineOf: (condition: RecordSubject['conditions'][number]) => string;
}

/** What became of each condition (VR-07): filled from the answers for the parts, and open to change. */
export function ConditionsPart({ subject, draft, onChange, itemName, headlineOf }: ConditionsPartProps) {
  const t = useTranslations('visitRecord');
  if (subject.conditions.length === 0) return null;
  return (
    <section className={styles.cell}>
      <h2>
        {t('conditions')} <span className="quiet">{t('fromTaps')}</span>
      </h2>
      <ul className={styles.rows}>
        {subject.conditions.map((condition) => {
          const { conditionId } = condition;
          const { outcome, from } = outcomeOf(condition, subject, draft);
          return (
            <li key={conditionId}>
              <div>
                <b>{headlineOf(condition)}</b>
                {from === null ? null : <span className="quiet">{t('from', { part: itemName(from) })}</span>}
              </div>
              <Choice
                isSmall
                label={t('outcome', { condition: headlineOf(condition) })}
                options={conditionOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
                value={outcome}
                onChoose={(value) => onChange({ ...draft, outcomes: { ...draft.outcomes, [conditionId]: value } })}
              />
              {outcome === 'notFixed' ? (
                <TextField
                  label={t('why')}
                  maxLength={2000}
                  placeholder={from === null ? t('reason.none') : t('reason.part', { part: itemName(from) })}
                  value={draft.reasons[conditionId] ?? ''}
                  onChange={(event) =>
                    onChange({ ...draft, reasons: { ...draft.reasons, [conditionId]: event.target.value } })
                  }
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
