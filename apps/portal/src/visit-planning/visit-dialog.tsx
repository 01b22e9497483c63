import { can } from '@platen/contract/rights';
import { mostVisitDevices, plannedKinds } from '@platen/contract/visit-names';
import type { Visit } from '@platen/contract/visits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import { toDate } from '../device/use-headline.ts';
import type { Conflict } from '../editing/conflict.ts';
import { ConflictDialog } from '../editing/conflict-dialog.tsx';
import { FormDialog, TextArea, useRefusal } from '../editing/form-dialog.tsx';
import { AddedTexts } from '../ui/added-texts.tsx';
import { Select, TextField } from '../ui/text-field.tsx';
import { toConflictRows, toPlanTexts } from './conflict-rows.ts';
import { DeviceChoice } from './device-choice.tsx';
import { DeviceConditions } from './device-conditions.tsx';
import { FurtherDevices } from './further-devices.tsx';
import { areHoursRight, toHours } from './hours.ts';
import { HoursFields } from './hours-fields.tsx';
import { loadPlanningTexts } from './load-texts.ts';
import { readConflict, sendChange, sendVisit } from './plan-queries.ts';
import { planningQueries } from './queries.ts';
import {
  type DeviceDraft,
  newDraft,
  toChangeBody,
  toDeviceDraft,
  toDraft,
  toMakeBody,
  type VisitDraft,
} from './visit-draft.ts';
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
  <Suspense>
    <AddedTexts load={loadPlanningTexts}>
      <VisitForm {...props} />
    </AddedTexts>
  </Suspense>
);

const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
};

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
          <AssigneeField visit={visit} value={draft.assignee} onChange={(assignee) => change({ assignee })} />
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

interface DevicesProps {
  readonly devices: readonly DeviceDraft[];
  readonly onChange: (devices: readonly DeviceDraft[]) => void;
}

/** The devices with what is ticked of each; the first one is looked for, the others are of its customer. */
function Devices({ devices, onChange }: DevicesProps) {
  const t = useTranslations('planning');
  const change = (id: string, next: Partial<DeviceDraft>) =>
    onChange(devices.map((device) => (device.deviceId === id ? { ...device, ...next } : device)));
  const customerNumber = devices[0]?.customerNumber ?? null;
  if (devices.length === 0)
    return (
      <DeviceChoice
        value={undefined}
        onChange={(device) => {
          if (device !== undefined) onChange([toDeviceDraft(device)]);
        }}
      />
    );
  return (
    <>
      <h3 className="vh">{t('devices')}</h3>
      {devices.map((device) => (
        <div key={device.deviceId}>
          <DeviceConditions
            device={device}
            known={device.known}
            ticked={device.ticked}
            onToggle={({ conditionId }) => change(device.deviceId, { ticked: toggled(device.ticked, conditionId) })}
            onTakeOut={
              device.isRecorded || devices.length === 1
                ? undefined
                : () => onChange(devices.filter(({ deviceId }) => deviceId !== device.deviceId))
            }
          />
          <TextArea label={t('tasks')} value={device.tasks} onChange={(tasks) => change(device.deviceId, { tasks })} />
        </div>
      ))}
      {customerNumber === null || devices.length >= mostVisitDevices ? null : (
        <FurtherDevices
          customerNumber={customerNumber}
          without={new Set(devices.map(({ deviceId }) => deviceId))}
          onAdd={({ rowId, serial, model }) =>
            onChange([...devices, toDeviceDraft({ deviceId: rowId, serial, model, customerNumber })])
          }
        />
      )}
    </>
  );
}

interface KindFieldProps {
  readonly kind: VisitDraft['kind'];
  readonly onChange: (kind: VisitDraft['kind']) => void;
}

/** What the visit is for; one that another system plans stays so (VP-03). */
function KindField({ kind, onChange }: KindFieldProps) {
  const t = useTranslations('planning');
  if (kind === 'elsewhere') return null;
  return (
    <Select
      className={styles.stacked}
      label={t('kind')}
      value={kind}
      options={plannedKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      onChange={({ currentTarget }) => {
        const chosen = plannedKinds.find((one) => one === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

interface AssigneeFieldProps {
  readonly visit: Visit | undefined;
  readonly value: string | null;
  readonly onChange: (userId: string | null) => void;
}

const noUser = '';

/** Who goes; the present assignee stays a choice where the user may not assign to them. */
export function AssigneeField({ visit, value, onChange }: AssigneeFieldProps) {
  const t = useTranslations('planning');
  const people = useQuery(planningQueries.people).data ?? [];
  const present = visit?.assignee ?? null;
  const others = present === null || people.some(({ userId }) => userId === present.userId) ? [] : [present];
  return (
    <Select
      className={styles.stacked}
      label={t('assignee')}
      value={value ?? noUser}
      onChange={({ currentTarget }) => onChange(currentTarget.value === noUser ? null : currentTarget.value)}
      options={[
        { value: noUser, label: t('undecided') },
        ...[...others, ...people].map(({ userId, name }) => ({ value: userId, label: name })),
      ]}
    />
  );
}

interface VisitConflictProps {
  readonly before: Visit;
  readonly conflict: Conflict<Visit>;
  /** What the user wanted; what is left out was not touched. */
  readonly mine: Partial<VisitDraft>;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** The visit was changed meanwhile: what both wanted, and whose holds (GE-06). Needs the texts `planning`. */
export function VisitConflict({ before, conflict, mine, ...dialog }: VisitConflictProps) {
  const t = useTranslations('planning');
  const format = useFormatter();
  const people = useQuery(planningQueries.people).data ?? [];
  const none = t('changed.none');
  const words = {
    kind: (kind: Visit['kind']) => t(`kinds.${kind}`),
    date: (day: string) => format.dateTime(toDate(day), 'date'),
    none,
  };
  const { assignee } = mine;
  const whole: VisitDraft = { ...toDraft(before), ...mine };
  const own: Visit = {
    ...before,
    ...whole,
    plannedDay: whole.day === '' ? null : whole.day,
    hours: toHours(whole),
    assignee:
      assignee === undefined || assignee === before.assignee?.userId
        ? before.assignee
        : (people.find(({ userId }) => userId === assignee) ?? null),
    place: whole.place === '' ? null : whole.place,
    access: whole.access === '' ? null : whole.access,
    note: whole.note === '' ? null : whole.note,
    externalKey: whole.externalKey === '' ? null : whole.externalKey,
    devices: before.devices,
  };
  const texts = {
    ...toPlanTexts(own, words),
    devices: whole.devices.map(({ serial, ticked }) => `${serial ?? '-'} (${ticked.size})`).join(', '),
  };
  const labels = {
    kind: t('kind'),
    day: t('day'),
    hours: t('hours'),
    assignee: t('assignee'),
    place: t('place'),
    access: t('access'),
    note: t('note'),
    externalKey: t('externalKey'),
    devices: t('changed.devices'),
  };
  const rows = toConflictRows(labels, toPlanTexts(before, words), texts, toPlanTexts(conflict.current, words));
  const caption = before.customerName ?? before.customerNumber ?? '';
  return <ConflictDialog {...dialog} tables={[{ id: before.visitId, caption, by: conflict.by, rows }]} />;
}
