import type { Visit } from '@platen/contract/visits';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../device/use-headline.ts';
import type { Conflict } from '../editing/conflict.ts';
import { ConflictDialog } from '../editing/conflict-dialog.tsx';
import { toConflictRows, toPlanTexts } from './conflict-rows.ts';
import { toHours } from './hours.ts';
import { planningQueries } from './queries.ts';
import { toDraft, type VisitDraft } from './visit-draft.ts';

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
  const people = useQuery(planningQueries.people()).data ?? [];
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
