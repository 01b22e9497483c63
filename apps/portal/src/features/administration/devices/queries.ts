import {
  changeDeviceFacts,
  type FactRow,
  type FactView,
  factPageSize,
  importDeviceFacts,
  listDeviceFacts,
  placeDevices,
} from '@platen/contract/device-facts';
import type { BodyOf } from '@platen/contract/endpoint';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export interface FactSelection {
  readonly view: FactView;
  readonly search: string;
  readonly offset: number;
}

const key = ['deviceFacts'] as const;

export const factsQuery = ({ view, search, offset }: FactSelection) =>
  queryOptions({
    queryKey: [...key, view, search, offset] as const,
    queryFn: async ({ signal }) => {
      const query = { view, offset, limit: factPageSize, ...(search === '' ? {} : { search }) };
      const { data, hasMore, totalCount } = await call(listDeviceFacts, { query, signal });
      return { devices: data.devices, hasMore, total: totalCount ?? data.devices.length };
    },
    placeholderData: keepPreviousData,
  });

/** All pages of a selection, for a file. */
export async function readAllFacts({ view, search }: Omit<FactSelection, 'offset'>): Promise<FactRow[]> {
  const rows: FactRow[] = [];
  for (let more = true; more; ) {
    const query = { view, offset: rows.length, limit: factPageSize, ...(search === '' ? {} : { search }) };
    const { data, hasMore } = await call(listDeviceFacts, { query });
    rows.push(...data.devices);
    more = hasMore && data.devices.length > 0;
  }
  return rows;
}

function useChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: key });
      // Counts of devices stand in the tree.
      await client.invalidateQueries({ queryKey: ['organisations'] });
    },
  });
}

export const useChangeFacts = () =>
  useChange(
    async ({ deviceId, ...body }: BodyOf<typeof changeDeviceFacts> & { readonly deviceId: string }) =>
      (await call(changeDeviceFacts, { params: { id: deviceId }, body })).data,
  );

export const useImportFacts = () =>
  useChange(async (body: BodyOf<typeof importDeviceFacts>) => (await call(importDeviceFacts, { body })).data);

export const usePlaceDevices = () =>
  useChange(
    async ({ idempotencyKey, ...body }: BodyOf<typeof placeDevices> & { readonly idempotencyKey: string }) =>
      (await call(placeDevices, { body, idempotencyKey })).data.results,
  );
