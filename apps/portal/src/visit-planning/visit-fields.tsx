import { mostVisitDevices, plannedKinds } from '@platen/contract/visit-names';
import type { Visit } from '@platen/contract/visits';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { TextArea } from '../editing/form-dialog.tsx';
import { Select } from '../ui/text-field.tsx';
import { useLostFocus } from '../ui/use-lost-focus.ts';
import { DeviceChoice } from './device-choice.tsx';
import { DeviceConditions } from './device-conditions.tsx';
import { FurtherDevices } from './further-devices.tsx';
import { planningQueries } from './queries.ts';
import { type DeviceDraft, toDeviceDraft, type VisitDraft } from './visit-draft.ts';

const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
};

interface DevicesProps {
  readonly devices: readonly DeviceDraft[];
  readonly onChange: (devices: readonly DeviceDraft[]) => void;
}

/** The devices with what is ticked of each; the first one is looked for, the others are of its customer. */
export function Devices({ devices, onChange }: DevicesProps) {
  const t = useTranslations('planning');
  // The choice of the first device goes when it is made.
  const heading = useLostFocus<HTMLHeadingElement>(devices.length === 0);
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
      <h3 ref={heading} tabIndex={-1} className="vh">
        {t('devices')}
      </h3>
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
export function KindField({ kind, onChange }: KindFieldProps) {
  const t = useTranslations('planning');
  if (kind === 'elsewhere') return null;
  return (
    <Select
      isStacked
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
  /** Ids of those of the visit. */
  readonly devices: readonly string[];
  readonly value: string | null;
  readonly onChange: (userId: string | null) => void;
}

const noUser = '';

/**
 * Who goes, of those who see each device; the present assignee stays a choice where the user may not assign
 * to them.
 */
export function AssigneeField({ visit, devices, value, onChange }: AssigneeFieldProps) {
  const t = useTranslations('planning');
  const all = useQuery(planningQueries.people(devices)).data ?? [];
  const people = all.filter(({ userId, unseen = 0 }) => unseen === 0 || userId === value);
  const present = visit?.assignee ?? null;
  const id = useId();
  const others = present === null || people.some(({ userId }) => userId === present.userId) ? [] : [present];
  const hidden = all.length - people.length;
  return (
    <div>
      <Select
        isStacked
        label={t('assignee')}
        aria-describedby={hidden === 0 ? undefined : id}
        value={value ?? noUser}
        onChange={({ currentTarget }) => onChange(currentTarget.value === noUser ? null : currentTarget.value)}
        options={[
          { value: noUser, label: t('undecided') },
          ...[...others, ...people].map(({ userId, name }) => ({ value: userId, label: name })),
        ]}
      />
      {hidden === 0 ? null : (
        <p id={id} className="quiet">
          {t('unseen', { count: hidden })}
        </p>
      )}
    </div>
  );
}
