import { customersMatters, notDoneReasons, visitFindings, visitResults } from '@platen/contract/visit-names';
import type { RecordedDevice } from '@platen/contract/visit-records';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { Choice } from './choice.tsx';
import { ConditionsPart } from './conditions-part.tsx';
import { CounterPart } from './counter-part.tsx';
import { DoesPanel } from './does-panel.tsx';
import { DonePart } from './done-part.tsx';
import type { FormPartProps } from './form-part.ts';
import { PartsPart } from './parts-part.tsx';
import styles from './record.module.css';
import { type DraftProblem, doubtOf, problemOf, toRecord, toSaved } from './record-model.ts';
import { SettingsPart } from './settings-part.tsx';
import { TimesPart } from './times-part.tsx';
import type { RecordSubject } from './to-subject.ts';

interface RecordFormProps extends FormPartProps {
  readonly headlineOf: (condition: RecordSubject['conditions'][number]) => string;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onSave: (record: RecordedDevice) => void;
  readonly onDiscard: () => void;
  /** Further cells next to the form. */
  readonly children?: ReactNode;
}

/** The record of one device, on a telephone and on a desk; what it will do stands next to it or below. */
export function RecordForm(props: RecordFormProps) {
  const { subject, draft, onChange, itemName, busy, problem, onSave, onDiscard, children } = props;
  const t = useTranslations('visitRecord');
  const [isTried, setTried] = useState(false);
  const now = useMinute().getTime();
  const reasonOf = (from: string | null) =>
    from === null ? t('reason.none') : t('reason.part', { part: itemName(from) });
  const missing = problemOf(subject, draft, now);
  const isNotDone = draft.notDone !== null;
  const save = (form: HTMLFormElement) => {
    setTried(true);
    const at = Date.now();
    const wrong = problemOf(subject, draft, at);
    if (wrong === null) return onSave(toSaved(subject, draft, at, reasonOf));
    const field = form.querySelector<HTMLElement>(`[data-problem="${wrong}"]`);
    // The bar of the form would cover it at the lower edge.
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) save(event.currentTarget);
      }}
    >
      <div className={styles.main}>{isNotDone ? <NotDone {...props} /> : <Done {...props} now={now} />}</div>
      <aside className={styles.aside}>
        {isNotDone ? null : <DoesPanel record={toRecord(subject, draft, now, reasonOf)} itemName={itemName} />}
        {children}
      </aside>
      <footer className={styles.actions}>
        <p role="alert" className={styles.problem}>
          {problem ?? (isTried && missing !== null ? t(`problems.${missing}`) : undefined)}
        </p>
        <div className={styles.bar}>
          <Button variant="quiet" onClick={onDiscard}>
            {t('discard')}
          </Button>
          <Button
            aria-pressed={isNotDone}
            onClick={() => onChange({ ...draft, notDone: isNotDone ? null : 'noAccess' })}
          >
            {t('deviceNotDone')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('save')}
          </Button>
        </div>
      </footer>
    </form>
  );
}

/** The device was not done: why (VP-02). */
function NotDone({ draft, onChange }: FormPartProps) {
  const t = useTranslations('visitRecord');
  return (
    <section className={styles.cell}>
      <h2>{t('notDoneBecause')}</h2>
      <Choice
        label={t('notDoneBecause')}
        options={notDoneReasons.map((value) => ({ value, label: t(`notDoneReasons.${value}`) }))}
        value={draft.notDone}
        onChoose={(notDone) => onChange({ ...draft, notDone })}
      />
      <Words draft={draft} onChange={onChange} label={t('note')} />
    </section>
  );
}

function Done(props: RecordFormProps & { readonly now: number }) {
  const { subject, draft, onChange, headlineOf, now } = props;
  const t = useTranslations('visitRecord');
  return (
    <>
      <TimesPart {...props} now={now} />
      <section className={styles.cell}>
        <h2>{t('result')}</h2>
        <Choice
          label={t('result')}
          endsProblem="needsResult"
          options={visitResults.map((value) => ({ value, label: t(`results.${value}`) }))}
          value={draft.result}
          onChoose={(result) => onChange({ ...draft, result })}
        />
        {draft.result === 'customersMatter' ? (
          <Choice
            isSmall
            label={t('whatMatter')}
            options={customersMatters.map((value) => ({ value, label: t(`customersMatters.${value}`) }))}
            value={draft.customersMatter}
            onChoose={(customersMatter) => onChange({ ...draft, customersMatter })}
          />
        ) : null}
      </section>
      <PartsPart {...props} />
      <DonePart {...props} />
      <SettingsPart {...props} />
      <ConditionsPart {...props} headlineOf={headlineOf} />
      <CounterPart {...props} doubt={doubtOf(subject, draft, now)} />
      <section className={styles.cell}>
        <TextField
          label={t('remains')}
          maxLength={2000}
          value={draft.remains}
          onChange={(event) => onChange({ ...draft, remains: event.target.value })}
        />
        <Findings draft={draft} onChange={onChange} />
        <Words draft={draft} onChange={onChange} label={t('note')} />
      </section>
    </>
  );
}

/** What was found besides the parts, a tap each. */
function Findings({ draft, onChange }: Pick<FormPartProps, 'draft' | 'onChange'>) {
  const t = useTranslations('visitRecord');
  const { findings = [] } = draft;
  return (
    <>
      <h2>{t('findings')}</h2>
      <fieldset className={styles.choice}>
        <legend className="vh">{t('findings')}</legend>
        {visitFindings.map((finding) => (
          <label key={finding} className={styles.option}>
            <input
              type="checkbox"
              checked={findings.includes(finding)}
              onChange={() =>
                onChange({
                  ...draft,
                  findings: visitFindings.filter((one) => (one === finding) !== findings.includes(one)),
                })
              }
            />
            <span>{t(`findingWords.${finding}`)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** Free words (GE-18). */
function Words({ draft, onChange, label }: Pick<FormPartProps, 'draft' | 'onChange'> & { readonly label: string }) {
  const t = useTranslations('visitRecord');
  return (
    <>
      <h2>{label}</h2>
      <textarea
        className={styles.note}
        aria-label={label}
        data-problem={'needsNote' satisfies DraftProblem}
        maxLength={2000}
        value={draft.note}
        onChange={(event) => onChange({ ...draft, note: event.target.value })}
      />
      <p className="quiet">{t('noPersonalData')}</p>
    </>
  );
}
