import { minuteMs } from '@platen/contract/constants';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { itemCodes, mostJobItems, undoMinutes } from '@platen/contract/worklist-names';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { reportThrown } from '../../platform/errors.ts';
import { toStateOf } from '../../platform/failure.ts';
import {
  type ActionDraft,
  type ActionRequest,
  type AskedAction,
  allows,
  type ChangedItem,
  type RowAction,
} from './actions.ts';
import { type Act, forgetWorklist, sendAct, toChanged, worklistQueries } from './mutations.ts';
import { toDone, toOutcome } from './outcome.ts';
import { useOutcome } from './use-outcome.ts';
import { toPending, usePending } from './use-pending.ts';

/** What a dialog is open about: fields of an action, values of two people, or the row as a whole. */
export type OpenDialog =
  | Sending
  | { readonly kind: 'priority' | 'weight'; readonly row: WorklistRow }
  /** To a ticket system; `ticked`: conditions that a person chose in the drawer. */
  | { readonly kind: 'handOver'; readonly rows: readonly WorklistRow[]; readonly ticked: readonly string[] | undefined }
  /** Without a row, the device is looked for. */
  | { readonly kind: 'call'; readonly row: WorklistRow | undefined }
  | { readonly kind: 'keys' | 'health' };

/** A dialog that sends an action. `errorCode`: why the server refused what it sent. */
type Sending =
  | { readonly kind: 'asked'; readonly request: Asked; readonly errorCode?: number }
  | {
      readonly kind: 'changed';
      readonly draft: ActionDraft;
      readonly changed: readonly ChangedItem[];
      readonly rows: readonly WorklistRow[];
      readonly errorCode?: number;
    };

type Asked = ActionRequest & { readonly action: AskedAction };

const askedActions: readonly string[] = ['assign', 'plan', 'snooze', 'resolve', 'note'] satisfies AskedAction[];
const isAsked = (request: ActionRequest): request is Asked => askedActions.includes(request.action);

/** Which actions a row's button sends at once, and with what. */
const toDraft = (action: RowAction, me: string | undefined): ActionDraft | undefined => {
  if (action === 'assignToMe') return me === undefined ? undefined : { action: 'assign', assignee: me };
  return action === 'acknowledge' || action === 'unplan' || action === 'wake' ? { action } : undefined;
};

/** What is asked before an action is sent; undefined: nothing. `isTicked`: a person chose the conditions. */
function toDialog(request: ActionRequest, isTicked: boolean): OpenDialog | undefined {
  const { action, conditions, rows } = request;
  const [row] = rows;
  if (action === 'priority' || action === 'weight' || action === 'call')
    return row === undefined ? undefined : { kind: action, row };
  if (action === 'handOver')
    return { kind: action, rows, ticked: isTicked ? conditions.map(({ conditionId }) => conditionId) : undefined };
  return conditions.length > 0 && isAsked(request) ? { kind: 'asked', request } : undefined;
}

type OnDone = (rowIds: readonly string[], allDone: readonly string[]) => void;

/**
 * Actions on rows: what is asked for first, what is on its way, and what became of the last one. `me`: the
 * user's id; `onDone` gets the rows that the user changed, and those of them with nothing left undone.
 */
export function useActions(me: string | undefined, onDone: OnDone) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { pending, track, runningOf } = usePending();
  const shown = useOutcome({ track, runningOf }, onDone);
  const { setOutcome } = shown;
  const { isSending, send } = useSending({ shown, track, setDialog, onDone });

  /** The conditions that an action on the row means: those not resolved that allow it (WL-60, GE-04). */
  const conditionsOf = async (row: WorklistRow, action: RowAction, isOld: boolean): Promise<readonly Condition[]> => {
    const meant = (condition: Condition) => condition.work !== 'resolved' && allows(condition, action);
    if (!isOld && row.conditionCount <= row.conditions.length) return row.conditions.filter(meant);
    const { conditions } = await client.fetchQuery({ ...worklistQueries.row(row.rowId), staleTime: 0 });
    return conditions.filter(meant);
  };

  const start = async (request: ActionRequest, isTicked = true) => {
    const asked = toDialog(request, isTicked);
    if (asked !== undefined) return setDialog(asked);
    const { action, conditions, rows } = request;
    const draft = toDraft(action, me);
    if (draft !== undefined && conditions.length > 0) await send({ draft, conditions }, rows);
  };

  return {
    outcome: shown.outcome,
    dialog,
    /** Rows with an action on its way. */
    pending,
    showKeys: () => setDialog({ kind: 'keys' }),
    enterCall: () => setDialog({ kind: 'call', row: undefined }),
    /** Copies the address of what is shown. */
    copyLink: () => {
      navigator.clipboard.writeText(window.location.href).then(
        () => setOutcome({ kind: 'copied' }),
        () => setOutcome({ kind: 'copyFailed' }),
      );
    },
    showHealth: () => setDialog({ kind: 'health' }),
    /** What the open dialog asked for is being sent. */
    isSending,
    undo: shown.undo,
    takeBack: shown.takeBack,
    close: shown.close,
    /** The job that was asked for last. */
    asked: shown.asked,
    endJob: shown.endJob,
    cancel: () => setDialog(undefined),
    /** Conditions went to a ticket system; what was not sent is shown by its dialog, which then stays. */
    handedOver: (count: number, rowIds: readonly string[], isAll: boolean) => {
      void forgetWorklist(client);
      setOutcome({ kind: 'handedOver', count });
      onDone(rowIds, isAll ? rowIds : []);
      if (isAll) setDialog(undefined);
    },
    start: (request: ActionRequest) => void start(request),
    /** What a dialog asked for. */
    send: (draft: ActionDraft, conditions: readonly Condition[], rows: readonly WorklistRow[]) => {
      if (dialog?.kind === 'asked' || dialog?.kind === 'changed') void send({ draft, conditions }, rows, dialog);
    },
    /** An action on whole rows; on those with another one on its way, once that is done. */
    act: (action: RowAction, rows: readonly WorklistRow[]) => {
      if (rows.length === 0) return;
      const before = runningOf(rows);
      Promise.allSettled(before)
        .then(() =>
          action === 'handOver'
            ? []
            : Promise.all(
                rows.map(async (row) => ({ row, conditions: await conditionsOf(row, action, before.length > 0) })),
              ),
        )
        .then((byRow) => {
          const conditions = byRow.flatMap((one) => one.conditions);
          return start({ action, rows, conditions, others: [], ...(rows.length > 1 && { byRow }) }, false);
        })
        .catch((thrown: unknown) => setOutcome({ kind: 'failed', errorCode: toStateOf(thrown).errorCode }));
    },
  };
}

interface SendingProps {
  readonly shown: ReturnType<typeof useOutcome>;
  readonly track: ReturnType<typeof usePending>['track'];
  readonly setDialog: Dispatch<SetStateAction<OpenDialog | undefined>>;
  readonly onDone: OnDone;
}

/** Sends actions, from a dialog or without one, and shows what came of them. */
function useSending({ shown, track, setDialog, onDone }: SendingProps) {
  const [isSending, setSending] = useState(false);
  const { setOutcome } = shown;

  /** Sends an action and shows what came of it. */
  const carryOut = async (act: Act, rows: readonly WorklistRow[], from: Sending | undefined) => {
    const rowIds = rows.map(({ rowId }) => rowId);
    const answer = await sendAct(act);
    if ('jobId' in answer) {
      shown.follow(answer.jobId);
      onDone(rowIds, rowIds);
      if (from !== undefined) setDialog(undefined);
      return;
    }
    const { results, actionId } = answer;
    const { action } = act.draft;
    const done = { actionId, action, conditions: toDone(results, act.conditions), rowIds };
    setOutcome(toOutcome(results, action, shown.remember(done, Date.now() + undoMinutes * minuteMs), act.conditions));
    const failed = new Set(results.flatMap(({ code, conditionId }) => (code === itemCodes.done ? [] : conditionId)));
    const isDone = ({ conditions }: WorklistRow) => !conditions.some(({ conditionId }) => failed.has(conditionId));
    onDone(
      rowIds,
      rows.filter(isDone).map(({ rowId }) => rowId),
    );
    const changed = toChanged(answer, act);
    const conflict: Sending = { kind: 'changed', draft: act.draft, changed, rows };
    // A dialog that was opened meanwhile stays; the line below names what was not done.
    setDialog((open) => {
      if (open !== undefined && from === undefined) return open;
      return changed.length > 0 ? conflict : undefined;
    });
  };

  /** From a dialog, which stays open until the answer is there, and shows a refusal (GE-04). */
  const send = async (act: Act, rows: readonly WorklistRow[], from?: Sending) => {
    if (act.conditions.length > mostJobItems) return setOutcome({ kind: 'tooMany' });
    if (from !== undefined) setSending(true);
    await track(toPending(act, rows), async () => {
      try {
        await carryOut(act, rows, from);
      } catch (thrown) {
        if (from === undefined) return shown.fail(thrown);
        reportThrown(thrown);
        setDialog({ ...from, errorCode: toStateOf(thrown).errorCode });
      } finally {
        if (from !== undefined) setSending(false);
      }
    });
  };

  return { isSending, send };
}
