import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { logError } from '../platform/log.ts';
import { createArea, useArea } from '../platform/state.ts';
import { type DeviceSearch, readDeviceSearch, type Sort, toAddress } from './address.ts';

/** The search in force, read from the address; a picked order outlives an address that names none (DL-22). */
export function useDeviceSearch(): DeviceSearch {
  const now = useLocation({
    // On the way to another screen the list is still there; that screen's address is not about it.
    select: ({ pathname, searchStr, hash }) => (isListPath(pathname) ? `${searchStr}#${hash}` : null),
  });
  const [address, setAddress] = useState(now ?? '#');
  if (now !== null && now !== address) setAddress(now);
  const held = useArea(deviceSortingArea);
  return useMemo(() => {
    const [query = '', hash = ''] = (now ?? address).split('#');
    return withHeldSort(readAddress(query, hash), held);
  }, [now, address, held]);
}

const isListPath = (pathname: string): boolean => /^\/devicelist\/?$/i.test(pathname);

const readAddress = (query: string, hash: string): DeviceSearch =>
  readDeviceSearch(Object.fromEntries(new URLSearchParams(query)), hash);

const withHeldSort = (search: DeviceSearch, held: Sort | null): DeviceSearch =>
  search.sort === undefined && held !== null ? { ...search, sort: held } : search;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Of a text from the search box: whether the user is still typing. */
export type Typing = 'goesOn' | 'ends';

/**
 * Puts a changed search into the address. One step back leads to the search before; what was sent during one
 * run of typing is one step, and another order is none (docs/decisions/0248). Free text and criteria exclude
 * each other: what is given drops the other (OQ-36).
 */
export function useChangeDeviceSearch(): (change: Partial<DeviceSearch>, typing?: Typing) => void {
  const navigate = useNavigate();
  const router = useRouter();
  /** Index of the history entry that holds the text being typed. */
  const typedAt = useRef<number>(undefined);
  return useCallback(
    (change, typing) => {
      // Read now: a search sent after a pause must not bring back what was changed meanwhile.
      const { searchStr, hash, state } = router.latestLocation;
      const search = withHeldSort(readAddress(searchStr, hash), deviceSortingArea.get());
      const next = { ...search, ...change };
      if (change.text !== undefined && change.text.trim() !== '') next.criteria = undefined;
      if (change.sort !== undefined) deviceSortingArea.set(change.sort);
      const address = toAddress(next);
      // oxlint-disable-next-line no-underscore-dangle -- the router's name for the place in the history
      const at = state.__TSR_index;
      const replace = isSame({ ...search, sort: next.sort }, next) || (typing !== undefined && typedAt.current === at);
      const isChanged = !isSame(address, toAddress(search));
      typedAt.current = typing === 'goesOn' ? (replace || !isChanged ? typedAt.current : at + 1) : undefined;
      if (!isChanged) return;
      navigate({ to: '/devicelist', ...address, replace, hashScrollIntoView: false }).catch((thrown: unknown) =>
        logError('changing the search failed', thrown),
      );
    },
    [navigate, router],
  );
}

/**
 * The picked order (DL-09), apart from the list's state: resetting the list leaves it (DL-22), a logout does
 * not (AU-35).
 */
const deviceSortingArea = createArea<Sort | null>('deviceSorting', null);

/**
 * Counts searches for the criteria already in force (AS-43): pressed once more, Search is a wish for fresh
 * rows.
 */
export const searchTriggerArea = createArea('searchTrigger', 0);

export function triggerSearch(): void {
  searchTriggerArea.set(searchTriggerArea.get() + 1);
}
