import { messageLanguages } from '@platen/contract/channel-names';
import { changeOrganisation, type OrganisationDetails } from '@platen/contract/organisations';
import { priorities } from '@platen/contract/worklist-names';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toConflict } from '../../../editing/conflict.ts';
import { FormDialog, TextArea, useRefusal } from '../../../editing/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type AnswerDraft, AnswerSettings } from './answer-settings.tsx';
import {
  toAnswer,
  toAnswerText,
  toAnswerTimes,
  toHolidays,
  toHolidayText,
  toHours,
  toHoursText,
  toNumbers,
} from './model.ts';
import styles from './organisations.module.css';
import { useChangeOrganisation } from './queries.ts';
import { type TermsDraft, TermsSettings } from './terms-settings.tsx';

const days = [0, 1, 2, 3, 4, 5, 6] as const;
const mostPages = 1_000_000;
const [fewestMonths, mostMonths] = [3, 240];

interface Draft extends AnswerDraft, TermsDraft {
  readonly name: string;
  readonly numbers: string;
  readonly zone: string;
  readonly leadDays: string;
  readonly lunch: string;
  readonly week: readonly string[];
  readonly holidays: string;
}

const toDraft = ({ organisation, inForce }: OrganisationDetails): Draft => ({
  name: organisation.name,
  numbers: [...organisation.dealerNumbers, ...organisation.customerNumbers].join(', '),
  zone: inForce.zone ?? '',
  leadDays: String(inForce.leadDays ?? ''),
  lunch: String(inForce.lunchMinutes ?? ''),
  week: days.map((day) => toHoursText(inForce.week?.[day] ?? [])),
  holidays: toHolidayText(inForce.holidays ?? []),
  mailLanguage: inForce.mailLanguage ?? '',
  answers: priorities.map((priority) => toAnswerText(inForce.answerTimes?.[priority])),
  secondPerson: String(inForce.secondPersonPages ?? ''),
  addressesLeave: inForce.addressesLeave ?? true,
  retention: String(inForce.retentionMonths ?? ''),
  english: inForce.terms?.english ?? '',
  japanese: inForce.terms?.japanese ?? '',
});

/** What of the settings that are no calendar differs. */
const toAnswerChange = (draft: Draft, before: Draft) => ({
  ...(draft.mailLanguage === before.mailLanguage
    ? {}
    : { mailLanguage: messageLanguages.find((one) => one === draft.mailLanguage) }),
  ...(draft.answers.join('\n') === before.answers.join('\n') ? {} : { answerTimes: toAnswerTimes(draft.answers) }),
  ...(draft.secondPerson === before.secondPerson ? {} : { secondPersonPages: wholeOf(draft.secondPerson, mostPages) }),
  ...(draft.retention.trim() === before.retention ? {} : { retentionMonths: toRetention(draft.retention) ?? null }),
  ...(draft.addressesLeave === before.addressesLeave ? {} : { addressesLeave: draft.addressesLeave }),
});

const termsOf = ({ english, japanese }: TermsDraft): string => [english.trim(), japanese.trim()].join('\0');
/** Neither language has a text, and one had. */
const isTermsGone = (draft: Draft, before: Draft): boolean =>
  termsOf(draft) === termsOf({ english: '', japanese: '' }) && termsOf(draft) !== termsOf(before);
const toTermsChange = (draft: Draft, before: Draft) =>
  termsOf(draft) === termsOf(before)
    ? {}
    : { terms: { english: draft.english.trim(), japanese: draft.japanese.trim() } };

const wholeOf = (text: string, most: number): number | undefined =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) <= most ? Number(text) : undefined;
/** Months as typed; null: as inherited, undefined: they are none. */
function toRetention(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const months = wholeOf(text, mostMonths);
  return months === undefined || months < fewestMonths ? undefined : months;
}
const isZone = (name: string): boolean => {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
};

/** Name, numbers and settings. Only settings that differ from what holds are set; others stay inherited. */
export function EditDialog({
  details,
  onClose,
}: {
  readonly details: OrganisationDetails;
  readonly onClose: () => void;
}) {
  const t = useTranslations('organisations');
  const change = useChangeOrganisation();
  const refusal = useRefusal(change.error);
  const [from, setFrom] = useState(details);
  const [draft, setDraft] = useState(() => toDraft(details));
  const [isTried, setTried] = useState(false);
  const conflict = toConflict(change.error, changeOrganisation.answer);
  const { organisation } = from;
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const leadDays = wholeOf(draft.leadDays, 60);
  const lunchMinutes = wholeOf(draft.lunch, 240);
  const week = draft.week.map(toHours);
  const holidays = toHolidays(draft.holidays);
  const problems = {
    name: draft.name.trim() === '' ? t('nameNeeded') : undefined,
    zone: isZone(draft.zone.trim()) ? undefined : t('zoneWrong'),
    leadDays: leadDays === undefined ? t('wholeWrong', { most: 60 }) : undefined,
    lunch: lunchMinutes === undefined ? t('wholeWrong', { most: 240 }) : undefined,
    holidays: holidays === undefined ? t('holidaysWrong') : undefined,
    secondPerson:
      wholeOf(draft.secondPerson, mostPages) === undefined ? t('wholeWrong', { most: mostPages }) : undefined,
    retention: toRetention(draft.retention) === undefined ? t('retentionWrong', { least: fewestMonths }) : undefined,
    terms: isTermsGone(draft, toDraft(from)) ? t('termsNeeded') : undefined,
    answers: draft.answers.some((one) => toAnswer(one) === undefined) ? t('answerWrong') : undefined,
  };
  const submit = () => {
    setTried(true);
    const hours = week.flatMap((day) => (day === undefined ? [] : [day]));
    if (Object.values(problems).some((one) => one !== undefined) || hours.length !== days.length) return;
    const before = toDraft(from);
    const numbers = toNumbers(draft.numbers);
    change.mutate(
      {
        id: organisation.organisationId,
        version: organisation.version,
        name: draft.name.trim(),
        ...(organisation.kind === 'dealer' ? { dealerNumbers: numbers } : {}),
        ...(organisation.kind === 'customer' || organisation.kind === 'site' ? { customerNumbers: numbers } : {}),
        settings: {
          ...(draft.zone === before.zone ? {} : { zone: draft.zone.trim() }),
          ...(draft.leadDays === before.leadDays ? {} : { leadDays }),
          ...(draft.lunch === before.lunch ? {} : { lunchMinutes }),
          ...(draft.week.join('\n') === before.week.join('\n') ? {} : { week: hours }),
          ...(draft.holidays === before.holidays ? {} : { holidays }),
          ...toAnswerChange(draft, before),
          ...toTermsChange(draft, before),
        },
      },
      { onSuccess: onClose },
    );
  };
  const shownProblem = (one: string | undefined) => (isTried ? one : undefined);
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
      <div className={styles.fields}>
        <TextField
          label={t('name')}
          required
          maxLength={200}
          value={draft.name}
          data-autofocus=""
          problem={shownProblem(problems.name)}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        {organisation.kind === 'operator' ? null : (
          <TextField
            label={t(organisation.kind === 'dealer' ? 'dealerNumbers' : 'customerNumbers')}
            hint={t('numbersHint')}
            value={draft.numbers}
            onChange={({ currentTarget }) => set({ numbers: currentTarget.value })}
          />
        )}
        <TextField
          label={t('setting.zone')}
          hint={t('zoneHint', { example: 'Europe/Berlin' })}
          value={draft.zone}
          problem={shownProblem(problems.zone)}
          onChange={({ currentTarget }) => set({ zone: currentTarget.value })}
        />
        <TextField
          label={t('setting.leadDays')}
          inputMode="numeric"
          value={draft.leadDays}
          problem={shownProblem(problems.leadDays)}
          onChange={({ currentTarget }) => set({ leadDays: currentTarget.value })}
        />
        <TextField
          label={t('setting.lunchMinutes')}
          inputMode="numeric"
          value={draft.lunch}
          problem={shownProblem(problems.lunch)}
          onChange={({ currentTarget }) => set({ lunch: currentTarget.value })}
        />
      </div>
      <fieldset className={styles.week}>
        <legend>{t('setting.week')}</legend>
        {days.map((day) => (
          <TextField
            key={day}
            label={t('weekday', { day: String(day) })}
            value={draft.week[day] ?? ''}
            placeholder={t('noWork')}
            problem={isTried && week[day] === undefined ? t('hoursWrong') : undefined}
            onChange={({ currentTarget }) =>
              set({ week: draft.week.map((one, index) => (index === day ? currentTarget.value : one)) })
            }
          />
        ))}
      </fieldset>
      <TextArea
        label={t('setting.holidays')}
        hint={t('holidaysHint')}
        value={draft.holidays}
        onChange={(text) => set({ holidays: text })}
      />
      {shownProblem(problems.holidays) === undefined ? null : (
        <p className={styles.problem} role="alert">
          {problems.holidays}
        </p>
      )}
      <AnswerSettings
        draft={draft}
        secondPersonProblem={shownProblem(problems.secondPerson)}
        retentionProblem={shownProblem(problems.retention)}
        showProblems={isTried}
        onChange={set}
      />
      <TermsSettings draft={draft} problem={shownProblem(problems.terms)} onChange={set} />
    </FormDialog>
  );
}
