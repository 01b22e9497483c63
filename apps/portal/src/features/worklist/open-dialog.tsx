import type { WorklistRow } from '@platen/contract/worklist-item';
import { useQuery } from '@tanstack/react-query';
import { ActionDialog } from './dialogs/action-dialog.tsx';
import { CallDialog } from './dialogs/call-dialog.tsx';
import { ChangedDialog } from './dialogs/changed-dialog.tsx';
import { KeysDialog } from './dialogs/keys-dialog.tsx';
import { PriorityDialog, WeightDialog } from './dialogs/row-dialogs.tsx';
import { SendDialog } from './dialogs/send-dialog.tsx';
import { HealthDialog } from './health/health-dialog.tsx';
import { worklistQueries } from './mutations.ts';
import type { useActions } from './use-actions.ts';

interface OpenDialogProps {
  readonly actions: ReturnType<typeof useActions>;
  readonly me: string | undefined;
  /** The time zone of the organisation. */
  readonly zone: string | undefined;
}

/** The dialog that is open, if any. Its code comes with the first one. */
export function WorklistDialog({ actions, me, zone }: OpenDialogProps) {
  const { dialog, isSending: busy, cancel: onClose, send } = actions;
  if (dialog === undefined) return null;
  switch (dialog.kind) {
    case 'asked':
      return (
        <ActionDialog
          request={dialog.request}
          me={me}
          zone={zone}
          busy={busy}
          errorCode={dialog.errorCode}
          onSubmit={(draft, conditions, further = []) => send(draft, conditions, [...dialog.request.rows, ...further])}
          onClose={onClose}
        />
      );
    case 'changed':
      return (
        <ChangedDialog
          draft={dialog.draft}
          changed={dialog.changed}
          busy={busy}
          errorCode={dialog.errorCode}
          onKeepMine={(draft, conditions) => send(draft, conditions, dialog.rows)}
          onTakeTheirs={onClose}
        />
      );
    case 'priority':
      return <PriorityDialog row={dialog.row} zone={zone} onClose={onClose} />;
    case 'weight':
      return <Weight row={dialog.row} onClose={onClose} />;
    case 'handOver':
      return <SendDialog {...dialog} onSent={actions.handedOver} onClose={onClose} />;
    case 'call':
      return <CallDialog device={dialog.row} onClose={onClose} />;
    case 'health':
      return <HealthDialog onClose={onClose} />;
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
}

/** The weight in force is part of the opened row. */
function Weight({ row, onClose }: { readonly row: WorklistRow; readonly onClose: () => void }) {
  const { data } = useQuery(worklistQueries.row(row.rowId));
  return data === undefined ? null : <WeightDialog rowId={row.rowId} weight={data.use.weight} onClose={onClose} />;
}
