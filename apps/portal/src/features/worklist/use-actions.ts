import type { ActionBody, ActionResult } from '@platen/contract/worklist';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { itemCodes, mostActionItems } from '@platen/contract/worklist-names';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toStateOf } from '../../platform/failure.ts';
import type { ActionDraft, ActionRequest, AskedAction, ChangedItem, RowAction } from './actions.ts';
import { type Act, toChanged, useAct, useUndo, worklistQueries } from './mutations.ts';

/** What became of the last action. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly action: ActionBody['action'];
      readonly done: number;
      /** Conditions that were not changed, each with its application code. */
      readonly failed: readonly { readonly condition: Condition; readonly code: number }[];
      /** Takes it back; undefined where nothing was done. */
      readonly undo: (() => void) | undefined;
    }
  | { readonly kind: 'tooMany' | 'copied' | 'copyFailed' }
  | { readonly kind: 'failed'; readonly errorCode: number };

/** What a dialog is open about: fields of an action, values of two people, or the row as a whole. */
export type OpenDialog =
  | { readonly kind: 'asked'; readonly request: Asked }
  | {
      readonly kind: 'changed';
      readonly draft: ActionDraft;
      readonly changed: readonly ChangedItem[];
      readonly rows: readonly WorklistRow[];
    }
  | { readonly kind: 'priority' | 'weight'; readonly row: WorklistRow }
  /** Without a row, the device is looked for. */
  | { readonly kind: 'call'; readonly row: WorklistRow | undefined }
  | { readonly kind: 'keys' | 'health' };

type Asked = ActionRequest & { readonly action: AskedAction };

const askedActions: readonly string[] = ['assign', 'plan', 'snooze', 'resolve', 'note'] satisfies AskedAction[];
const isAsked = (request: ActionRequest): request is Asked => askedActions.includes(request.action);

const isOpen = ({ work }: Condition): boolean => work !== 'resolved';

/**
 * Actions on rows: what is asked for first, and what became of the last one. `me`: the user's id; `onDone`
 * gets the rows that the user changed.
 */
export function useActions(me: string | undefined, onDone: (rowIds: readonly string[]) => void) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const acting = useAct();
  const undoing = useUndo();

  /** The conditions of a row that an action on the row means: all that are not resolved (WL-60). */
  const conditionsOf = async (row: WorklistRow): Promise<readonly Condition[]> => {
    if (row.conditionCount <= row.conditions.length) return row.conditions.filter(isOpen);
    const { conditions } = await client.fetchQuery({ ...worklistQueries.row(row.rowId), staleTime: 0 });
    return conditions.filter(isOpen);
  };

  const undo = async ({ actionId, results }: ActionResult, { conditions, draft }: Act, rowIds: readonly string[]) => {
    const items = results.flatMap(({ conditionId, code, current }) => {
      const before = conditions.find((one) => one.conditionId === conditionId);
      return code !== itemCodes.done || before === undefined
        ? []
        : [{ conditionId, version: current?.version ?? before.version + 1 }];
    });
    try {
      const answer = await undoing.mutateAsync({ actionId, items });
      setOutcome(toOutcome(answer, { draft, conditions }, 'undo', undefined));
      onDone(rowIds);
    } catch (thrown) {
      setOutcome({ kind: 'failed', errorCode: toStateOf(thrown).errorCode });
    }
  };

  const send = async (act: Act, rows: readonly WorklistRow[]) => {
    if (act.conditions.length > mostActionItems) return setOutcome({ kind: 'tooMany' });
    const rowIds = rows.map(({ rowId }) => rowId);
    try {
      const answer = await acting.mutateAsync(act);
      const isDone = answer.results.some(({ code }) => code === itemCodes.done);
      setOutcome(toOutcome(answer, act, act.draft.action, isDone ? () => void undo(answer, act, rowIds) : undefined));
      onDone(rowIds);
      const changed = toChanged(answer, act);
      setDialog(changed.length === 0 ? undefined : { kind: 'changed', draft: act.draft, changed, rows });
    } catch (thrown) {
      setOutcome({ kind: 'failed', errorCode: toStateOf(thrown).errorCode });
    }
  };

  const start = async (next: ActionRequest) => {
    const { action, conditions, rows } = next;
    if (action === 'priority' || action === 'weight' || action === 'call') {
      const [row] = rows;
      if (row !== undefined) setDialog({ kind: action, row });
      return;
    }
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
    isBusy: acting.isPending || undoing.isPending,
    close: () => setOutcome(undefined),
    cancel: () => setDialog(undefined),
    start: (next: ActionRequest) => void start(next),
    send: (draft: ActionDraft, conditions: readonly Condition[], rows: readonly WorklistRow[]) =>
      void send({ draft, conditions }, rows),
    /** An action on whole rows. */
    act: (action: RowAction, rows: readonly WorklistRow[]) => {
      if (rows.length === 0 || acting.isPending || undoing.isPending) return;
      Promise.all(rows.map(conditionsOf))
        .then((found) => start({ action, rows, conditions: found.flat(), others: [] }))
        .catch((thrown: unknown) => setOutcome({ kind: 'failed', errorCode: toStateOf(thrown).errorCode }));
    },
  };
}

function toOutcome(
  { results }: ActionResult,
  { conditions }: Act,
  action: ActionBody['action'],
  undo: (() => void) | undefined,
): Outcome {
  const failed = results.flatMap(({ conditionId, code }) => {
    const condition = conditions.find((one) => one.conditionId === conditionId);
    return code === itemCodes.done || condition === undefined ? [] : [{ condition, code }];
  });
  return { kind: 'done', action, done: results.filter(({ code }) => code === itemCodes.done).length, failed, undo };
}
