import { listWorklist, type WorklistPage, worklistPageSize } from '@platen/contract/worklist';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { toQuery, type WorklistSearch } from './address.ts';
import { worklistKey } from './mutations.ts';

/** The list is asked for again so often; unchanged, the server answers with 304. */
const refreshMs = 60_000;

export interface Page {
  readonly page: WorklistPage;
  readonly total: number;
  readonly hasMore: boolean;
}

/** The list of an address, page by page; counts of the filters and views come with the first. */
export function listQuery(search: WorklistSearch) {
  const query = toQuery(search);
  return infiniteQueryOptions({
    queryKey: [worklistKey, 'list', query],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const { data, hasMore, totalCount } = await call(listWorklist, {
        query: {
          ...query,
          offset: pageParam,
          limit: worklistPageSize,
          ...(pageParam === 0 ? { facets: '1', viewCounts: '1' } : {}),
        },
        signal,
      });
      return { page: data, hasMore, total: totalCount ?? pageParam + data.rows.length };
    },
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }: Page, pages: readonly Page[]) =>
      hasMore ? pages.length * worklistPageSize : undefined,
    refetchInterval: refreshMs,
    // Nothing is asked for while the page is hidden: who comes back must not work on an old list.
    refetchOnWindowFocus: true,
    // A list of other filters is another list, but its head stays while it is read.
    placeholderData: keepPreviousData,
  });
}

/** Rows of all pages; one that slid onto the next page meanwhile is there once. */
export function joinRows(pages: readonly Page[]): readonly WorklistRow[] {
  const found = new Map<string, WorklistRow>();
  for (const { page } of pages) for (const row of page.rows) if (!found.has(row.rowId)) found.set(row.rowId, row);
  return [...found.values()];
}
