import { readListHealth } from '@platen/contract/list-health';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/client.ts';
import { userArea } from '../../../session/session-areas.ts';
import { toHealthLines } from './health-model.ts';

/** It changes from week to week; a longer look at the list asks again. */
const staleMs = 10 * 60_000;

export const healthQuery = queryOptions({
  queryKey: ['worklistHealth'] as const,
  queryFn: async ({ signal }) => (await call(readListHealth, { signal })).data,
  staleTime: staleMs,
});

/** Where it is stored that a user has folded the strip. */
const foldedKey = () => `platen.worklist.healthFolded.${userArea.get().subject ?? ''}`;

/** How good the list is, and whether the user has folded it: kept for the user in this browser. */
export function useHealth() {
  const query = useQuery(healthQuery);
  const { data } = query;
  const lines = useMemo(() => (data === undefined ? [] : toHealthLines(data)), [data]);
  const [isFolded, setFolded] = useState(() => localStorage.getItem(foldedKey()) !== null);
  const fold = () => {
    if (isFolded) localStorage.removeItem(foldedKey());
    else localStorage.setItem(foldedKey(), '1');
    setFolded(!isFolded);
  };
  return { query, lines, isFolded, fold };
}
export type Health = ReturnType<typeof useHealth>;
