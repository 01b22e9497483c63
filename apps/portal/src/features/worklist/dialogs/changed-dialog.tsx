import type { Condition } from '@platen/contract/worklist-item';
import { useTranslations } from 'use-intl/react';
import { toDate, useHeadline } from '../../../device/use-headline.ts';
import { ConflictDialog, type ConflictTable } from '../../../editing/conflict-dialog.tsx';
import { useRefused } from '../../../editing/form-dialog.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import type { ActionDraft, ChangedItem } from '../actions.ts';
import { RowTexts } from '../row-texts.tsx';
import type { ChangedDialogProps } from './dialog-props.ts';

/** Another person changed conditions of an action meanwhile: both values, and whose holds (GE-06). */
export const ChangedDialog = (props: ChangedDialogProps) => (
  <RowTexts>
    <Changed {...props} />
  </RowTexts>
);

function Changed({ draft, changed, busy, errorCode, onKeepMine, onTakeTheirs }: ChangedDialogProps) {
  const toTable = useTable(draft);
  const keep = () =>
    onKeepMine(
      draft,
      changed.map(({ current }) => current),
    );
  const problem = useRefused(errorCode);
  return (
    <ConflictDialog
      tables={changed.map(toTable)}
      busy={busy}
      problem={problem}
      onKeepMine={keep}
      onTakeTheirs={onTakeTheirs}
    />
  );
}

/** State, assignee and planned day of one condition: before, as the user wants them, as another left them. */
function useTable(draft: ActionDraft): (item: ChangedItem) => ConflictTable {
  const t = useTranslations('dialogs.changed');
  const worklist = useTranslations('worklist');
  const headline = useHeadline();
  const dates = useDates();
  const texts = {
    state: ({ state }: Condition) => worklist(`states.${state}`),
    assignee: ({ assignee }: Condition) => assignee?.name ?? t('none'),
    day: ({ plannedDay }: Condition) => (plannedDay === null ? t('none') : dates.date(toDate(plannedDay))),
  };
  return ({ before, current, by }) => {
    const mine = {
      state: worklist(`actions.${draft.action}`),
      assignee: texts.assignee(before),
      day: draft.action === 'plan' ? dates.date(toDate(draft.plannedDay)) : texts.day(before),
    };
    const names = ['state', 'assignee', 'day'] as const;
    const rows = names.map((name) => ({
      label: t(name),
      before: texts[name](before),
      mine: mine[name],
      theirs: texts[name](current),
    }));
    return { id: current.conditionId, caption: headline(current), by, rows };
  };
}
