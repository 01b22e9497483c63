import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { logError } from '../../platform/log.ts';
import type { WorklistSearch } from './address.ts';
import { addressOf, type View } from './views/view-model.ts';
import { useViews } from './views/view-tabs.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry of the history opened a row of the list that the entry before it shows. */
    hasOpened?: true;
  }
}

/** What the address shows, the view that it is of, and how to change it. */
export function useAddress() {
  const search: WorklistSearch = useSearch({ from: '/signed-in/worklist' });
  const { views, view, isLoaded } = useViews(search);
  const navigate = useNavigate();
  const { history } = useRouter();
  const opened = search.row;
  // Going back takes a moment; a second Escape within it would leave the worklist.
  const isGoingBack = useRef(false);
  useEffect(() => {
    if (opened === undefined) isGoingBack.current = false;
  }, [opened]);
  /** Changes the address in place; what is empty is left out. */
  const go = useCallback(
    (next: WorklistSearch, step: { replace: boolean; state?: true | { hasOpened: true } } = { replace: true }) => {
      const filled = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
      navigate({ to: '/worklist', search: filled, resetScroll: false, ...step }).catch((thrown: unknown) =>
        logError('another choice of the worklist could not be shown', thrown),
      );
    },
    [navigate],
  );
  useOwnDefault(search, isLoaded ? views : undefined, go);
  return {
    search,
    views,
    view,
    /** The opened row. */
    opened,
    go,
    /** Opens a row, so that the browser's Back closes it; another one takes its place. */
    open: useCallback(
      (row: string) =>
        go(
          { ...search, row },
          opened === undefined ? { replace: false, state: { hasOpened: true } } : { replace: true, state: true },
        ),
      [go, search, opened],
    ),
    close: () => {
      if (isGoingBack.current) return;
      isGoingBack.current = history.location.state.hasOpened === true;
      if (isGoingBack.current) history.back();
      else go({ ...search, row: '' });
    },
  };
}

/** An address without anything in it opens with the user's own default view (FV-01), once. */
function useOwnDefault(
  search: WorklistSearch,
  views: readonly View[] | undefined,
  go: (next: WorklistSearch) => void,
): void {
  const isDecided = useRef(Object.keys(search).length > 0);
  useEffect(() => {
    if (isDecided.current || views === undefined) return;
    isDecided.current = true;
    const own = views.find((view) => view.kind === 'saved' && view.saved.isDefault);
    if (own !== undefined) go(addressOf(own));
  }, [views, go]);
}
