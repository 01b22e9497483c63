import { minuteMs } from '@platen/contract/constants';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { itemCodes, mostJobItems, type ShownState, undoMinutes } from '@platen/contract/worklist-names';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EndedJob } from '../../jobs/job-line.tsx';
import { reportThrown } from '../../platform/errors.ts';
import { noError, toStateOf } from '../../platform/failure.ts';
import {
  type ActionDraft,
  type ActionRequest,
  type AskedAction,
  allows,
  type ChangedItem,
  type RowAction,
  toItems,
} from './actions.ts';
import { type Act, forgetWorklist, sendAct, sendUndo, toChanged, worklistQueries } from './mutations.ts';
import { type Done, isUndoable, type Outcome, toDone, toEnded, toOutcome } from './outcome.ts';

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

/** An action that is on its way, as the rows that it changes show it. */
export interface Pending {
  /** What the row will be; undefined: other conditions of it may decide. */
  readonly state: ShownState | undefined;
  readonly plannedDay: string | undefined;
}

/**
 * Actions on rows: what is asked for first, what is on its way, and what became of the last one. `me`: the
 * user's id; `onDone` gets the rows that the user changed, and those of them with nothing left undone.
 */
export function useActions(
  me: string | undefined,
  onDone: (rowIds: readonly string[], allDone: readonly string[]) => void,
) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [isSending, setSending] = useState(false);
  const [pending, setPending] = useState<ReadonlyMap<string, Pending>>(new Map());
  const running = useRef(new Map<string, Promise<void>>());
  const undoable = useRef<readonly (Done & { readonly until: number })[]>([]);
  const [asked, setAsked] = useState<string>();
  /** Marks the job as seen whose outcome was shown last. */
  const dismiss = useRef<() => void>(undefined);

  /** The conditions that an action on the row means: those not resolved that allow it (WL-60, GE-04). */
  const conditionsOf = async (row: WorklistRow, action: RowAction, isOld: boolean): Promise<readonly Condition[]> => {
    const meant = (condition: Condition) => condition.work !== 'resolved' && allows(condition, action);
    if (!isOld && row.conditionCount <= row.conditions.length) return row.conditions.filter(meant);
    const { conditions } = await client.fetchQuery({ ...worklistQueries.row(row.rowId), staleTime: 0 });
    return conditions.filter(meant);
  };

  /** Marks the rows until the work is done and the list was read again; further actions on them wait. */
  const track = (rows: ReadonlyMap<string, Pending>, work: () => Promise<void>): Promise<void> => {
    const change = (to: (map: Map<string, Pending>, id: string, as: Pending) => void) =>
      setPending((before) => {
        const next = new Map(before);
        for (const [id, as] of rows) to(next, id, as);
        return next;
      });
    change((map, id, as) => map.set(id, as));
    const run = async () => {
      await work();
      await forgetWorklist(client);
      change((map, id, as) => map.get(id) === as && map.delete(id));
    };
    const promise = run().finally(() => {
      for (const id of rows.keys()) if (running.current.get(id) === promise) running.current.delete(id);
    });
    for (const id of rows.keys()) running.current.set(id, promise);
    return promise;
  };

  /** Takes an action back (WL-42). */
  const takeBack = ({ actionId, action, conditions, rowIds }: Done) => {
    const ids = new Set(conditions.map(({ conditionId }) => conditionId));
    undoable.current = undoable.current.flatMap((one) => {
      const left = one.conditions.filter(({ conditionId }) => one.actionId !== actionId || !ids.has(conditionId));
      return left.length === 0 ? [] : { ...one, conditions: left };
    });
    return track(new Map(rowIds.map((id) => [id, unknownState])), async () => {
      try {
        const taken = await sendUndo({ actionId, items: toItems(conditions) });
        forgetJob();
        if ('jobId' in taken) follow(taken.jobId);
        else setOutcome({ ...toOutcome(taken.results, 'undo', undefined), of: action });
        onDone(rowIds, []);
      } catch (thrown) {
        fail(thrown);
      }
    });
  };
  /** Takes the last action back, and with the next press the one before it. */
  const undo = async () => {
    await Promise.allSettled(running.current.values());
    const last = undoable.current.at(-1);
    if (last === undefined) return;
    const isLate = isPast(last.until);
    if (!isLate && isUndoable(last.action)) return await takeBack(last);
    undoable.current = undoable.current.slice(0, -1);
    // What was done before it stays, too: only the next press means that.
    if (!isLate) setOutcome({ kind: 'notUndoable' });
  };
  const fail = (thrown: unknown) => {
    reportThrown(thrown);
    setOutcome({ kind: 'failed', errorCode: toStateOf(thrown).errorCode });
  };

  const forgetJob = () => {
    dismiss.current?.();
    dismiss.current = undefined;
  };
  /** Shows how far a job is instead of what became of the last action. */
  const follow = (jobId: string) => {
    setOutcome(undefined);
    setAsked(jobId);
  };
  /** Shows what came of a job, in the same form as what is answered at once. */
  const endJob = ({ job, result, errorCode, dismiss: noteSeen }: EndedJob) => {
    dismiss.current = noteSeen;
    void forgetWorklist(client);
    if (result?.kind !== 'worklistActions')
      return setOutcome({ kind: 'failed', errorCode: errorCode ?? noError.errorCode });
    const { outcome: shown, done } = toEnded(job, result, errorCode);
    const until = Date.parse(job.finishedAt ?? job.askedAt) + undoMinutes * minuteMs;
    const canUndo = done !== undefined && !isPast(until);
    if (canUndo) undoable.current = [...undoable.current, { ...done, until }];
    setOutcome({ ...shown, undo: canUndo && isUndoable(done.action) ? () => void undo() : undefined });
  };

  /** Sends an action; from a dialog it stays open until the answer is there, and shows a refusal (GE-04). */
  const send = async (act: Act, rows: readonly WorklistRow[], from?: Sending) => {
    if (act.conditions.length > mostJobItems) return setOutcome({ kind: 'tooMany' });
    const rowIds = rows.map(({ rowId }) => rowId);
    if (from !== undefined) setSending(true);
    await track(toPending(act, rows), async () => {
      try {
        const answer = await sendAct(act);
        if ('jobId' in answer) {
          follow(answer.jobId);
          onDone(rowIds, rowIds);
          if (from !== undefined) setDialog(undefined);
          return;
        }
        const failed = new Set(
          answer.results.flatMap(({ code, conditionId }) => (code === itemCodes.done ? [] : conditionId)),
        );
        const conditions = toDone(answer.results, act.conditions);
        const { action } = act.draft;
        if (conditions.length > 0) {
          const done = { actionId: answer.actionId, action, conditions, rowIds };
          undoable.current = [...undoable.current, { ...done, until: Date.now() + undoMinutes * minuteMs }];
        }
        const canUndo = conditions.length > 0 && isUndoable(action);
        setOutcome(toOutcome(answer.results, action, canUndo ? () => void undo() : undefined, act.conditions));
        onDone(
          rowIds,
          rows.flatMap(({ rowId, conditions }) =>
            conditions.some(({ conditionId }) => failed.has(conditionId)) ? [] : rowId,
          ),
        );
        const changed = toChanged(answer, act);
        const conflict: Sending = { kind: 'changed', draft: act.draft, changed, rows };
        // A dialog that was opened meanwhile stays; the line below names what was not done.
        setDialog((open) =>
          open !== undefined && from === undefined ? open : changed.length > 0 ? conflict : undefined,
        );
      } catch (thrown) {
        if (from === undefined) return fail(thrown);
        reportThrown(thrown);
        setDialog({ ...from, errorCode: toStateOf(thrown).errorCode });
      } finally {
        if (from !== undefined) setSending(false);
      }
    });
  };

  /** `isTicked`: a person chose the conditions. */
  const start = async (next: ActionRequest, isTicked = true) => {
    const { action, conditions, rows } = next;
    if (action === 'priority' || action === 'weight' || action === 'call') {
      const [row] = rows;
      if (row !== undefined) setDialog({ kind: action, row });
      return;
    }
    if (action === 'handOver')
      return setDialog({
        kind: action,
        rows,
        ticked: isTicked ? conditions.map(({ conditionId }) => conditionId) : undefined,
      });
    if (conditions.length === 0) return;
    if (action === 'assignToMe' && me !== undefined)
      return await send({ draft: { action: 'assign', assignee: me }, conditions }, rows);
    if (action === 'acknowledge' || action === 'unplan' || action === 'wake')
      return await send({ draft: { action }, conditions }, rows);
    if (isAsked(next)) setDialog({ kind: 'asked', request: next });
  };
  return {
    outcome,
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
    undo: () => void undo(),
    takeBack: (done: Done) => void takeBack(done),
    close: () => {
      forgetJob();
      setOutcome(undefined);
    },
    /** The job that was asked for last. */
    asked,
    endJob,
    cancel: () => setDialog(undefined),
    /** Conditions went to a ticket system; what was not sent is shown by its dialog, which then stays. */
    handedOver: (count: number, rowIds: readonly string[], isAll: boolean) => {
      void forgetWorklist(client);
      setOutcome({ kind: 'handedOver', count });
      onDone(rowIds, isAll ? rowIds : []);
      if (isAll) setDialog(undefined);
    },
    start: (next: ActionRequest) => void start(next),
    /** What a dialog asked for. */
    send: (draft: ActionDraft, conditions: readonly Condition[], rows: readonly WorklistRow[]) => {
      if (dialog?.kind === 'asked' || dialog?.kind === 'changed') void send({ draft, conditions }, rows, dialog);
    },
    /** An action on whole rows; on those with another one on its way, once that is done. */
    act: (action: RowAction, rows: readonly WorklistRow[]) => {
      if (rows.length === 0) return;
      const before = rows.flatMap(({ rowId }) => running.current.get(rowId) ?? []);
      Promise.allSettled(before)
        .then(() =>
          action === 'handOver' ? [] : Promise.all(rows.map((row) => conditionsOf(row, action, before.length > 0))),
        )
        .then((found) => start({ action, rows, conditions: found.flat(), others: [] }, false))
        .catch((thrown: unknown) => setOutcome({ kind: 'failed', errorCode: toStateOf(thrown).errorCode }));
    },
  };
}

const isPast = (instant: number): boolean => instant < Date.now();

const unknownState: Pending = { state: undefined, plannedDay: undefined };

/** How rows look while their action is on its way. */
function toPending({ draft, conditions }: Act, rows: readonly WorklistRow[]): ReadonlyMap<string, Pending> {
  const isWhole = conditions.length >= rows.reduce((sum, { conditionCount }) => sum + conditionCount, 0);
  const plannedDay = draft.action === 'plan' ? draft.plannedDay : undefined;
  return new Map(rows.map((row) => [row.rowId, { state: isWhole ? stateAfter(draft, row) : undefined, plannedDay }]));
}

/** A note changes no state, and what it was before a plan or a snooze only the server knows. */
const statesAfter: Readonly<Partial<Record<ActionDraft['action'], ShownState>>> = {
  acknowledge: 'acknowledged',
  plan: 'planned',
  snooze: 'snoozed',
  resolve: 'resolved',
};

function stateAfter(draft: ActionDraft, { state }: WorklistRow): ShownState | undefined {
  if (draft.action === 'assign') return draft.assignee === null ? 'acknowledged' : 'assigned';
  return draft.action === 'acknowledge' && state !== 'open' ? state : statesAfter[draft.action];
}
