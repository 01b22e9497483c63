import {
  type FactRow,
  type FactView,
  factPageSize,
  importDeviceFacts,
  listDeviceFacts,
  placeDevices,
} from '@platen/contract/device-facts';
import type { BodyOf } from '@platen/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { factsKey, useFactChange } from '../../../device-facts/queries.ts';

export interface FactSelection {
  readonly view: FactView;
  readonly search: string;
  readonly offset: number;
}

export const factsQuery = ({ view, search, offset }: FactSelection) =>
  queryOptions({
    queryKey: [...factsKey, view, search, offset] as const,
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

export const useImportFacts = () =>
  useFactChange(async (body: BodyOf<typeof importDeviceFacts>) => (await call(importDeviceFacts, { body })).data);

export const usePlaceDevices = () =>
  useFactChange(
    async ({ idempotencyKey, ...body }: BodyOf<typeof placeDevices> & { readonly idempotencyKey: string }) =>
      (await call(placeDevices, { body, idempotencyKey })).data.results,
  );
