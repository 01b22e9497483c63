import { changeDeviceFacts, readDeviceFacts } from '@platen/contract/device-facts';
import type { BodyOf } from '@platen/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export const factsKey = ['deviceFacts'] as const;

/** What people know of one device, and where it belongs. */
export const knownFactsQuery = (deviceId: string) =>
  queryOptions({
    queryKey: [...factsKey, 'one', deviceId] as const,
    queryFn: async ({ signal }) => (await call(readDeviceFacts, { params: { id: deviceId }, signal })).data,
  });

/** Changes facts or places; what is shown of them is read again. */
export function useFactChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: factsKey });
      // Counts of devices stand in the tree.
      await client.invalidateQueries({ queryKey: ['organisations'] });
    },
  });
}

export const useChangeFacts = () =>
  useFactChange(
    async ({ deviceId, ...body }: BodyOf<typeof changeDeviceFacts> & { readonly deviceId: string }) =>
      (await call(changeDeviceFacts, { params: { id: deviceId }, body })).data,
  );
