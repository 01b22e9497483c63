import type { BodyOf } from '@platen/contract/endpoint';
import { mostVisitTasks, plannedKinds, type VisitKind } from '@platen/contract/visit-names';
import type { changeVisit, makeVisit, planVisit, Visit } from '@platen/contract/visits';
import type { Condition } from '@platen/contract/worklist-item';
import { toHours } from './hours.ts';

/** A device as the dialog has it: what the person ticked, and tasks with one on each line. */
export interface DeviceDraft {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  /** Conditions that are in the visit already; further ones are asked for. */
  readonly known: readonly Condition[];
  readonly ticked: ReadonlySet<string>;
  readonly tasks: string;
  /** It has a record: it stays in the visit. */
  readonly isRecorded: boolean;
}

/** The fields of the dialog, as typed; a day, hours and texts of '' are none. */
export interface VisitDraft {
  readonly kind: VisitKind;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly assignee: string | null;
  readonly place: string;
  readonly access: string;
  readonly note: string;
  readonly externalKey: string;
  readonly devices: readonly DeviceDraft[];
}

type Named = Pick<DeviceDraft, 'deviceId' | 'serial' | 'model' | 'customerNumber'>;

/** A device that a person added: nothing of it is ticked (XC-04). */
export const toDeviceDraft = ({ deviceId, serial, model, customerNumber }: Named): DeviceDraft => ({
  deviceId,
  serial,
  model,
  customerNumber,
  known: [],
  ticked: new Set(),
  tasks: '',
  isRecorded: false,
});

/** A new visit: without a day and without a person, as nothing is proposed (XC-05). */
export const newDraft = (devices: readonly DeviceDraft[], assignee: string | null = null): VisitDraft => ({
  kind: 'repair',
  day: '',
  from: '',
  to: '',
  assignee,
  place: '',
  access: '',
  note: '',
  externalKey: '',
  devices,
});

/** What is planned, as the dialog shows it. */
export const toDraft = (visit: Visit): VisitDraft => ({
  kind: visit.kind,
  day: visit.plannedDay ?? '',
  from: visit.hours?.from ?? '',
  to: visit.hours?.to ?? '',
  assignee: visit.assignee?.userId ?? null,
  place: visit.place ?? '',
  access: visit.access ?? '',
  note: visit.note ?? '',
  externalKey: visit.externalKey ?? '',
  devices: visit.devices.map((device) => ({
    ...toDeviceDraft({ ...device, customerNumber: visit.customerNumber }),
    known: device.conditions,
    ticked: new Set(device.conditions.map(({ conditionId }) => conditionId)),
    tasks: device.tasks.join('\n'),
    isRecorded: device.record !== null,
  })),
});

const toText = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The fields of the dialog that setting a day is about. */
export const toPlanDraft = ({ plannedDay, hours, assignee }: BodyOf<typeof planVisit>): Partial<VisitDraft> => ({
  day: plannedDay,
  from: hours?.from ?? '',
  to: hours?.to ?? '',
  ...(assignee !== undefined && { assignee }),
});

const toDevices = (devices: readonly DeviceDraft[]) =>
  devices.map(({ deviceId, ticked, tasks }) => ({
    deviceId,
    conditionIds: [...ticked],
    tasks: tasks
      .split('\n')
      .flatMap((line) => toText(line) ?? [])
      .slice(0, mostVisitTasks),
  }));

const plannedKind = (kind: VisitKind) => plannedKinds.find((one) => one === kind);

/** The body that makes this visit; without a day a draft. */
export function toMakeBody(draft: VisitDraft): BodyOf<typeof makeVisit> {
  return {
    kind: plannedKind(draft.kind) ?? 'repair',
    plannedDay: toText(draft.day),
    hours: toHours(draft),
    assignee: draft.assignee,
    place: toText(draft.place),
    access: toText(draft.access),
    note: toText(draft.note),
    externalKey: toText(draft.externalKey),
    devices: toDevices(draft.devices),
  };
}

/** The body that changes a visit to this; a visit that was planned elsewhere keeps its kind. */
export function toChangeBody(draft: VisitDraft, version: number): BodyOf<typeof changeVisit> {
  const { plannedDay: _, kind: _kind, ...body } = toMakeBody(draft);
  const kind = plannedKind(draft.kind);
  return { ...body, ...(kind !== undefined && { kind }), version };
}
