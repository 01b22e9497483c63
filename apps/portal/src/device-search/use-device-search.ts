import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { logError } from '../app/log.ts';
import { useArea } from '../app/state.ts';
import { type DeviceSearch, readDeviceSearch, toAddress } from './address.ts';
import { deviceSortingArea } from './sorting.ts';

/** The search in force, read from the address; a picked order outlives an address that names none (DL-22). */
export function useDeviceSearch(): DeviceSearch {
  const query = useLocation({ select: ({ searchStr }) => searchStr });
  const hash = useLocation({ select: ({ hash }) => hash });
  const held = useArea(deviceSortingArea);
  return useMemo(() => {
    const search = readDeviceSearch(Object.fromEntries(new URLSearchParams(query)), hash);
    return search.sort === undefined && held !== null ? { ...search, sort: held } : search;
  }, [query, hash, held]);
}

/**
 * Puts a changed search into the address, in place of the one before: one step back still leaves the list.
 * Free text and criteria exclude each other: what is given drops the other (OQ-36).
 */
export function useChangeDeviceSearch(): (change: Partial<DeviceSearch>) => void {
  const navigate = useNavigate();
  const search = useDeviceSearch();
  return useCallback(
    (change) => {
      const next = { ...search, ...change };
      if (change.text !== undefined && change.text.trim() !== '') next.criteria = undefined;
      if (change.sort !== undefined) deviceSortingArea.set(change.sort);
      const address = toAddress(next);
      navigate({ to: '/devicelist', ...address, replace: true, hashScrollIntoView: false }).catch((thrown: unknown) =>
        logError('changing the search failed', thrown),
      );
    },
    [navigate, search],
  );
}
