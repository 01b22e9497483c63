import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { meQuery } from '../../api/account-queries.ts';
import { useMinute } from '../../ui/use-dates.ts';
import type { RowAction } from './actions.ts';
import type { WorklistSearch } from './address.ts';
import { type FootAction, footActions } from './foot-line.tsx';
import { groupOf } from './lines.ts';
import { useActions } from './use-actions.ts';
import { useAddress } from './use-address.ts';
import { useList } from './use-list.ts';
import { useChoice, useSelection } from './use-selection.ts';
import { changedFrom } from './views/view-model.ts';
import { focusedGroup, focusGroup } from './worklist-table.tsx';

/** Rows that were not refreshed for this long are old: the list is asked for every minute. */
const oldAfterMs = 3 * 60_000;

const allActions = footActions.map(([action]) => action);

/** The list of the address, what is current and selected in it, and what the user may do with that. */
export function useWorklist() {
  const me = useQuery(meQuery).data;
  const address = useAddress();
  const { search, view, opened, go, open: openRow } = address;
  const choice = useChoice();
  const list = useList(search, choice.current !== undefined || opened !== undefined || choice.selected.size > 0);
  const { lines } = list;
  const shown = useMemo(() => lines.filter((line) => line.kind === 'row'), [lines]);
  // A row that a link opened, as that of a mail, is the one that keys mean.
  const selection = useSelection({ ...choice, current: choice.current ?? opened }, shown);
  const { current, chosen, setCurrent } = selection;
  const actions = useActions(me?.userId, (rowIds, allDone) => {
    list.accept(rowIds);
    selection.release(allDone);
  });
  const mayAct = can(me, 'actOnWorklist') || can(me, 'actOnOwnWork');
  const mayPlan = can(me, 'planVisits');
  const mayHandOver = can(me, 'actOnWorklist');
  const offered = mayAct
    ? allActions.filter((one) => (one !== 'plan' || mayPlan) && (one !== 'handOver' || mayHandOver))
    : [];
  /** What the answer allows for the rows that are meant; the rest would be refused (GE-04). */
  const allows = (action: FootAction) =>
    chosen.length === 0 ||
    (action === 'handOver' && chosen.some(({ entity, state }) => entity === 'device' && state !== 'resolved')) ||
    chosen.some(({ actions: possible }) => possible === undefined || possible.some((one) => one === action));
  const open = useCallback(
    (rowId: string) => {
      setCurrent(rowId);
      openRow(rowId);
    },
    [openRow, setCurrent],
  );
  /** Shows another list: nothing of the former one stays current or selected. */
  const show = (next: WorklistSearch) => {
    selection.reset();
    go({ ...next, row: '' });
  };
  const filter = (next: WorklistSearch) => show(changedFrom(view, next));
  return {
    me,
    address,
    list,
    /** All rows that are shown. */
    rows: useMemo(() => shown.map(({ row }) => row), [shown]),
    selection,
    actions,
    mayAct,
    /** What the user has the right to, and what of it can be done with the rows that are meant. */
    offered,
    possible: offered.filter(allows),
    act: (action: RowAction) => actions.act(action, chosen),
    show,
    /** The view with other filters. */
    filter,
    change: (part: WorklistSearch) => filter({ ...search, ...part }),
    open,
    close: () => {
      address.close();
      if (opened !== undefined) selection.focus(opened);
    },
    /** Makes the row at an index current; with an open drawer, it moves along. */
    moveTo: (index: number) => {
      const rowId = selection.moveTo(index);
      if (opened !== undefined && rowId !== undefined) openRow(rowId);
    },
    /** Folds or opens the group that has the focus, else that of the current row. */
    fold: (isFolded: boolean) => {
      const group = groupOf(lines, focusedGroup(), current);
      if (group === undefined) return;
      list.fold(group.group.value, isFolded);
      if (isFolded) focusGroup(group.group.value);
      else setCurrent(group.rows[0]?.rowId);
    },
  };
}
export type Worklist = ReturnType<typeof useWorklist>;

/** Since when the rows were not refreshed; undefined: they were. */
export function useFailedSince({ query, first, updatedAt }: Worklist['list']): Date | undefined {
  const now = useMinute();
  if (first === undefined) return undefined;
  return query.isError || now.getTime() - updatedAt > oldAfterMs ? new Date(updatedAt) : undefined;
}
