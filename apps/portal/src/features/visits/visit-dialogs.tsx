import { type CancelReason, cancelReasons } from '@platen/contract/visit-names';
import type { Visit } from '@platen/contract/visits';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Choice, FormDialog, TextArea } from '../../editing/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { areHoursRight, toHours } from '../../visit-planning/hours.ts';
import { HoursFields } from '../../visit-planning/hours-fields.tsx';
import { AssigneeField } from '../../visit-planning/visit-fields.tsx';
import type { VisitStep } from './queries.ts';
import styles from './visits.module.css';

interface DialogProps {
  readonly visit: Visit;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onSend: (step: VisitStep) => void;
  readonly onClose: () => void;
}

/** The day that the clock of a zone shows. */
export const dayIn = (zone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());

/** Day, hours and person; nothing is proposed (XC-05). */
export function PlanDialog({ visit, busy, problem, onSend, onClose }: DialogProps) {
  const t = useTranslations('visits');
  const [day, setDay] = useState(visit.plannedDay ?? '');
  const [hours, setHours] = useState({ from: visit.hours?.from ?? '', to: visit.hours?.to ?? '' });
  const [assignee, setAssignee] = useState(visit.assignee?.userId ?? null);
  const isPast = day !== '' && day < dayIn(visit.zone);
  return (
    <FormDialog
      title={t('plan.title')}
      submit={t('plan.submit')}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => {
        if (day === '' || isPast || !areHoursRight(hours)) return;
        onSend({
          step: 'plan',
          body: { plannedDay: day, hours: toHours(hours), assignee, version: visit.version },
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
        <HoursFields value={hours} onChange={setHours} />
        <div className={styles.wide}>
          <AssigneeField
            visit={visit}
            devices={visit.devices.map(({ deviceId }) => deviceId)}
            value={assignee}
            onChange={setAssignee}
          />
        </div>
      </div>
    </FormDialog>
  );
}

/** Why a visit is cancelled (VP-02). */
export function CancelDialog({ visit, busy, problem, onSend, onClose }: DialogProps) {
  const t = useTranslations('visits');
  const planning = useTranslations('planning');
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
        hint={planning('hint')}
        value={note}
        required={reason === 'other'}
        onChange={setNote}
      />
    </FormDialog>
  );
}
