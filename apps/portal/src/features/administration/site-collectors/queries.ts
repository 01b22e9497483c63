import { listSiteCollectors, readSiteCollector, switchRemote } from '@platen/contract/site-collectors';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const key = ['siteCollectors'] as const;
export const sitePageSize = 100;

export const siteListQuery = (offset: number) =>
  queryOptions({
    queryKey: [...key, 'list', offset] as const,
    queryFn: async ({ signal }) => {
      const { data, totalCount } = await call(listSiteCollectors, { query: { offset, limit: sitePageSize }, signal });
      return { ...data, total: totalCount ?? data.collectors.length };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const sheetQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id] as const,
    queryFn: async ({ signal }) => (await call(readSiteCollector, { params: { id }, signal })).data,
    refetchInterval: 30_000,
  });

export function useSwitchRemote(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (off: boolean) => (await call(switchRemote, { params: { id }, body: { off } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
