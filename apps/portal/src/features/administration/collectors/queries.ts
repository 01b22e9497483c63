import { type CollectorItem, listCollectors, readCollectorStatus } from '@platen/contract/collectors';
import type { BodyOf } from '@platen/contract/endpoint';
import { addCollector, changeStanding, listDownloads, renewCode, type StandingWish } from '@platen/contract/enrolment';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const fleetKey = ['collectorFleet'] as const;
export const fleetPageSize = 100;

const toQuery = (search: string, offset: number) => ({
  offset,
  limit: fleetPageSize,
  ...(search !== '' && { search }),
});

export const fleetQuery = (search: string, offset: number) =>
  queryOptions({
    queryKey: [...fleetKey, 'list', search, offset] as const,
    queryFn: ({ signal }) => call(listCollectors, { query: toQuery(search, offset), signal }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });

/** All collectors that match, for a file. */
export async function readAllCollectors(search: string): Promise<CollectorItem[]> {
  const all: CollectorItem[] = [];
  for (let more = true; more; ) {
    const { data, hasMore } = await call(listCollectors, { query: toQuery(search, all.length) });
    all.push(...data.collectors);
    more = hasMore && data.collectors.length > 0;
  }
  return all;
}

/** While its page is open the collector is asked to report more often. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...fleetKey, 'one', id] as const,
    queryFn: async ({ signal }) =>
      (await call(readCollectorStatus, { params: { id }, query: { watch: 'true' }, signal })).data,
    refetchInterval: 5000,
  });

export const downloadsQuery = queryOptions({
  queryKey: ['collectorDownloads'] as const,
  queryFn: async ({ signal }) => (await call(listDownloads, { signal })).data.downloads,
});

/** A change of collectors; whatever came of it, they are read again. */
function useChange<Variables, Answer>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void client.invalidateQueries({ queryKey: fleetKey }),
  });
}

export type CollectorForm = BodyOf<typeof addCollector>;

export const useAddCollector = () =>
  useChange(async ({ form, key }: { readonly form: CollectorForm; readonly key: string }) => {
    return (await call(addCollector, { body: form, idempotencyKey: key })).data;
  });

export const useRenewCode = () =>
  useChange(async (id: string) => (await call(renewCode, { params: { id }, body: {} })).data);

interface Wish {
  readonly id: string;
  readonly standing: StandingWish;
  readonly changes: number;
}
export const useChangeStanding = () =>
  useChange(async ({ id, ...body }: Wish) => (await call(changeStanding, { params: { id }, body })).data);
