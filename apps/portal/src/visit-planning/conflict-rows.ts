import type { Visit } from '@platen/contract/visits';

/** What two people may have changed of a visit, in words, in the order of the dialog (GE-06). */
const fields = ['kind', 'day', 'hours', 'assignee', 'place', 'access', 'note', 'externalKey', 'devices'] as const;
type Field = (typeof fields)[number];
export type PlanTexts = Readonly<Record<Field, string>>;

interface Words {
  readonly kind: (kind: Visit['kind']) => string;
  readonly date: (day: string) => string;
  readonly none: string;
}

/** A visit in words. */
export function toPlanTexts(visit: Visit, { kind, date, none }: Words): PlanTexts {
  const { plannedDay, hours } = visit;
  return {
    kind: kind(visit.kind),
    day: plannedDay === null ? none : date(plannedDay),
    hours: hours === null ? none : hours.to === null ? hours.from : `${hours.from}–${hours.to}`,
    assignee: visit.assignee?.name ?? none,
    place: visit.place ?? none,
    access: visit.access ?? none,
    note: visit.note ?? none,
    externalKey: visit.externalKey ?? none,
    devices: visit.devices.map(({ serial, conditions }) => `${serial ?? '-'} (${conditions.length})`).join(', '),
  };
}

/** Rows for the dialog of a conflict: what at least one of the two changed. */
export const toConflictRows = (labels: PlanTexts, before: PlanTexts, mine: Partial<PlanTexts>, theirs: PlanTexts) =>
  fields.flatMap((field) => {
    const own = mine[field] ?? before[field];
    return own === before[field] && theirs[field] === before[field]
      ? []
      : [{ label: labels[field], before: before[field], mine: own, theirs: theirs[field] }];
  });
