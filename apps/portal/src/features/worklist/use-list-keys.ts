import type { RefObject } from 'react';
import { useKeys } from '../../ui/use-keys.ts';
import { focusFilters } from './filters.tsx';
import { footActions } from './foot-line.tsx';
import type { Health } from './health/use-health.ts';
import type { Worklist } from './use-worklist.ts';
import { addressOf } from './views/view-model.ts';
import { keyedViews } from './views/view-tabs.tsx';

/** What each key of the list does (WL-61); one that means nothing at present is left to the browser. */
export function useListKeys(worklist: Worklist, health: Health, searchBox: RefObject<HTMLInputElement | null>): void {
  const { me, address, list, rows, selection, actions, mayAct, possible, act, moveTo } = worklist;
  const { current, at } = selection;
  const isGrouped = list.lines.some(({ kind }) => kind === 'group');
  const next = () => moveTo(at + 1);
  const previous = () => moveTo(at < 0 ? 0 : at - 1);
  useKeys({
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    g: () => moveTo(0),
    'Shift+g': () => moveTo(rows.length - 1),
    ArrowLeft: isGrouped ? () => worklist.fold(true) : undefined,
    ArrowRight: isGrouped ? () => worklist.fold(false) : undefined,
    x: current === undefined ? undefined : () => selection.select(current, false),
    'Shift+x': current === undefined ? undefined : () => selection.select(current, true),
    i: possible.includes('assign') && me?.userId !== undefined ? () => act('assignToMe') : undefined,
    u: actions.undo,
    p: mayAct && selection.chosen.some(({ state }) => state !== 'resolved') ? () => act('priority') : undefined,
    Enter: current === undefined ? undefined : () => worklist.open(current),
    f: focusFilters,
    h: health.fold,
    '.': actions.copyLink,
    '?': actions.showKeys,
    Escape: () => {
      // What became of the last action goes along with what is closed.
      const hasOutcome = actions.outcome !== undefined;
      actions.close();
      if (address.opened !== undefined) worklist.close();
      else if (selection.selected.size > 0) selection.clear();
      else if (!hasOutcome) {
        selection.setCurrent(undefined);
        // A row that keeps the focus looks as if it were current.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }
    },
    '/': () => searchBox.current?.select(),
    ...Object.fromEntries(
      footActions.filter(([action]) => possible.includes(action)).map(([action, key]) => [key, () => act(action)]),
    ),
    ...Object.fromEntries(
      address.views.slice(0, keyedViews).map((one, index) => [`${index + 1}`, () => worklist.show(addressOf(one))]),
    ),
  });
}
