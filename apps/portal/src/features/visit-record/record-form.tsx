import { visitResults } from '@platen/contract/visit-names';
import type { DeviceRecord } from '@platen/contract/visit-records';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/button.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { Choice } from './choice.tsx';
import { ConditionsPart } from './conditions-part.tsx';
import { CounterPart } from './counter-part.tsx';
import { DoesPanel } from './does-panel.tsx';
import { DonePart } from './done-part.tsx';
import { PartsPart } from './parts-part.tsx';
import styles from './record.module.css';
import { doubtOf, type RecordDraft, type RecordSubject, toRecord } from './record-model.ts';

export interface FormPartProps {
  readonly subject: RecordSubject;
  readonly draft: RecordDraft;
  readonly onChange: (draft: RecordDraft) => void;
  readonly itemName: (item: string) => string;
}

interface RecordFormProps extends FormPartProps {
  readonly headlineOf: (conditionId: string) => ReactNode;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onSave: (record: DeviceRecord) => void;
}

/** The record of one device, on a telephone and on a desk; what it will do stands next to it or below. */
export function RecordForm(props: RecordFormProps) {
  const { subject, draft, onChange, itemName, headlineOf, busy, problem, onSave } = props;
  const t = useTranslations('visitRecord');
  const [isTried, setTried] = useState(false);
  const now = useMinute().getTime();
  const toSaved = (at: number) =>
    toRecord(subject, draft, at, (from) =>
      from === null ? t('reason.none') : t('reason.part', { part: itemName(from) }),
    );
  const doubt = doubtOf(subject, draft, now);
  const missing = draft.result === null ? t('needsResult') : doubt === null ? undefined : t('needsAnswer');
  const save = () => {
    setTried(true);
    if (missing === undefined) onSave(toSaved(Date.now()));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) save();
      }}
    >
      <div className={styles.main}>
        <section className={styles.cell}>
          <h2>{t('result')}</h2>
          <Choice
            label={t('result')}
            options={visitResults.map((value) => ({ value, label: t(`results.${value}`) }))}
            value={draft.result}
            onChoose={(result) => onChange({ ...draft, result })}
          />
        </section>
        <PartsPart {...props} />
        <DonePart {...props} />
        <ConditionsPart {...props} headlineOf={headlineOf} />
        <CounterPart {...props} doubt={doubt} />
        <section className={styles.cell}>
          <h2>{t('note')}</h2>
          <textarea
            className={styles.note}
            aria-label={t('note')}
            maxLength={2000}
            value={draft.note}
            onChange={(event) => onChange({ ...draft, note: event.target.value })}
          />
          <p className="quiet">{t('noPersonalData')}</p>
        </section>
      </div>
      <aside className={styles.aside}>
        <DoesPanel record={toSaved(now)} itemName={itemName} />
        <p role="alert" className={styles.problem}>
          {problem ?? (isTried ? missing : undefined)}
        </p>
        <div className={styles.bar}>
          <Button type="submit" variant="primary" busy={busy}>
            {t('save')}
          </Button>
        </div>
      </aside>
    </form>
  );
}
