import type { WorklistRow } from '@platen/contract/worklist-item';
import type { ShownState } from '@platen/contract/worklist-names';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ActionDraft } from './actions.ts';
import { type Act, forgetWorklist } from './mutations.ts';

/** An action that is on its way, as the rows that it changes show it. */
export interface Pending {
  /** What the row will be; undefined: other conditions of it may decide. */
  readonly state: ShownState | undefined;
  readonly plannedDay: string | undefined;
}

/** Rows with an action on its way; further actions on them wait for it. */
export function usePending() {
  const client = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, Pending>>(new Map());
  const running = useRef(new Map<string, Promise<void>>());

  /** Marks the rows until the work is done and the list was read again. */
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

  return {
    pending,
    track,
    /** The work on these rows that has not ended; without rows, all of it. */
    runningOf: (rows?: readonly WorklistRow[]): readonly Promise<void>[] =>
      rows === undefined
        ? [...running.current.values()]
        : rows.flatMap(({ rowId }) => running.current.get(rowId) ?? []),
  };
}

/** Rows of which it is not known what an action makes of them. */
export const toUnknown = (rowIds: readonly string[]): ReadonlyMap<string, Pending> =>
  new Map(rowIds.map((id) => [id, { state: undefined, plannedDay: undefined }]));

/** How rows look while their action is on its way. */
export function toPending({ draft, conditions }: Act, rows: readonly WorklistRow[]): ReadonlyMap<string, Pending> {
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
