import { type CancelReason, cancelReasons } from '@platen/contract/visit-names';
import type { Visit } from '@platen/contract/visits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Choice, FormDialog, TextArea } from '../../editing/form-dialog.tsx';
import { Select, TextField } from '../../ui/text-field.tsx';
import { type VisitStep, visitQueries } from './queries.ts';
import styles from './visits.module.css';

interface DialogProps {
  readonly visit: Visit;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onSend: (step: VisitStep) => void;
  readonly onClose: () => void;
}

const noPerson = '';
/** The day that the clock of a zone shows. */
const dayIn = (zone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());

/** Day, hours and person; nothing is proposed (XC-05). */
export function PlanDialog({ visit, busy, problem, onSend, onClose }: DialogProps) {
  const t = useTranslations('visits');
  const people = useQuery(visitQueries.people).data ?? [];
  const [day, setDay] = useState(visit.plannedDay ?? '');
  const [from, setFrom] = useState(visit.hours?.from ?? '');
  const [to, setTo] = useState(visit.hours?.to ?? '');
  const [assignee, setAssignee] = useState(visit.assignee?.userId ?? noPerson);
  const isPast = day !== '' && day < dayIn(visit.zone);
  const known = people.some(({ userId }) => userId === visit.assignee?.userId) || visit.assignee === null;
  return (
    <FormDialog
      title={t('plan.title')}
      submit={t('plan.submit')}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => {
        if (day === '' || isPast) return;
        onSend({
          step: 'plan',
          body: {
            plannedDay: day,
            hours: from === '' ? null : { from, to: to === '' ? null : to },
            assignee: assignee === noPerson ? null : assignee,
            version: visit.version,
          },
        });
      }}
    >
      <div className={styles.fields}>
        <TextField
          type="date"
          label={t('plan.day')}
          value={day}
          required
          min={dayIn(visit.zone)}
          problem={isPast ? t('plan.pastDay') : undefined}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <TextField
          type="time"
          label={t('plan.from')}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextField
          type="time"
          label={t('plan.to')}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <Select
          className={styles.wide}
          label={t('plan.assignee')}
          value={assignee}
          onChange={({ currentTarget }) => setAssignee(currentTarget.value)}
          options={[
            { value: noPerson, label: t('plan.noAssignee') },
            ...(known || visit.assignee === null ? [] : [{ value: visit.assignee.userId, label: visit.assignee.name }]),
            ...people.map(({ userId, name }) => ({ value: userId, label: name })),
          ]}
        />
      </div>
    </FormDialog>
  );
}

/** Place, how to get in, and a note (GE-18). */
export function ChangeDialog({ visit, busy, problem, onSend, onClose }: DialogProps) {
  const t = useTranslations('visits');
  const [place, setPlace] = useState(visit.place ?? '');
  const [access, setAccess] = useState(visit.access ?? '');
  const [note, setNote] = useState(visit.note ?? '');
  const [externalKey, setExternalKey] = useState(visit.externalKey ?? '');
  const toText = (text: string) => (text.trim() === '' ? null : text.trim());
  return (
    <FormDialog
      title={t('change.title')}
      submit={t('change.submit')}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() =>
        onSend({
          step: 'change',
          body: {
            place: toText(place),
            access: toText(access),
            note: toText(note),
            externalKey: toText(externalKey),
            version: visit.version,
          },
        })
      }
    >
      <TextField
        label={t('page.place')}
        value={place}
        maxLength={200}
        onChange={({ currentTarget }) => setPlace(currentTarget.value)}
      />
      <TextArea label={t('page.access')} hint={t('change.hint')} value={access} onChange={setAccess} />
      <TextArea label={t('page.note')} hint={t('change.hint')} value={note} onChange={setNote} />
      <TextField
        label={t('page.externalKey')}
        value={externalKey}
        maxLength={100}
        onChange={({ currentTarget }) => setExternalKey(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Why a visit is cancelled (VP-02). */
export function CancelDialog({ visit, busy, problem, onSend, onClose }: DialogProps) {
  const t = useTranslations('visits');
  const [reason, setReason] = useState<CancelReason>();
  const [note, setNote] = useState('');
  const needsNote = reason === 'other' && note.trim() === '';
  return (
    <FormDialog
      title={t('cancelDialog.title')}
      submit={t('page.cancel')}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => {
        if (reason === undefined || needsNote) return;
        const text = note.trim();
        onSend({
          step: 'cancel',
          body: { reason, ...(text !== '' && { note: text }), version: visit.version },
        });
      }}
    >
      <p>{t('cancelDialog.hint')}</p>
      <Choice
        legend={t('cancelDialog.reason')}
        value={reason}
        onChange={setReason}
        options={cancelReasons.map((value) => ({ value, label: t(`cancelReasons.${value}`) }))}
      />
      <TextArea
        label={t('page.note')}
        hint={t('change.hint')}
        value={note}
        required={reason === 'other'}
        onChange={setNote}
      />
    </FormDialog>
  );
}
