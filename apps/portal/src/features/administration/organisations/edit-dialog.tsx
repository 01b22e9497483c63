import { changeOrganisation, type OrganisationDetails } from '@platen/contract/organisations';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toConflict } from '../../../editing/conflict.ts';
import { FormDialog, TextArea, useRefusal } from '../../../editing/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { AnswerSettings } from './answer-settings.tsx';
import { type Draft, days, findFaults, limits, toChange, toDraft } from './draft.ts';
import styles from './organisations.module.css';
import { useChangeOrganisation } from './queries.ts';
import { TermsSettings } from './terms-settings.tsx';

type Organisation = OrganisationDetails['organisation'];

interface EditProps {
  readonly details: OrganisationDetails;
  readonly onClose: () => void;
}

/** Name, numbers and settings. Only settings that differ from what holds are set; others stay inherited. */
export function EditDialog({ details, onClose }: EditProps) {
  const t = useTranslations('organisations');
  const change = useChangeOrganisation();
  const refusal = useRefusal(change.error);
  const [from, setFrom] = useState(details);
  const [draft, setDraft] = useState(() => toDraft(details));
  const [isTried, setTried] = useState(false);
  const conflict = toConflict(change.error, changeOrganisation.answer);
  const { organisation } = from;
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const before = toDraft(from);
  const faults = findFaults(draft, before);
  const shown: Shown = (isWrong, text) => (isTried && isWrong ? text : undefined);
  const submit = () => {
    setTried(true);
    if (Object.values(faults).flat().includes(true)) return;
    change.mutate({ id: organisation.organisationId, ...toChange(draft, from, before) }, { onSuccess: onClose });
  };
  const part = { draft, faults, shown, onChange: set };
  return (
    <FormDialog
      title={t('editTitle', { name: organisation.name })}
      size="default"
      submit={t('save')}
      busy={change.isPending}
      problem={conflict === undefined ? refusal : t('changedMeanwhile')}
      aside={
        conflict === undefined ? null : (
          <button
            type="button"
            className={styles.take}
            onClick={() => {
              setFrom(conflict.current);
              setDraft(toDraft(conflict.current));
              change.reset();
            }}
          >
            {t('takeTheirs')}
          </button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <HeadFields {...part} kind={organisation.kind} />
      <WorkingTime {...part} />
      <AnswerSettings
        draft={draft}
        secondPersonProblem={shown(faults.secondPerson, t('wholeWrong', { most: limits.pages }))}
        retentionProblem={shown(faults.retention, t('retentionWrong', { least: limits.leastMonths }))}
        showProblems={isTried}
        onChange={set}
      />
      <TermsSettings draft={draft} problem={shown(faults.terms, t('termsNeeded'))} onChange={set} />
    </FormDialog>
  );
}

/** The text of a fault; undefined while there is none, or before the user has tried to save. */
type Shown = (isWrong: boolean, text: string) => string | undefined;

interface FieldsProps {
  readonly draft: Draft;
  readonly faults: ReturnType<typeof findFaults>;
  readonly shown: Shown;
  readonly onChange: (part: Partial<Draft>) => void;
}

function HeadFields({ draft, faults, shown, onChange, kind }: FieldsProps & { readonly kind: Organisation['kind'] }) {
  const t = useTranslations('organisations');
  return (
    <div className={styles.fields}>
      <TextField
        label={t('name')}
        required
        maxLength={200}
        value={draft.name}
        data-autofocus=""
        problem={shown(faults.name, t('nameNeeded'))}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {kind === 'operator' ? null : (
        <TextField
          label={t(kind === 'dealer' ? 'dealerNumbers' : 'customerNumbers')}
          hint={t('numbersHint')}
          value={draft.numbers}
          onChange={({ currentTarget }) => onChange({ numbers: currentTarget.value })}
        />
      )}
      <TextField
        label={t('setting.zone')}
        hint={t('zoneHint', { example: 'Europe/Berlin' })}
        value={draft.zone}
        problem={shown(faults.zone, t('zoneWrong'))}
        onChange={({ currentTarget }) => onChange({ zone: currentTarget.value })}
      />
      <TextField
        label={t('setting.leadDays')}
        hint={t('leadDaysHint')}
        inputMode="numeric"
        value={draft.leadDays}
        problem={shown(faults.leadDays, t('wholeWrong', { most: limits.leadDays }))}
        onChange={({ currentTarget }) => onChange({ leadDays: currentTarget.value })}
      />
      <TextField
        label={t('setting.lunchMinutes')}
        hint={t('lunchHint')}
        inputMode="numeric"
        value={draft.lunch}
        problem={shown(faults.lunch, t('wholeWrong', { most: limits.lunchMinutes }))}
        onChange={({ currentTarget }) => onChange({ lunch: currentTarget.value })}
      />
    </div>
  );
}

/** Hours of the weekdays, and holidays. */
function WorkingTime({ draft, faults, shown, onChange }: FieldsProps) {
  const t = useTranslations('organisations');
  const holidaysProblem = shown(faults.holidays, t('holidaysWrong'));
  return (
    <>
      <fieldset className={styles.week}>
        <legend>{t('setting.week')}</legend>
        {days.map((day) => (
          <TextField
            key={day}
            label={t('weekday', { day: String(day) })}
            value={draft.week[day] ?? ''}
            placeholder={t('noWork')}
            problem={shown(faults.week[day] === true, t('hoursWrong'))}
            onChange={({ currentTarget }) =>
              onChange({ week: draft.week.map((one, index) => (index === day ? currentTarget.value : one)) })
            }
          />
        ))}
      </fieldset>
      <TextArea
        label={t('setting.holidays')}
        hint={t('holidaysHint')}
        value={draft.holidays}
        onChange={(text) => onChange({ holidays: text })}
      />
      {holidaysProblem === undefined ? null : (
        <p className={styles.problem} role="alert">
          {holidaysProblem}
        </p>
      )}
    </>
  );
}
