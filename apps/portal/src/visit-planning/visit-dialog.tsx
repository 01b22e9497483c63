import { can } from '@platen/contract/rights';
import type { Visit } from '@platen/contract/visits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import type { Conflict } from '../editing/conflict.ts';
import { FormDialog, TextArea, useRefusal } from '../editing/form-dialog.tsx';
import { AddedTexts } from '../ui/added-texts.tsx';
import { TextField } from '../ui/text-field.tsx';
import { areHoursRight } from './hours.ts';
import { HoursFields } from './hours-fields.tsx';
import { loadPlanningTexts } from './load-texts.ts';
import { readConflict, sendChange, sendVisit } from './plan-queries.ts';
import { VisitConflict } from './visit-conflict.tsx';
import { type DeviceDraft, newDraft, toChangeBody, toDraft, toMakeBody, type VisitDraft } from './visit-draft.ts';
import { AssigneeField, Devices, KindField } from './visit-fields.tsx';
import styles from './visit-planning.module.css';

interface VisitDialogProps {
  /** The visit that is changed; left out: a new one. */
  readonly visit?: Visit;
  /** What a new one begins with; without a device one is looked for. */
  readonly devices?: readonly DeviceDraft[];
  /** Today in the zone of the organisation, `YYYY-MM-DD`; left out: that of the viewer. */
  readonly today?: string | undefined;
  readonly onDone: (visit: Visit) => void;
  readonly onClose: () => void;
}

/**
 * Plans a new visit or changes one (VP-04). Who may only record makes one of today for itself (VR-09).
 * Devices, day, hours and person are the user's alone: nothing is proposed (XC-03 to XC-05).
 */
export const VisitDialog = (props: VisitDialogProps) => (
  <AddedTexts load={loadPlanningTexts}>
    <VisitForm {...props} />
  </AddedTexts>
);

function VisitForm({ visit, devices, today, onDone, onClose }: VisitDialogProps) {
  const t = useTranslations('planning');
  const client = useQueryClient();
  const me = useQuery(meQuery).data;
  const mayPlan = me?.role === undefined || can(me, 'planVisits');
  const [draft, setDraft] = useState<VisitDraft>(() =>
    visit === undefined ? newDraft(devices ?? []) : toDraft(visit),
  );
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Visit>>();
  const [key] = useState(() => crypto.randomUUID());
  /** The dialog of the conflict stands in place of this one: what the browser closes then is not meant. */
  const isReplaced = useRef(false);
  const save = useMutation({
    mutationFn: (version: number) => {
      if (visit !== undefined) return sendChange(visit.visitId, toChangeBody(draft, version));
      return sendVisit(toMakeBody(mayPlan ? draft : { ...draft, assignee: me?.userId ?? null }), key);
    },
    onSuccess: async (made) => {
      onDone(made);
      await client.invalidateQueries({ queryKey: ['worklist'] });
    },
    onError: async (thrown) => {
      const found = await readConflict(thrown);
      isReplaced.current = found !== undefined;
      setConflict(found);
    },
  });
  const refusal = useRefusal(save.error);
  const change = (next: Partial<VisitDraft>) => setDraft((before) => ({ ...before, ...next }));
  const [now] = useState(() => today ?? new Intl.DateTimeFormat('sv-SE').format(new Date()));
  const send = () => {
    const isPast = draft.day !== '' && draft.day < now && visit === undefined;
    const wrong = draft.devices.length === 0 ? t('deviceNeeded') : isPast ? t('pastDay') : undefined;
    setProblem(wrong);
    if (wrong === undefined && areHoursRight(draft)) save.mutate(visit?.version ?? 1);
  };
  if (conflict !== undefined && visit !== undefined)
    return (
      <VisitConflict
        before={visit}
        conflict={conflict}
        mine={draft}
        busy={save.isPending}
        problem={save.isPending ? undefined : refusal}
        onKeepMine={() => save.mutate(conflict.current.version)}
        onTakeTheirs={() => onDone(conflict.current)}
      />
    );
  const isCalled = visit === undefined && !mayPlan;
  const title = visit !== undefined ? t('change') : isCalled ? t('called') : t('make');
  const submit =
    visit !== undefined ? t('save') : isCalled ? t('begin') : draft.day === '' ? t('saveDraft') : t('submit');
  return (
    <FormDialog
      title={title}
      submit={submit}
      busy={save.isPending}
      problem={problem ?? refusal}
      size="default"
      onSubmit={send}
      onClose={() => {
        if (!isReplaced.current) onClose();
      }}
    >
      {isCalled ? <p className="quiet">{t('calledHint')}</p> : null}
      <Devices devices={draft.devices} onChange={(next) => change({ devices: next })} />
      <div className={styles.fields}>
        <KindField kind={draft.kind} onChange={(kind) => change({ kind })} />
        {mayPlan ? (
          <AssigneeField
            visit={visit}
            devices={draft.devices.map(({ deviceId }) => deviceId)}
            value={draft.assignee}
            onChange={(assignee) => change({ assignee })}
          />
        ) : null}
        {visit === undefined && mayPlan ? (
          <TextField
            type="date"
            label={t('day')}
            hint={t('dayHint')}
            min={now}
            value={draft.day}
            onChange={({ currentTarget }) => change({ day: currentTarget.value })}
          />
        ) : null}
        <HoursFields value={draft} onChange={change} />
      </div>
      <details className={styles.further} open={visit !== undefined}>
        <summary>{t('more')}</summary>
        <TextField
          label={t('place')}
          value={draft.place}
          maxLength={200}
          onChange={({ currentTarget }) => change({ place: currentTarget.value })}
        />
        <TextArea label={t('access')} hint={t('hint')} value={draft.access} onChange={(access) => change({ access })} />
        <TextArea label={t('note')} hint={t('hint')} value={draft.note} onChange={(note) => change({ note })} />
        <TextField
          label={t('externalKey')}
          value={draft.externalKey}
          maxLength={100}
          onChange={({ currentTarget }) => change({ externalKey: currentTarget.value })}
        />
      </details>
    </FormDialog>
  );
}
