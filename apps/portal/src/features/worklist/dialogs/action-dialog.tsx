import type { WorklistRow } from '@platen/contract/worklist-item';
import {
  longestSnoozeDays,
  type ResolveReason,
  resolveReasons,
  type SnoozeReason,
  snoozeReasons,
} from '@platen/contract/worklist-names';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from '../../../editing/dialogs.module.css';
import { Choice, FormDialog, TextArea, useRefused } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { later } from '../../../ui/later.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import type { Further } from '../../../visit-planning/further-choice.tsx';
import { areHoursRight, toHours } from '../../../visit-planning/hours.ts';
import { HoursFields } from '../../../visit-planning/hours-fields.tsx';
import type { ActionDraft } from '../actions.ts';
import { dayAfter, dayIn, isBetween, morningOf } from '../days.ts';
import { Decide } from '../decide.tsx';
import { RowTexts } from '../row-texts.tsx';
import type { ActionDialogProps } from './dialog-props.ts';
import { PersonChoice } from './person-choice.tsx';
import { TickList, useTicks } from './tick-list.tsx';

/** Asks what an action needs, for the ticked conditions (WL-60). */
export function ActionDialog(props: ActionDialogProps) {
  const Form = forms[props.request.action];
  return (
    <RowTexts>
      <Form {...props} />
    </RowTexts>
  );
}

interface AskProps extends ActionDialogProps {
  readonly title: string;
  readonly submit: (count: number) => string;
  readonly hint?: string;
  /** The action as the fields have it, or why it cannot be sent yet. */
  readonly toDraft: () => ActionDraft | { readonly problem: string };
  /** Conditions of further rows, which a person ticked, and these rows. */
  readonly further?: Further;
  /** After the conditions. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** Actions by which somebody else gets the work. */
const handsOver: ReadonlySet<string> = new Set(['assign', 'plan']);

/** The frame of all actions: fields, the conditions to tick, and Send. */
function Ask(props: AskProps) {
  const { request, busy, errorCode, onSubmit, onClose, title, submit, hint, toDraft, further, below, children } = props;
  const t = useTranslations('dialogs');
  const { chosen: ofRows, ticked, toggle } = useTicks(request);
  const chosen = [...ofRows, ...(further?.conditions ?? [])];
  const [problem, setProblem] = useState<string>();
  const refusal = useRefused(errorCode);
  const send = () => {
    const draft = toDraft();
    const wrong = 'problem' in draft ? draft.problem : chosen.length === 0 ? t('noneTicked') : undefined;
    setProblem(wrong);
    if (wrong !== undefined || 'problem' in draft) return;
    if (further === undefined || further.conditions.length === 0) onSubmit(draft, chosen);
    else onSubmit(draft, chosen, further.rows);
  };
  return (
    <FormDialog
      title={title}
      submit={submit(chosen.length)}
      busy={busy}
      problem={problem ?? refusal}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
      {hint === undefined ? null : <p className="quiet">{hint}</p>}
      {handsOver.has(request.action) ? <Decide conditions={chosen} /> : null}
      <TickList {...request} ticked={ticked} onToggle={toggle} />
      {below}
    </FormDialog>
  );
}

const withNote = (note: string) => (note.trim() === '' ? {} : { note: note.trim() });

const devicesOf = (rows: readonly WorklistRow[]): readonly string[] =>
  rows.flatMap(({ entity, rowId }) => (entity === 'device' ? rowId : []));

function AssignForm(props: ActionDialogProps) {
  const t = useTranslations('dialogs');
  const [assignee, setAssignee] = useState<string | null | undefined>();
  return (
    <Ask
      {...props}
      title={t('assign.title')}
      submit={(count) => t('assign.submit', { count })}
      hint={t('assign.hint')}
      toDraft={() => (assignee === undefined ? { problem: t('assign.search') } : { action: 'assign', assignee })}
    >
      <PersonChoice
        me={props.me}
        devices={devicesOf(props.request.rows)}
        none={t('assign.none')}
        value={assignee}
        onChange={setAssignee}
        hasFocus
      />
    </Ask>
  );
}

/** Days ahead for which a visit can be planned. */
const longestPlanDays = 365;

/** Days that one press chooses, each with its key in the field of the day. */
const nearDays = [
  { name: 'today', key: 't', days: 0 },
  { name: 'tomorrow', key: 'm', days: 1 },
] as const;

const FurtherChoice = later(async () => (await import('../../../visit-planning/further-choice.tsx')).FurtherChoice);

function PlanForm(props: ActionDialogProps) {
  const t = useTranslations('dialogs');
  const fields = useTranslations('planFields');
  const [day, setDay] = useState('');
  const [assignee, setAssignee] = useState<string | null>(null);
  const [hours, setHours] = useState({ from: '', to: '' });
  const [further, setFurther] = useState<Further>({ conditions: [], rows: [] });
  const { rows } = props.request;
  const customerNumber = rows[0]?.customerNumber ?? null;
  const isOneCustomer = rows.every((row) => row.entity === 'device' && row.customerNumber === customerNumber);
  const [today] = useState(() => dayIn(props.zone, new Date()));
  const last = dayAfter(today, longestPlanDays);
  const toDraft = () => {
    if (!isBetween(day, today, last)) return { problem: t('plan.dayNeeded') };
    if (!areHoursRight(hours)) return { problem: fields('hoursWrong') };
    const asked = toHours(hours);
    return { action: 'plan' as const, plannedDay: day, assignee, ...(asked !== null && { hours: asked }) };
  };
  return (
    <Ask
      {...props}
      title={t('plan.title')}
      submit={(count) => t('plan.submit', { count })}
      hint={t('plan.hint')}
      toDraft={toDraft}
      further={further}
      below={
        customerNumber === null || !isOneCustomer ? null : (
          <FurtherChoice rows={rows} customerNumber={customerNumber} onChange={setFurther} />
        )
      }
    >
      <div className={styles.days}>
        <TextField
          type="date"
          label={t('plan.day')}
          required
          min={today}
          max={last}
          value={day}
          data-autofocus=""
          aria-keyshortcuts={nearDays.map(({ key }) => key).join(' ')}
          className={styles.day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
          onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
            // Letters mean nothing to a field for a date.
            const near = nearDays.find((one) => one.key === key.toLowerCase());
            if (near !== undefined && !ctrlKey && !metaKey && !altKey) setDay(dayAfter(today, near.days));
          }}
        />
        {nearDays.map(({ name, key, days }) => (
          <Button key={name} aria-pressed={day === dayAfter(today, days)} onClick={() => setDay(dayAfter(today, days))}>
            {t(`plan.${name}`)}
            <kbd className={styles.key} aria-hidden="true">
              {key}
            </kbd>
          </Button>
        ))}
        <HoursFields value={hours} onChange={setHours} />
      </div>
      <PersonChoice
        me={props.me}
        devices={devicesOf([...rows, ...further.rows])}
        label={t('plan.assignee')}
        none={t('plan.undecided')}
        value={assignee}
        onChange={setAssignee}
      />
    </Ask>
  );
}

function SnoozeForm(props: ActionDialogProps) {
  const t = useTranslations('dialogs');
  const worklist = useTranslations('worklist');
  const dates = useDates();
  const [until, setUntil] = useState<'worse' | 'day'>('worse');
  const [day, setDay] = useState('');
  const [reason, setReason] = useState<SnoozeReason>('waitingForPart');
  const [note, setNote] = useState('');
  const [today] = useState(() => dayIn(props.zone, new Date()));
  const [first, last] = [dayAfter(today, 1), dayAfter(today, longestSnoozeDays - 1)];
  const isDay = isBetween(day, first, last);
  const toDraft = () => {
    if (until === 'day' && !isDay) return { problem: t('snooze.dayNeeded', { days: longestSnoozeDays }) };
    if (reason === 'other' && note.trim() === '') return { problem: t('noteNeeded') };
    return {
      action: 'snooze' as const,
      untilWorse: true,
      reason,
      ...(until === 'day' ? { until: morningOf(day, props.zone).toISOString() } : {}),
      ...withNote(note),
    };
  };
  const dayField = (
    <>
      <TextField
        type="date"
        label={t('snooze.day')}
        hideLabel
        required
        min={first}
        max={last}
        value={day}
        className={styles.day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      {isDay ? <span className="quiet">{dates.dateTime(morningOf(day, props.zone))}</span> : null}
    </>
  );
  return (
    <Ask
      {...props}
      title={t('snooze.title')}
      submit={(count) => t('snooze.submit', { count })}
      hint={t('snooze.hint')}
      toDraft={toDraft}
    >
      <Choice
        legend={t('snooze.title')}
        hideLegend
        value={until}
        onChange={setUntil}
        options={[
          { value: 'worse', label: t('snooze.untilWorse', { days: longestSnoozeDays }) },
          { value: 'day', label: t('snooze.untilDay'), below: dayField },
        ]}
      />
      <Choice
        legend={t('snooze.why')}
        value={reason}
        onChange={setReason}
        options={snoozeReasons.map((value) => ({ value, label: worklist(`snoozeReasons.${value}`) }))}
      />
      <TextArea label={t('note')} hint={t('noteHint')} required={reason === 'other'} value={note} onChange={setNote} />
    </Ask>
  );
}

function ResolveForm(props: ActionDialogProps) {
  const t = useTranslations('dialogs');
  const worklist = useTranslations('worklist');
  const [reason, setReason] = useState<ResolveReason>('fixed');
  const [note, setNote] = useState('');
  // A number key chooses a reason, except where text is typed.
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    const named = resolveReasons[Number(key) - 1];
    if (named !== undefined && !(target instanceof HTMLTextAreaElement)) setReason(named);
  };
  return (
    <Ask
      {...props}
      title={t('resolve.title')}
      submit={(count) => t('resolve.submit', { count })}
      hint={t('resolve.hint')}
      toDraft={() =>
        reason === 'willNotBeDone' && note.trim() === ''
          ? { problem: t('noteNeeded') }
          : { action: 'resolve', reason, ...withNote(note) }
      }
    >
      <div onKeyDown={onKeyDown} role="presentation">
        <Choice
          legend={t('resolve.why')}
          hideLegend
          value={reason}
          onChange={setReason}
          options={resolveReasons.map((value, index) => ({
            value,
            label: worklist(`resolveReasons.${value}`),
            digit: String(index + 1),
          }))}
        />
      </div>
      <TextArea
        label={t('note')}
        hint={t('noteHint')}
        required={reason === 'willNotBeDone'}
        value={note}
        onChange={setNote}
      />
    </Ask>
  );
}

function NoteForm(props: ActionDialogProps) {
  const t = useTranslations('dialogs');
  const [note, setNote] = useState('');
  return (
    <Ask
      {...props}
      title={t('addNote.title')}
      submit={() => t('addNote.submit')}
      toDraft={() => (note.trim() === '' ? { problem: t('addNote.needed') } : { action: 'note', note: note.trim() })}
    >
      <TextArea label={t('note')} hint={t('noteHint')} value={note} onChange={setNote} hasFocus required />
    </Ask>
  );
}

const forms = { assign: AssignForm, plan: PlanForm, snooze: SnoozeForm, resolve: ResolveForm, note: NoteForm } as const;
