import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { logError } from '../app/log.ts';
import { useArea } from '../app/state.ts';
import { type DeviceSearch, readDeviceSearch, type Sort, toAddress } from './address.ts';
import { deviceSortingArea } from './sorting.ts';

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

/**
 * Puts a changed search into the address, in place of the one before: one step back still leaves the list.
 * Free text and criteria exclude each other: what is given drops the other (OQ-36).
 */
export function useChangeDeviceSearch(): (change: Partial<DeviceSearch>) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return useCallback(
    (change) => {
      // Read now: a search sent after a pause must not bring back what was changed meanwhile.
      const { searchStr, hash } = router.latestLocation;
      const search = withHeldSort(readAddress(searchStr, hash), deviceSortingArea.get());
      const next = { ...search, ...change };
      if (change.text !== undefined && change.text.trim() !== '') next.criteria = undefined;
      if (change.sort !== undefined) deviceSortingArea.set(change.sort);
      const address = toAddress(next);
      if (isSame(address, toAddress(search))) return;
      navigate({ to: '/devicelist', ...address, replace: true, hashScrollIntoView: false }).catch((thrown: unknown) =>
        logError('changing the search failed', thrown),
      );
    },
    [navigate, router],
  );
}
